// What somebody asks in the view of a run, and what of the answer is on show. All of it stands in the address.

/** Which events are listed and stepped through: all of them where nothing is chosen. */
export interface EventFilter {
  kind: string;
  task: string;
  thread: string;
  partition: string;
}

export interface AskedSimulation {
  /** The configuration, or null for the one that the page begins with. */
  configuration: string | null;
  /** Records that were pasted, in the place of those that are made; or null. */
  records: string | null;
  /** Whoever opens this address sees what comes of it. */
  isRun: boolean;
  /** Number of the event on show. */
  event: number | null;
  /** The interval on show, in ms since the beginning; null for all of it. */
  span: readonly [number, number] | null;
  only: EventFilter;
  /** The example whose story is told beside what is run; null for none. */
  story: string | null;
}

export const EVERY_EVENT: EventFilter = { kind: "", task: "", thread: "", partition: "" };
export const NO_SIMULATION: AskedSimulation = { configuration: null, records: null, isRun: false, event: null, span: null, only: EVERY_EVENT, story: null };

/** Words that the address has for what is asked, and for what of the answer is on show. */
export const RUN_WORDS: readonly string[] = ["setup", "records", "run"];
export const SEEN_WORDS: readonly string[] = ["event", "span", "story", ...Object.keys(EVERY_EVENT).map((name) => `only-${name}`)];

const FILTERS = Object.keys(EVERY_EVENT) as (keyof EventFilter)[];

/** Reads the part of an address; what is missing or nonsense takes its starting value. */
export function readSimulation(values: URLSearchParams): AskedSimulation {
  const [from, to] = (/^(\d{1,9})-(\d{1,9})$/.exec(values.get("span") ?? "") ?? []).slice(1).map(Number);
  const only = { ...EVERY_EVENT };
  for (const name of FILTERS) only[name] = values.get(`only-${name}`) ?? "";
  return {
    configuration: values.get("setup"),
    records: values.get("records"),
    isRun: values.get("run") === "1",
    event: /^\d{1,9}$/.test(values.get("event") ?? "") ? Number(values.get("event")) : null,
    span: from !== undefined && to !== undefined && from < to ? [from, to] : null,
    only,
    story: values.get("story"),
  };
}

/** Writes what `readSimulation` reads. */
export function writeSimulation(values: URLSearchParams, asked: AskedSimulation): void {
  if (asked.configuration !== null) values.set("setup", asked.configuration);
  if (asked.records !== null) values.set("records", asked.records);
  if (asked.isRun) values.set("run", "1");
  if (asked.event !== null) values.set("event", String(asked.event));
  if (asked.span !== null) values.set("span", asked.span.join("-"));
  if (asked.story !== null) values.set("story", asked.story);
  for (const name of FILTERS) if (asked.only[name] !== "") values.set(`only-${name}`, asked.only[name]);
}
