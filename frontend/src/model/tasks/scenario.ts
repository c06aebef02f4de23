// The scenario that the server is asked to play, as a text, from what stands on the page, and back.

import type { Assignment, Question } from "../../api/taskTypes";
import type { ScenarioQuestion } from "../../api/scenarioTypes";
import { shortened } from "../../lib/pastes";
import { ACTIONS, NOTHING_ASKED, freshName, type Action, type AskedTasks, type Happening, type Instance, type Pace } from "./asked";
import { askedOf } from "./question";

type Written = Record<string, unknown>;

/** What each happening is called in a scenario. */
const WRITTEN: Record<Action, (happening: Happening) => Written> = {
  kill: ({ of }) => ({ kill: of }),
  stop: ({ of }) => ({ stop: of }),
  restart: ({ of }) => ({ restart: of }),
  "restart-empty": ({ of }) => ({ restart: of, state: "lost" }),
  add: ({ of, value }) => ({ add: { name: value, like: of } }),
  threads: ({ of, value }) => ({ threads: { client: of, threads: numberIn(value) } }),
  partitions: ({ of, value }) => ({ partitions: { [of]: numberIn(value) } }),
  rolling: ({ value }) => ({ "rolling-restart": { pause: `${value}m` } }),
  wait: ({ value }) => ({ wait: `${value}m` }),
};

/** The line of the text in which the first happening stands. */
const FIRST_LINE = 4;

/**
 * The scenario of an application that starts, unless it runs already. Each happening has a line of its own, so that the
 * server's answer leads back to it.
 */
export function scenarioText({ happenings: asked, instances, eventsText, pace }: AskedTasks, isRunning: boolean): string {
  if (eventsText !== null) return eventsText;
  const happenings = named(asked, instances);
  const events = [...(isRunning ? [] : [{ at: "0s", start: "all" }]), ...happenings.map((one, index) => written(happenings, index, one))];
  const [first, ...rest] = isRunning ? ["", ...events.map((one) => JSON.stringify(one))] : events.map((one) => JSON.stringify(one));
  const restore = given({ "records.per.second": pace.rate, "record.bytes": pace.size });
  const state = given({ records: pace.records });
  const head = [`{"restore": ${restore}`, `"state": ${state}`, `"events": [${first}${first !== "" && rest.length > 0 ? "," : ""}`];
  return `${head.join(",\n")}\n${rest.join(",\n")}\n]}`;
}

/** Those that start have a name: in addresses of earlier pages they have none. */
function named(happenings: readonly Happening[], instances: readonly Instance[]): Happening[] {
  const taken = new Set(instances.map(({ name }) => name));
  return happenings.map((one) => {
    if (one.action !== "add") return one;
    const value = one.value === "" ? freshName(one.of, taken) : one.value;
    taken.add(value);
    return { ...one, value };
  });
}

/** What waits until all is at rest does not see time that passes before it; what comes at once does. */
function written(happenings: readonly Happening[], index: number, happening: Happening): Written {
  const before = happenings[index - 1];
  const passed = before?.action === "wait" ? before.value : "0";
  return { at: happening.isAtOnce || happening.action === "wait" ? `+${passed}m` : "rest", ...WRITTEN[happening.action](happening) };
}

function given(values: Record<string, string>): string {
  const said = Object.entries(values).filter(([, value]) => value.trim() !== "");
  return JSON.stringify(Object.fromEntries(said.map(([name, value]) => [name, numberIn(value)])));
}

/** A number as such; what is none is sent as it was typed, for the server to refuse. */
function numberIn(text: string): number | string {
  const plain = text.replace(/[\s,_]/g, "");
  return /^\d{1,15}$/.test(plain) ? Number(plain) : text.trim();
}

/** What is refused: a happening by its place, a number of the pace, or neither. */
export interface Blamed {
  happening?: number;
  pace?: keyof Pace;
}

