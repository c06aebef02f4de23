// Assignments and scenarios in sentences: how many tasks, threads and moves there are, and what that costs.

import type { Scenario, ScenarioStep } from "../../api/scenarioTypes";
import type { Assignment, ClientTasks, Placement, Rebalance } from "../../api/taskTypes";
import { counted as many, count as grouped, duration } from "../lagWords";
import type { Action, Happening } from "./asked";
import { firstHappening, isProbing, type Row } from "./timeline";

/** Tasks that have state to restore. */
export function statefulOf({ tasks }: Pick<Assignment, "tasks">): Set<string> {
  return new Set(tasks.sub_topologies.flatMap((one) => (one.tasks ?? []).filter(({ changelogs }) => changelogs.length > 0).map(({ id }) => id)));
}

/** How many tasks there are, and who runs them. */
export function totals(result: Assignment): string {
  const tasks = result.tasks.sub_topologies.flatMap((one) => one.tasks ?? []);
  const stateful = statefulOf(result).size;
  const kept = stateful === 0 ? "none with state" : stateful === tasks.length ? "all with state" : `${stateful.toLocaleString("en")} with state`;
  const what = `${many(tasks.length, "task")}, ${kept}`;
  if (!result.rebalance) return `${what}.`;
  const { clients, threads } = result.rebalance;
  return `${what}, on ${many(clients.length, "instance")} with ${many(threads, "thread")}.`;
}

/** Threads that have nothing to do. */
export function idle(result: Assignment): string {
  const count = result.rebalance?.idle_threads ?? 0;
  return count === 0 ? "No thread is idle." : `${many(count, "thread")} ${count === 1 ? "has" : "have"} no task: idle.`;
}

/** What a rebalance changes, as sentences. */
export function changes(result: Assignment): string[] {
  const { rebalance } = result;
  if (!rebalance) return [];
  const stateful = statefulOf(result);
  const { taken, moved, copies } = changedIn(rebalance);
  const restored = [...taken, ...moved].filter(({ task, client, was }) => stateful.has(task) && !was.some((one) => one.client === client));
  const other = taken.length === 0 ? "" : "other ";
  const sentences = [moved.length === 0 ? `No ${other}active task moves.` : `${many(moved.length, `${other}active task moves`, `${other}active tasks move`)}.`];
  if (taken.length > 0) sentences.unshift(`${many(taken.length, "active task that lost its instance goes", "active tasks that lost their instance go")} to others.`);
  if (restored.length > 0) {
    const what = many(restored.length, "of them goes", "of them go");
    sentences.push(`${what} to an instance without a copy: the state is restored from the changelog before the task runs.`);
  }
  if (copies.length > 0) sentences.push(`${many(copies.length, "copy is", "copies are")} built elsewhere.`);
  return sentences;
}

/** Active tasks that nobody who is left had, and those and copies that somebody else had; none where all begins. */
export function changedIn({ placements }: Rebalance): { taken: Placement[]; moved: Placement[]; copies: Placement[] } {
  const isBeginning = placements.every(({ was }) => was.length === 0);
  const active = placements.filter(({ role }) => role === "active");
  return {
    taken: isBeginning ? [] : active.filter(({ was }) => !was.some(({ role }) => role === "active")),
    moved: active.filter(({ is_moved }) => is_moved),
    copies: placements.filter(({ role, is_moved }) => role !== "active" && is_moved),
  };
}

/** What differs when all that follows of itself is over, from what was before. */
export function outcome(before: Assignment, settled: Assignment): string {
  const owners = (result: Assignment) =>
    new Map((result.rebalance?.placements ?? []).filter(({ role }) => role === "active").map(({ task, client }) => [task, client]));
  const [then, now] = [owners(before), owners(settled)];
  const moved = [...now].filter(([task, client]) => then.has(task) && then.get(task) !== client).length;
  const idle = settled.rebalance?.idle_threads ?? 0;
  const shares = sharesOf(settled.rebalance?.clients ?? []).map(({ active }) => active);
  const [fewest, most] = [Math.min(...shares), Math.max(...shares)];
  const each = shares.length === 0 ? "nobody runs" : shares.length === 1 ? `one instance has all ${many(most, "task")}` : fewest === most ? `each instance has ${many(most, "active task")}` : `an instance has ${grouped(fewest)} to ${many(most, "active task")}`;
  return `In the end, ${each}; ${moved === 0 ? "every task runs where it ran before anything happened" : `${moved} of ${now.size} tasks run on another instance than before anything happened`}, and ${idle === 0 ? "no thread is" : idle === 1 ? "1 thread is" : `${idle} threads are`} idle.`;
}

export interface Share {
  name: string;
  threads: number;
  active: number;
  standby: number;
  warmUp: number;
  /** Tasks that come with the rebalance that follows. */
  waiting: number;
  idle: number;
}

