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
  const came = `${counted(records, "record")} came, and tasks processed ${count(processed)}, as Kafka Streams ${version} does.`;
  const length = `${duration(ended / 1_000)} of simulated time`;
  return isCut ? `${came} It was ended after ${length}: 7 days are the longest that is simulated.` : `${came} All was over after ${length}.`;
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
  const found = [...ends(summary), ...gone(byKind), ...left(summary), ...losses(summary), ...busy(summary), ...slow(summary), ...waits(summary), ...shared(summary), ...restored(summary), ...behind(summary), ...alone(summary, byKind), ...unordered(summary)];
  return found.length > 0 ? found : [{ tone: "calm", sentence: "Nothing stands out: no task waited, no record was late, and none was processed twice.", only: null }];
}

function ends({ threads, by_task: tasks }: SimulationSummary): StandOut[] {
  const died = threads.flatMap(({ thread, died_of: why }): StandOut[] =>
    why === null ? [] : [{ tone: "bad", sentence: `Thread ${thread} died: ${why}`, only: { ...EVERY_EVENT, kind: "thread died" } }],
  );
  const again = sum(tasks, ({ processed_again: many }) => many);
  if (again === 0) return died;
  const most = top(tasks, ({ processed_again: many }) => many);
  const sentence = `Processed twice: ${counted(again, "record")} after a crash, since they were not committed, ${mostBy(again, most.processed_again, most.task)}.`;
  return [...died, { tone: "bad", sentence, only: { ...EVERY_EVENT, kind: "killed" } }];
}

function gone({ "member gone": members = 0 }: Readonly<Record<string, number>>): StandOut[] {
  if (members === 0) return [];
  const sentence = `The group lost ${counted(members, "member")}: ${members === 1 ? "its" : "their"} tasks stand still until others get them.`;
  return [{ tone: "warn", sentence, only: { ...EVERY_EVENT, kind: "member gone" } }];
}

