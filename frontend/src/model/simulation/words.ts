// A run in sentences: what happened, and what of it stands out, the worst first.

import type { Simulation, SimulationSummary } from "../../api/simulationTypes";
import { count, counted, duration, share } from "../lagWords";
import { EVERY_EVENT, type EventFilter } from "./asked";
import { exactTime, lengthText } from "./times";

/** Something that one wants to look at, with the events that show it. */
export interface StandOut {
  tone: "bad" | "warn" | "calm";
  sentence: string;
  only: EventFilter | null;
}

/** What happened, in a sentence. */
export function headline({ version, records, processed, ended_ms: ended, is_cut: isCut }: SimulationSummary): string {
  const came = `${counted(records, "record")} came, and tasks processed ${count(processed)} in ${duration(ended / 1_000)} of simulated time, as Kafka Streams ${version} does.`;
  return isCut ? `${came} It was ended there: 7 days are the longest that is simulated.` : came;
}

/** How long records took, in a sentence. */
export function latencyText({ latency_ms: latency }: SimulationSummary): string {
  if (latency === null) return "No record came to the end of its way.";
  return `From its arrival to the end of its way, a record took ${lengthText(latency.median)} (median), ${lengthText(latency.p99)} (99 %) and at most ${lengthText(latency.highest)}.`;
}

const BUSY = 0.9;
const MOST_WAITS = 3;
const LONG_WAIT = 1;

/** What stands out, the worst first; a sentence says so where nothing does. */
export function standOuts(summary: SimulationSummary, byKind: Readonly<Record<string, number>> = {}): StandOut[] {
  const found = [...ends(summary), ...gone(byKind), ...losses(summary), ...busy(summary), ...waits(summary), ...shared(summary), ...behind(summary), ...unordered(summary)];
  return found.length > 0 ? found : [{ tone: "calm", sentence: "Nothing stands out: no task waited, no record was late, and none was processed twice.", only: null }];
}

function ends({ threads, by_task: tasks }: SimulationSummary): StandOut[] {
  const died = threads.flatMap(({ thread, died_of: why }): StandOut[] =>
    why === null ? [] : [{ tone: "bad", sentence: `Thread ${thread} died: ${why}`, only: { ...EVERY_EVENT, kind: "thread died" } }],
  );
  const again = sum(tasks, ({ processed_again: many }) => many);
  if (again === 0) return died;
  const most = top(tasks, ({ processed_again: many }) => many);
  const sentence = `Processed twice: ${counted(again, "record")} after a crash, since nothing had been committed after them, most of them (${count(most.processed_again)}) by task ${most.task}.`;
  return [...died, { tone: "bad", sentence, only: { ...EVERY_EVENT, kind: "killed" } }];
}

function gone({ "member gone": members = 0 }: Readonly<Record<string, number>>): StandOut[] {
  if (members === 0) return [];
  const sentence = `The group lost ${counted(members, "member")}: tasks stand still from then until others get them.`;
  return [{ tone: "warn", sentence, only: { ...EVERY_EVENT, kind: "member gone" } }];
}

function losses({ by_node: nodes, by_task: tasks, aborted }: SimulationSummary): StandOut[] {
  const found: StandOut[] = [];
  for (const { node, late } of nodes.filter(({ late }) => late > 0)) {
    found.push({ tone: "warn", sentence: `Late: ${counted(late, "record")} came to ${node} after their windows had closed, and are dropped.`, only: { ...EVERY_EVENT, kind: "late" } });
  }
  const dropped = sum(tasks, ({ dropped: many }) => many);
  if (dropped > 0) found.push({ tone: "warn", sentence: `Dropped: ${counted(dropped, "record")} before any processor saw ${dropped === 1 ? "it" : "them"}.`, only: { ...EVERY_EVENT, kind: "dropped" } });
  if (aborted > 0) found.push({ tone: "warn", sentence: `Aborted: ${counted(aborted, "record")} of transactions that never came to an end; nobody reads them.`, only: { ...EVERY_EVENT, kind: "aborted" } });
  const pauses = sum(tasks, ({ pauses: many }) => many);
  if (pauses > 0) found.push({ tone: "warn", sentence: `Paused: partitions were not fetched ${counted(pauses, "time")}, since too many of their records waited in a task.`, only: { ...EVERY_EVENT, kind: "paused" } });
  return found;
}