/** How much each instance has. */
export function sharesOf(clients: readonly ClientTasks[]): Share[] {
  return clients.map(({ name, threads }) => ({
    name,
    threads: threads.length,
    active: threads.reduce((sum, one) => sum + one.active.length, 0),
    standby: threads.reduce((sum, one) => sum + one.standby.length, 0),
    warmUp: threads.reduce((sum, one) => sum + one.warm_up.length, 0),
    waiting: threads.reduce((sum, one) => sum + one.withheld.length, 0),
    idle: threads.filter(({ is_idle }) => is_idle).length,
  }));
}

/** A moment since the beginning: as a clock has it, and after an hour in words. */
export function momentText(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
  return `${grouped(Math.floor(minutes / 60))} h${minutes % 60 > 0 ? ` ${minutes % 60} min` : ""}`;
}

/** Such as 45 s or 3 h 20 min. */
export function spanText(ms: number): string {
  return duration(ms / 1_000);
}

const SIZES = ["bytes", "kB", "MB", "GB", "TB", "PB"];

/** Such as 200 bytes or 1.0 GB. */
export function sizeText(bytes: number): string {
  let [amount, unit] = [bytes, 0];
  for (; amount >= 999.5 && unit < SIZES.length - 1; unit += 1) amount /= 1_000;
  return `${unit > 0 && amount < 9.95 ? amount.toFixed(1) : grouped(amount)} ${SIZES[unit]}`;
}

/** What steps cost together. */
export interface Cost {
  rebalances: number;
  moved: number;
  copies: number;
  records: number;
  bytes: number;
  /** How long the slowest copy takes that becomes whole. */
  slowestMs: number;
  /** Copies that never become whole. */
  cutOff: number;
  tasksWithoutOwner: number;
  longestMs: number;
  /** Tasks that have no owner until the end. */
  forever: number;
}

export function costOf(steps: readonly ScenarioStep[]): Cost {
  const restores = steps.flatMap((step) => step.restores);
  const waits = steps.flatMap((step) => step.without_owner);
  const most = (values: readonly number[]) => values.reduce((top, one) => Math.max(top, one), 0);
  return {
    rebalances: steps.filter(({ rebalance }) => rebalance !== null).length,
    moved: steps.reduce((sum, { moved }) => sum + moved.length, 0),
    copies: restores.length,
    records: restores.reduce((sum, one) => sum + one.records, 0),
    bytes: restores.reduce((sum, one) => sum + one.bytes, 0),
    slowestMs: most(restores.map(({ seconds }) => (seconds ?? 0) * 1_000)),
    cutOff: restores.filter(({ seconds }) => seconds === null).length,
    tasksWithoutOwner: new Set(waits.map(({ task }) => task)).size,
    longestMs: most(waits.map(({ from_ms: from, to_ms: to }) => (to === null ? 0 : to - from))),
    forever: waits.filter(({ to_ms: to }) => to === null).length,
  };
}

/** What a row of the timeline says that happens. */
export function rowText(steps: readonly ScenarioStep[], { first, last }: Row): string {
  if (first === last) return (steps[first]?.event ?? "").replace(/\.$/, "");
  const probing = steps.slice(first, last + 1).filter((_, place) => isProbing(steps, first + place)).length;
  return `${many(probing, "probing rebalance")} until ${momentText(steps[last]?.at_ms ?? 0)}`;
}

/** What a row costs, in a few words each; nothing where it changes nothing. */
export function rowFacts(steps: readonly ScenarioStep[], { first, last }: Row): string[] {
  const own = steps.slice(first, last + 1);
  const { moved, copies, longestMs, forever, tasksWithoutOwner, slowestMs } = costOf(own);
  const facts: string[] = [];
  if (moved > 0) facts.push(`${many(moved, "task")} moved`);
  if (forever > 0) facts.push(`${many(forever, "task")} without an owner from then on`);
  else if (tasksWithoutOwner > 0) facts.push(`${many(tasksWithoutOwner, "task")} without an owner, ${spanText(longestMs)}`);
  if (copies > 0) facts.push(`${many(copies, "copy", "copies")} restored${slowestMs > 0 ? `, ${spanText(slowestMs)}` : ""}`);
  if (facts.length === 0 && own.every(({ kind }) => kind === "rebalance")) facts.push("nothing moves");
  return facts;
}