function losses({ by_node: nodes, by_task: tasks, aborted }: SimulationSummary): StandOut[] {
  const found: StandOut[] = [];
  for (const { node, late } of nodes.filter(({ late }) => late > 0)) {
    found.push({ tone: "warn", sentence: `Late: ${counted(late, "record")} came to ${node} after ${late === 1 ? "its windows" : "their windows"} had closed, and ${late === 1 ? "is" : "are"} dropped.`, only: { ...EVERY_EVENT, kind: "late" } });
  }
  const dropped = sum(tasks, ({ dropped: many }) => many);
  if (dropped > 0) found.push({ tone: "warn", sentence: `Dropped: ${counted(dropped, "record")} before any processor saw ${dropped === 1 ? "it" : "them"}.`, only: { ...EVERY_EVENT, kind: "dropped" } });
  if (aborted > 0) found.push({ tone: "warn", sentence: `Aborted: ${counted(aborted, "record")} of transactions that never came to an end; nobody reads them.`, only: { ...EVERY_EVENT, kind: "aborted" } });
  const pauses = sum(tasks, ({ pauses: many }) => many);
  if (pauses > 0) found.push({ tone: "warn", sentence: `Paused ${counted(pauses, "time")}: a partition was not fetched for a while, since too many of its records waited in a task.`, only: { ...EVERY_EVENT, kind: "paused" } });
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

/** From which share of a thread on one task is what the others wait for. */
const MOST_OF_A_THREAD = 0.8;
/** From which time on, in ms, a record has waited long for its turn. */
const LONG_TURN = 100;

/** A slow task that takes most of its thread: the others wait for their turn, whatever they have to do. */
function slow({ threads, by_task: tasks, latency_ms: latency }: SimulationSummary): StandOut[] {
  if (latency === null || latency.p99 < LONG_TURN) return [];
  return threads.flatMap(({ thread, processing_ms: worked }): StandOut[] => {
    const own = tasks.filter((one) => one.thread === thread && one.records > 0);
    const most = top(own, (one) => one.processing_ms);
    if (own.length < 2 || most.processing_ms < LONG_TURN || most.processing_ms < MOST_OF_A_THREAD * worked) return [];
    // Tasks that moved have worked elsewhere too, and others here: then it is not known who kept whom waiting.
    if (Math.abs(sum(own, (one) => one.processing_ms) - worked) > 0.01 * worked) return [];
    const others = own.length === 2 ? `its other task waits for its turn` : `its other ${own.length - 1} tasks wait for their turns`;
    return [{ tone: "warn", sentence: `Task ${most.task} took ${lengthText(most.processing_ms)} of the ${lengthText(worked)} that thread ${thread} worked; meanwhile ${others}.`, only: { ...EVERY_EVENT, thread } }];
  });
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

/** From how many times faster on, and from how much, in ms, it is worth a sentence. */
const MUCH_FASTER = 2;
const MUCH_LONGER = 20;

/**
 * What fixing tasks to threads costs, as a bound: nothing of the kind can be switched on. A record that waits longer than
 * its threads worked, or no longer than its task waited for another partition, has not waited for a thread.
 */
function shared({ shared_work: work = [], threads, by_task: tasks }: SimulationSummary): StandOut[] {
  const waited = ({ waits_ms: waits }: SimulationSummary["by_task"][number]) => sum(Object.values(waits), (ms) => ms);
  return work
    .filter(({ client, p99_ms: now, p99_ms_if_shared: then }) => {
      const own = threads.filter((one) => one.client === client);
      const worked = Math.max(...own.map((one) => one.processing_ms));
      const longest = Math.max(0, ...tasks.filter(({ thread }) => own.some((one) => one.thread === thread)).map(waited));
      const longer = now - then;
      return now >= MUCH_FASTER * then && longer >= MUCH_LONGER && longer <= worked && longer > longest;
    })
    .map(({ client, p99_ms: now, p99_ms_if_shared: then }) => ({
      tone: "calm",
      sentence: `Some tasks of ${client} waited for their thread while another one was free: 99 % of its records were done ${lengthText(now)} after a running task could read them. If its threads shared all tasks, which Kafka Streams does not do, that would be ${lengthText(then)} at best.`,
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
  return [{ tone: "calm", sentence: `${counted(many, "record was", "records were")} processed while another partition of the task was empty, ${mostBy(many, most.records_while_a_partition_was_empty, most.task)}: what comes there later may be out of order.`, only: { ...EVERY_EVENT, kind: "goes on" } }];
}

/** Records that nobody has processed, or not committed, when all is over. */
function left({ by_partition: partitions }: SimulationSummary): StandOut[] {
  const rest = ({ records, committed }: (typeof partitions)[number]) => Math.max(records - committed, 0);
  const many = sum(partitions, rest);
  if (many === 0) return [];
  const most = top(partitions, rest);
  const sentence = `At the end ${counted(many, "record is", "records are")} not committed, ${rest(most) === many ? "all" : `${count(rest(most))} of them`} of ${most.partition}.`;
  return [{ tone: "bad", sentence, only: { ...EVERY_EVENT, partition: most.partition } }];
}

function restored({ rebalances = 0, restored_records: records = 0 }: SimulationSummary): StandOut[] {
  const parts = [...(rebalances > 0 ? [`${counted(rebalances, "rebalance")} came to an end`] : []), ...(records > 0 ? [`tasks restored ${counted(records, "record")} of changelogs`] : [])];
  if (parts.length === 0) return [];
  const kind = records > 0 ? "restored" : "rebalance ended";
  return [{ tone: "calm", sentence: `${parts.join(", and ").replace(/^./, (first) => first.toUpperCase())}.`, only: { ...EVERY_EVENT, kind } }];
}

/** One side of a join of two streams, by the names that Kafka Streams gives: whoever comes first is found by the other. */
const SIDE_OF_A_JOIN = /(?:JOIN|OUTER)(?:THIS|OTHER)-|-(?:this|other)-join$/;

/** Joins with tables that mostly find nobody. */
function alone({ by_node: nodes }: SimulationSummary, byKind: Readonly<Record<string, number>>): StandOut[] {
  return nodes.flatMap(({ node, matched = 0, unmatched = 0 }): StandOut[] =>
    unmatched <= matched || SIDE_OF_A_JOIN.test(node)
      ? []
      : [{ tone: "calm", sentence: `${node} found no partner for ${count(unmatched)} of ${counted(matched + unmatched, "record")}, as ${matched + unmatched === 1 ? "it" : "they"} came.`, only: byKind["no match"] ? { ...EVERY_EVENT, kind: "no match" } : null }],
  );
}

function mostBy(all: number, most: number, task: string): string {
  return most === all ? `all of them by task ${task}` : `most of them (${count(most)}) by task ${task}`;
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
