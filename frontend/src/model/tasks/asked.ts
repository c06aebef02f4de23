// What somebody asks in the view of tasks: partition counts, instances, settings, and what then happens to an instance.
// All of it stands in the address of the page, in words that can be read there.

export interface Instance {
  name: string;
  /** As it was typed, nothing for as many as the program says: what is no number is the server's to refuse, with its place. */
  threads: string;
  rack: string;
  /** Client tags, such as zone=a,cluster=k8s1. */
  tags: string;
}

/** The ready scenario of a start, from threads without tasks to tasks that are made, with what is logged on the way. */
export const START_UP = "scenario: start-up";

export const ACTIONS = ["kill", "stop", "restart", "restart-empty", "add", "threads", "rolling", "partitions", "wait"] as const;
export type Action = (typeof ACTIONS)[number];

/** What is said of machines and records, as it was typed; nothing where it is not said. */
export type Machines = Readonly<Partial<Record<MachineFact, string>>>;
export const MACHINE_FACTS = ["cpus", "record_bytes", "record_ms"] as const;
export type MachineFact = (typeof MACHINE_FACTS)[number];

/** Something that happens, after all that happened before it. */
export interface Happening {
  action: Action;
  /** The instance or the topic that it happens to; empty where it happens to none. */
  of: string;
  /** How many threads, partitions or minutes, or the name of what starts; empty where there is nothing more to say. */
  value: string;
  /** It does not wait until everything is at rest. */
  isAtOnce: boolean;
}

/** What time takes, as it was typed; what is not said is assumed. */
export interface Pace {
  /** Records that an instance restores each second. */
  rate: string;
  /** Bytes of a record. */
  size: string;
  /** Records that each store has for each task. */
  records: string;
}

export interface AskedTasks {
  /** Counts by topic, as they were typed. */
  counts: Readonly<Record<string, string>>;
  /** Counts that were pasted, in the place of those, or null. */
  countsText: string | null;
  instances: readonly Instance[];
  /** A cluster that was pasted, in the place of the instances, or null. */
  clusterText: string | null;
  standbys: string;
  assignor: string | null;
  settings: Readonly<Record<string, string>>;
  machines: Machines;
  /** The lag report whose sizes of stores are taken, or null. */
  sizesOf: string | null;
  happenings: readonly Happening[];
  /** A scenario in words of its own, such as one that came by the API, in the place of those; or null. */
  eventsText: string | null;
  pace: Pace;
  /** Which step of the scenario is on show, from 0; null for the one that says most. */
  step: number | null;
  /** Which picture is on show; null for the one that says most of this step. */
  picture: TaskPicture | null;
  /** Keys of what is opened in it. */
  open: readonly string[];
}

/** As the server calls them. */
export const TASK_PICTURES = ["tasks", "tasks-threads", "tasks-moves"] as const;
export type TaskPicture = (typeof TASK_PICTURES)[number];

export const TWO_INSTANCES: readonly Instance[] = ["a", "b"].map((name) => ({ name, threads: "", rack: "", tags: "" }));

/** Whether anything happens after the start. */
export function hasHappenings({ happenings, eventsText }: AskedTasks): boolean {
  return happenings.length > 0 || eventsText !== null;
}

export const NOTHING_ASKED: AskedTasks = {
  counts: {},
  countsText: null,
  instances: TWO_INSTANCES,
  clusterText: null,
  standbys: "",
  assignor: null,
  settings: {},
  machines: {},
  sizesOf: null,
  happenings: [],
  eventsText: null,
  pace: { rate: "", size: "", records: "" },
  step: null,
  picture: null,
  open: [],
};

/** Settings of which the form has a field of its own. */
export const STANDBYS = "num.standby.replicas";
export const THREADS = "num.stream.threads";

/** Whether there is enough to ask the server about. */
export function hasCounts({ counts, countsText }: AskedTasks): boolean {
  return (countsText ?? "").trim() !== "" || Object.values(counts).some((count) => count.trim() !== "");
}

const WORDS = {
  counts: "partitions",
  countsText: "partitions-text",
  instances: "instances",
  clusterText: "cluster-text",
  standbys: "standbys",
  assignor: "assignor",
  settings: "config",
  machines: "machines",
  sizesOf: "sizes-of",
  happenings: "then",
  eventsText: "events-text",
  pace: "pace",
  step: "moment",
  picture: "picture",
  open: "show",
} as const;

/** The word that the address has for the step on show. */
export const STEP_WORD = WORDS.step;

/** Every word that the address may hold of what is asked, without how it is looked at. */
export const TASK_WORDS: readonly string[] = Object.values(WORDS).filter((word) => ![WORDS.step, WORDS.picture, WORDS.open].some((one) => one === word));