/** A thread that has no time left keeps its tasks waiting for each other. */
function busy({ threads, ended_ms: ended }: SimulationSummary): StandOut[] {
  return threads
    .filter(({ processing_ms: worked }) => worked >= BUSY * ended)
    .map(({ thread, processing_ms: worked, tasks }) => ({
      tone: "warn",
      sentence: `Thread ${thread} was busy for ${share(worked / ended)} of the time: its ${tasks.length === 1 ? "task has" : `${tasks.length} tasks have`} no more to gain there, and while one works the others starve.`,
      only: { ...EVERY_EVENT, thread },
    }));
}

/** A sentence for each reason, with the tasks that waited longest for it. */
function waits({ by_task: tasks }: SimulationSummary): StandOut[] {
  const all = tasks.flatMap(({ task, waits_ms: waits }) => Object.entries(waits).map(([why, ms]) => ({ task, why, ms })));
  const long = all.filter(({ ms }) => ms >= LONG_WAIT).sort((left, right) => right.ms - left.ms);
  return [...new Set(long.map(({ why }) => why))].map((why): StandOut => {
    const own = long.filter((one) => one.why === why);
    const named = own.slice(0, MOST_WAITS).map(({ task, ms }) => `${task} ${lengthText(ms)}`);
    const more = own.length > MOST_WAITS ? ` and ${counted(own.length - MOST_WAITS, "more task")}` : "";
    const [first] = own;
    const only = { ...EVERY_EVENT, kind: "waits", task: own.length === 1 ? (first?.task ?? "") : "" };
    return { tone: "warn", sentence: `Waited with records that could not be processed: ${named.join(", ")}${more}, in all. The reason: ${why}.`, only };
  });
}

/** From how many times faster on it is worth a sentence. */
const MUCH_FASTER = 2;

/** What fixing tasks to threads costs, as a bound: nothing of the kind can be switched on. */
function shared({ shared_work: work = [] }: SimulationSummary): StandOut[] {
  return work
    .filter(({ p99_ms: now, p99_ms_if_shared: then }) => now >= MUCH_FASTER * then && now >= LONG_WAIT)
    .map(({ client, p99_ms: now, p99_ms_if_shared: then }) => ({
      tone: "calm",
      sentence: `Some tasks of ${client} waited for their thread while another one was free: 99 % of its records were done ${lengthText(now)} after they could be read. If its threads shared all tasks, which Kafka Streams does not do, that would be ${lengthText(then)} at best.`,
      only: null,
    }));
}

const MUCH_LAG = 100;

function behind({ by_partition: partitions }: SimulationSummary): StandOut[] {
  const most = top(partitions, ({ highest_lag: lag }) => lag);
  if (most === undefined || most.highest_lag < MUCH_LAG) return [];
  return [{ tone: "calm", sentence: `Furthest behind: ${most.partition}, by ${counted(most.highest_lag, "record")} that ${most.highest_lag === 1 ? "was" : "were"} not committed at ${exactTime(most.highest_at_ms)}.`, only: { ...EVERY_EVENT, partition: most.partition } }];
}

function unordered({ by_task: tasks }: SimulationSummary): StandOut[] {
  const many = sum(tasks, ({ records_while_a_partition_was_empty: one }) => one);
  if (many === 0) return [];
  const most = top(tasks, ({ records_while_a_partition_was_empty: one }) => one);
  return [{ tone: "calm", sentence: `${counted(many, "record was", "records were")} processed while another partition of the task was empty, most of them by task ${most.task}: what comes there later may be out of order.`, only: { ...EVERY_EVENT, kind: "goes on" } }];
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}

function top<T>(all: readonly T[], of: (one: T) => number): T {
  return all.reduce((best, one) => (of(one) > of(best) ? one : best), all[0]!);
}

/** How much of the trace there is to look at; nothing where it is whole. */
export function traceText({ trace }: Simulation): string {
  if (trace == null || !trace.is_cut) return "";
  const until = trace.cut_at_ms ?? trace.last_ms;
  const shown = until === null || until === undefined ? "" : `, up to ${exactTime(until)}`;
  return `The first ${count(trace.stored)} of ${counted(trace.events, "event")} are kept${shown}; the figures are of all of them. ${trace.next_step ?? ""}`.trim();
}