/** What a step costs, in sentences. */
export function stepSentences(step: ScenarioStep): string[] {
  const { tasksWithoutOwner, longestMs, forever, copies, records, bytes, slowestMs, cutOff } = costOf([step]);
  const sentences: string[] = [];
  if (forever > 0) sentences.push(`${many(forever, "task has", "tasks have")} no owner from here on: nobody processes ${forever === 1 ? "it" : "them"}.`);
  else if (tasksWithoutOwner > 0) sentences.push(`${many(tasksWithoutOwner, "task has", "tasks have")} no owner for ${spanText(longestMs)}${tasksWithoutOwner > 1 ? " at most" : ""}: nobody processes ${tasksWithoutOwner === 1 ? "it" : "them"} then.`);
  if (copies > 0) {
    const whole = slowestMs > 0 ? `; the slowest is whole after ${spanText(slowestMs)}` : "";
    const never = cutOff > 0 ? `; ${cutOff === copies ? "none is" : `${grouped(cutOff)} are not`} finished, since something else comes first` : "";
    sentences.push(`${many(copies, "copy is", "copies are")} restored: ${many(records, "record")} (${sizeText(bytes)})${whole}${never}.`);
  }
  const heldUp = new Set(step.restores.flatMap(({ held_up }) => held_up)).size;
  if (heldUp > 0) sentences.push(`${many(heldUp, "task waits", "tasks wait")} meanwhile: ${heldUp === 1 ? "its thread restores" : "their threads restore"} first.`);
  return sentences;
}

/** What all that happens after the start costs, in one sentence; of a start alone, what that costs. */
export function scenarioSentence({ steps, totals, refusal }: Pick<Scenario, "steps" | "totals" | "refusal">): string {
  if (totals === null) return "";
  const from = firstHappening(steps);
  const own = steps.slice(Math.max(from, 0));
  const { rebalances, moved, records, bytes, slowestMs, longestMs, forever, copies } = costOf(own);
  const probing = own.filter((_, place) => isProbing(steps, Math.max(from, 0) + place)).length;
  const parts = [`${many(rebalances, "rebalance")}${probing > 0 ? ` (${grouped(probing)} probing)` : ""}`, moved === 0 ? "no task moves" : `${many(moved, "move")} of tasks`];
  if (forever > 0) parts.push(`${many(forever, "task")} without an owner at the end`);
  else parts.push(longestMs === 0 ? "no task without an owner" : `no task without an owner longer than ${spanText(longestMs)}`);
  parts.push(copies === 0 ? "nothing restored" : `${many(records, "record")} restored (${sizeText(bytes)})${slowestMs > 0 ? `, the slowest copy in ${spanText(slowestMs)}` : ""}`);
  const begun = steps[Math.max(from, 0)]?.at_ms ?? 0;
  if (refusal !== null) parts.push("then Kafka Streams ends it");
  else parts.push(totals.stable_at_ms === null ? "it does not come to rest" : `at rest after ${spanText(Math.max(totals.stable_at_ms - begun, 0))}`);
  return `${parts.join(", ")}.`;
}

/** What a choice of the page is called, and what belongs to it. */
export interface ActionChoice {
  label: string;
  /** What it happens to. */
  of: "instance" | "topic" | null;
  isForStopped?: boolean;
  /** Words between what happens and to whom. */
  before?: string;
  /** What its number counts. */
  count: string | null;
  /** The number, where that says nothing of what is there. */
  usual?: string;
}

export const CHOICES: Record<Action, ActionChoice> = {
  kill: { label: "an instance dies", of: "instance", count: null },
  stop: { label: "an instance is closed", of: "instance", count: null },
  restart: { label: "an instance restarts", of: "instance", isForStopped: true, count: null },
  "restart-empty": { label: "an instance restarts with an empty disk", of: "instance", isForStopped: true, count: null },
  add: { label: "one more instance starts", of: "instance", before: "like", count: null },
  threads: { label: "an instance gets other threads", of: "instance", count: "threads" },
  rolling: { label: "all instances restart in turn", of: null, count: "min apart", usual: "2" },
  partitions: { label: "a topic gets more partitions", of: "topic", count: "partitions" },
  wait: { label: "time passes", of: null, count: "min", usual: "10" },
};

const HAPPENINGS: Record<Action, (happening: Happening) => string> = {
  kill: ({ of }) => `${of} dies`,
  stop: ({ of }) => `${of} is closed`,
  restart: ({ of }) => `${of} restarts`,
  "restart-empty": ({ of }) => `${of} restarts with an empty disk`,
  add: ({ of, value }) => (value === "" ? `one more like ${of} starts` : `${value} starts, like ${of}`),
  threads: ({ of, value }) => `${of} gets ${many(Number(value), "thread")}`,
  rolling: ({ value }) => `all restart in turn, ${value} min apart`,
  partitions: ({ of, value }) => `${of} gets ${many(Number(value), "partition")}`,
  wait: ({ value }) => `${value} min pass`,
};

/** What happens, in a few words; of the first, when is plain. */
export function happeningText(happening: Happening | null, isFirst: boolean): string {
  if (happening === null) return "";
  const { action, isAtOnce } = happening;
  const when = isFirst || action === "wait" ? "" : isAtOnce ? "right then: " : "then: ";
  return `${when}${HAPPENINGS[action](happening)}`;
}