/** What the server's sentence about a scenario is about. */
export function blamed({ happenings, eventsText }: AskedTasks, sentence: string): Blamed {
  const line = Number(/^Line (\d+) of the scenario\b/.exec(sentence)?.[1] ?? 0);
  if (eventsText !== null || line === 0) return {};
  if (happenings[line - FIRST_LINE] !== undefined) return { happening: line - FIRST_LINE };
  if (line === 1) return { pace: sentence.includes("bytes of a record") ? "size" : "rate" };
  return line === 2 ? { pace: "records" } : {};
}

/** The same sentence for who wrote no lines. */
export function withoutLine({ eventsText }: AskedTasks, sentence: string): string {
  return eventsText === null ? sentence.replace(/^Line \d+ of the scenario /, "This ") : sentence;
}

/**
 * The question of what happens. Ids that were made up for the assignment are said, so that the scenario begins with what
 * was on show.
 */
export function scenarioQuestionOf(question: Question, asked: AskedTasks, assignment: Assignment): ScenarioQuestion {
  const { partitions, settings, assignor } = question;
  const cluster = asked.clusterText === null ? withIds(question.cluster, assignment) : question.cluster;
  return { partitions, cluster, settings, assignor, events: scenarioText(asked, isRunning(assignment)) };
}

/** Whether the cluster has tasks already when it is asked about. */
export function isRunning({ rebalance }: Assignment): boolean {
  return rebalance?.placements.some(({ was }) => was.some(({ role }) => role === "active")) ?? false;
}

const ID = /, ?"process": ?"[0-9a-f-]{36}"/g;

function withIds(cluster: string, { rebalance }: Assignment): string {
  const lines = cluster.split("\n");
  const ids = (rebalance?.clients ?? []).map(({ process_id }) => process_id);
  if (ids.length !== lines.length - 2) return cluster;
  return lines.map((line, at) => (ids[at - 1] === undefined ? line : line.replace(/\}(,?)$/, `,"process":"${ids[at - 1]}"}$1`))).join("\n");
}

/** The form of a scenario that was asked before. */
export function askedOfScenario({ events, ...question }: ScenarioQuestion): AskedTasks {
  const plain = askedOf({ ...question, cluster: question.cluster.replace(ID, "") });
  const asked = plain.clusterText === null ? plain : askedOf(question);
  const read = readScenario(events);
  return read === null ? { ...asked, eventsText: shortened(events) } : { ...asked, ...read };
}

/** What the page writes itself; null for any other text. */
function readScenario(text: string): Pick<AskedTasks, "happenings" | "pace"> | null {
  let found: { restore: Written; state: Written; events: Written[] };
  try {
    found = JSON.parse(text) as typeof found;
    const isRunning = found.events[0]?.["start"] === undefined;
    const happenings = found.events.slice(isRunning ? 0 : 1).map(happeningIn);
    const pace = {
      rate: String(found.restore["records.per.second"] ?? ""),
      size: String(found.restore["record.bytes"] ?? ""),
      records: String(found.state["records"] ?? ""),
    };
    return scenarioText({ ...NOTHING_ASKED, happenings, pace }, isRunning) === text ? { happenings, pace } : null;
  } catch {
    return null;
  }
}

function happeningIn({ at, state, ...rest }: Written): Happening {
  const [[word, said] = ["", ""]] = Object.entries(rest);
  const action = state === "lost" ? "restart-empty" : word === "rolling-restart" ? "rolling" : ACTIONS.find((one) => one === word);
  const fields = typeof said === "object" && said !== null ? (said as Record<string, unknown>) : {};
  const [[topic, partitions] = ["", ""]] = Object.entries(fields);
  const minutes = (span: unknown) => String(span).replace(/m$/, "");
  const read: Partial<Record<Action, [of: unknown, value: unknown]>> = {
    add: [fields["like"], fields["name"]],
    threads: [fields["client"], fields["threads"]],
    partitions: [topic, partitions],
    rolling: ["", minutes(fields["pause"])],
    wait: ["", minutes(said)],
  };
  if (action === undefined) throw new SyntaxError(`the page writes no ${word}`);
  const [of, value] = read[action] ?? [said, ""];
  return { action, of: String(of), value: String(value), isAtOnce: at !== "rest" };
}