/** Reads the part of an address; what is missing or nonsense takes its starting value. */
export function readAsked(values: URLSearchParams): AskedTasks {
  const text = (word: keyof typeof WORDS) => values.get(WORDS[word]);
  return {
    counts: Object.fromEntries(listIn(text("counts")).map(pairOf)),
    countsText: text("countsText"),
    instances: text("instances") === null ? TWO_INSTANCES : listIn(text("instances")).map(readInstance),
    clusterText: text("clusterText"),
    standbys: text("standbys") ?? NOTHING_ASKED.standbys,
    assignor: text("assignor"),
    settings: Object.fromEntries(listIn(text("settings")).map(pairOf)),
    machines: Object.fromEntries(MACHINE_FACTS.flatMap((fact) => listIn(text("machines")).map(pairOf).filter(([name]) => name === fact))),
    sizesOf: /^[0-9a-f-]{36}$/.test(text("sizesOf") ?? "") ? text("sizesOf") : null,
    happenings: listIn(text("happenings")).flatMap(readHappening),
    eventsText: text("eventsText"),
    pace: { ...NOTHING_ASKED.pace, ...Object.fromEntries(listIn(text("pace")).map(pairOf).filter(([name]) => name in NOTHING_ASKED.pace)) },
    step: /^\d{1,4}$/.test(text("step") ?? "") ? Number(text("step")) : null,
    picture: TASK_PICTURES.find((one) => one === text("picture")) ?? null,
    open: listIn(text("open")).filter((key) => /^[gckhts]\d{1,8}$/.test(key)),
  };
}

/** Writes what `readAsked` reads, with nothing in it that a fresh page has anyway. */
export function writeAsked(values: URLSearchParams, asked: AskedTasks): void {
  const put = (word: keyof typeof WORDS, text: string | null, usual: string | null = "") => {
    if (text !== null && text !== usual) values.set(WORDS[word], text);
  };
  put("counts", listOf(Object.entries(asked.counts).filter(([, count]) => count !== "")));
  put("countsText", asked.countsText, null);
  put("instances", instancesText(asked.instances), instancesText(TWO_INSTANCES));
  put("clusterText", asked.clusterText, null);
  put("standbys", asked.standbys, NOTHING_ASKED.standbys);
  put("assignor", asked.assignor);
  put("settings", listOf(Object.entries(asked.settings).filter(([, value]) => value !== "")));
  put("machines", listOf(Object.entries(asked.machines).filter(([, value]) => value !== "")));
  put("sizesOf", asked.sizesOf);
  put("happenings", listOf(asked.happenings.map(({ action, of, value, isAtOnce }) => trimmed([action, of, value, isAtOnce ? AT_ONCE : ""]))));
  put("eventsText", asked.eventsText, null);
  put("pace", listOf(Object.entries(asked.pace).filter(([, value]) => value !== "")));
  put("step", asked.step === null ? null : String(asked.step));
  put("picture", asked.picture);
  put("open", asked.open.join(","));
}

function instancesText(instances: readonly Instance[]): string {
  return listOf(instances.map(({ name, threads, rack, tags }) => trimmed([name, threads, rack, tags])));
}

function readInstance(text: string): Instance {
  const [name = "", threads = "", rack = "", tags = ""] = partsOf(text);
  return { name, threads, rack, tags };
}

const AT_ONCE = "now";

function readHappening(text: string): Happening[] {
  const [word, of = "", value = "", when = ""] = partsOf(text);
  const action = ACTIONS.find((one) => one === word);
  return action === undefined ? [] : [{ action, of, value, isAtOnce: when === AT_ONCE }];
}

/** What can still happen when instances are others: what happens to one that was taken away, or after that, is forgotten. */
export function happeningsWith(happenings: readonly Happening[], before: readonly Instance[], instances: readonly Instance[]): readonly Happening[] {
  const gone = before.map(({ name }) => name).filter((name) => !instances.some((one) => one.name === name));
  return happenings.some(({ action, of }) => action !== "partitions" && gone.includes(of)) ? [] : happenings;
}

/** The next letter or number that is not taken: c after b, web-4 after web-3. */
export function freshName(like: string, taken: ReadonlySet<string>): string {
  const [, stem = "", number] = /^(.*?)(\d+)$/.exec(like) ?? [];
  if (number !== undefined) {
    for (let next = Number(number) + 1; ; next += 1) if (!taken.has(`${stem}${next}`)) return `${stem}${next}`;
  }
  if (/^[a-z]$/.test(like)) {
    for (let code = like.charCodeAt(0) + 1; code <= "z".charCodeAt(0); code += 1) {
      const letter = String.fromCharCode(code);
      if (!taken.has(letter)) return letter;
    }
  }
  for (let next = 2; ; next += 1) if (!taken.has(`${like}-${next}`)) return `${like}-${next}`;
}

function pairOf(text: string): [string, string] {
  const [name = "", value = ""] = partsOf(text);
  return [name, value];
}

/** Without empty parts at the end. */
function trimmed(parts: string[]): string[] {
  const last = parts.findLastIndex((part) => part !== "");
  return parts.slice(0, last + 1);
}

// Lists have commas between their items, items colons between their parts; those within a part are escaped.

function listOf(items: readonly (readonly string[])[]): string {
  return items.map((parts) => parts.map(escaped).join(":")).join(",");
}

function listIn(text: string | null): string[] {
  return text === null || text === "" ? [] : text.split(",");
}

function partsOf(item: string): string[] {
  return item.split(":").map(unescaped);
}

function escaped(part: string): string {
  return part.replace(/[~:,]/g, (sign) => ({ "~": "~t", ":": "~c", ",": "~k" })[sign] ?? sign);
}

function unescaped(part: string): string {
  return part.replace(/~([tck])/g, (_, sign: string) => ({ t: "~", c: ":", k: "," })[sign] ?? "");
}
