// What an event of a run is: what its kind is called, which record it has to do with, and where in the topology it happens.

import type { LaneMark, SimulationEvent } from "../../api/simulationTypes";
import type { AnalyzedTopology } from "../../api/types";
import { NOTHING, topicRef, type Highlight } from "../selection";
import { count } from "../lagWords";
import { exactTime, recordTime } from "./times";

/** How kinds are called in lists; others are called as the server calls them. */
const CALLED: Record<string, string> = {
  polled: "poll",
  processed: "record processed",
  node: "record at a node",
  dropped: "record dropped",
  late: "late for its window",
  waits: "task waits",
  "goes on": "task goes on",
  paused: "partition paused",
  resumed: "partition resumed",
  punctuated: "punctuation",
  "commit asked": "commit asked for",
  committed: "commit",
  purged: "records purged",
  "poll is late": "poll comes late",
  "thread died": "thread dies",
  killed: "instance killed",
  "came back": "instance is back",
  aborted: "transaction aborted",
  "broker slow": "broker changes its speed",
  started: "instance starts",
  stops: "instance is closed",
  "thread state": "state of a thread",
  migrated: "tasks migrated",
  "task created": "task made",
  "task state": "state of a task",
  "stores initialized": "stores opened",
  "restore began": "restoring begins",
  restored: "task restored",
  "restoration ended": "all restored",
  "topology initialized": "processors initialized",
  "topology closed": "processors closed",
  "task resumes": "task resumes",
  scheduled: "punctuator scheduled",
  "schedule cancelled": "punctuator cancelled",
  checkpoint: "checkpoint written",
  "state wiped": "stores thrown away",
  "rebalance began": "rebalance begins",
  "rebalance ended": "rebalance ends",
  joined: "thread joins the group",
  revoked: "partitions given back",
  lost: "partitions lost",
  assigned: "partitions assigned",
  "member gone": "member gone",
  "transactions initialized": "transactions initialized",
  "initTransactions timed out": "initTransactions times out",
  "transaction began": "transaction begins",
  "producer closed": "producer closed",
  fenced: "producer fenced",
};

export function kindText(kind: string): string {
  return CALLED[kind] ?? kind;
}

/** A sign for a mark, and how it is called: shape and letter differ, so that colour is not needed. */
export interface Sign {
  sign: string;
  word: string;
  tone: "calm" | "warn" | "bad";
}

const SIGNS: Record<string, Sign> = {
  polled: { sign: "↓", word: "poll", tone: "calm" },
  waits: { sign: "…", word: "task waits", tone: "warn" },
  "goes on": { sign: "→", word: "task goes on", tone: "calm" },
  committed: { sign: "✓", word: "commit", tone: "calm" },
  punctuated: { sign: "◷", word: "punctuation", tone: "calm" },
  paused: { sign: "‖", word: "pause", tone: "warn" },
  resumed: { sign: "▸", word: "resume", tone: "calm" },
  late: { sign: "L", word: "late record", tone: "warn" },
  dropped: { sign: "D", word: "dropped record", tone: "warn" },
  killed: { sign: "✕", word: "killed", tone: "bad" },
  "came back": { sign: "↻", word: "back again", tone: "calm" },
  "thread died": { sign: "†", word: "thread dies", tone: "bad" },
  aborted: { sign: "A", word: "transaction aborted", tone: "bad" },
  "broker slow": { sign: "~", word: "broker changes its speed", tone: "warn" },
  "poll is late": { sign: "!", word: "poll comes late", tone: "bad" },
  started: { sign: "▹", word: "instance starts", tone: "calm" },
  stops: { sign: "▪", word: "instance is closed", tone: "warn" },
  "rebalance began": { sign: "⇄", word: "rebalance", tone: "warn" },
  "rebalance ended": { sign: "⇄", word: "rebalance", tone: "warn" },
  lost: { sign: "!", word: "partitions lost", tone: "bad" },
  "member gone": { sign: "–", word: "member gone", tone: "bad" },
  migrated: { sign: "!", word: "tasks migrated", tone: "bad" },
  fenced: { sign: "F", word: "producer fenced", tone: "bad" },
  restored: { sign: "R", word: "task restored", tone: "calm" },
  "state wiped": { sign: "W", word: "stores thrown away", tone: "bad" },
};

export function signOf(kind: string): Sign {
  return SIGNS[kind] ?? { sign: "•", word: kindText(kind), tone: "calm" };
}

/** What a mark says to those who point at it. */
export function markText({ event, at_ms, count: many = 1, task, thread }: LaneMark): string {
  const times = many > 1 ? `, ${count(many)} times` : "";
  return `${kindText(event)}${times}, ${task ? `task ${task}` : thread}, ${exactTime(at_ms)}`;
}

/** The task, the thread or the instance that an event is of, as a word. */
export function whoOf({ task, thread }: Pick<SimulationEvent, "task" | "thread">): string {
  return task ?? thread;
}

/** A record as rows of a list: what of it is known. */
export function recordFacts(event: SimulationEvent): [string, string][] {
  const { partition, offset, key, timestamp, stream_time: streamTime } = event;
  const facts: [string, string | null][] = [
    ["Partition", partition ?? null],
    ["Offset", offset === undefined ? null : count(offset)],
    ["Key", key ?? null],
    ["Timestamp", timestamp === undefined ? null : recordTime(timestamp)],
    ["Stream time", streamTime === undefined || streamTime < 0 ? null : recordTime(streamTime)],
  ];
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

/** Counts by partition that an event has: what a poll brought, what was committed. */
export function countsOf(event: SimulationEvent): { title: string; rows: [string, number][] } | null {
  for (const [field, title] of COUNTED) {
    const value = event[field];
    if (typeof value !== "object" || value === null || Array.isArray(value)) continue;
    const rows = Object.entries(value as Record<string, unknown>).filter((row): row is [string, number] => typeof row[1] === "number");
    if (rows.length > 0) return { title, rows };
  }
  return null;
}

const COUNTED: readonly [field: string, title: string][] = [
  ["records", "Records of each partition"],
  ["offsets", "Next offset of each partition"],
  ["again", "Processed again, of each partition"],
];

/** What of the topology has to do with an event: the node itself, or else who reads the partition; and the task's other nodes. */
export function litBy(topology: AnalyzedTopology, event: SimulationEvent | null): Highlight {
  const runtime = topology.topology;
  if (runtime === null || event === null) return NOTHING;
  const named = runtime.nodes.find(({ name }) => name === event.node);
  if (named !== undefined) return { ...NOTHING, main: new Set([named.id]) };
  if (event.event === "polled") {
    const topics = new Set((countsOf(event)?.rows ?? []).map(([partition]) => topicOfPartition(partition)));
    return { ...NOTHING, related: new Set(runtime.nodes.filter(({ id, kind }) => kind === "source" && [...topics].some((topic) => reads(topology, id, topic))).map(({ id }) => id)) };
  }
  const topic = topicOfPartition(event.partition);
  const subTopology = event.task === undefined ? null : Number(event.task.split("_")[0]);
  const readers = runtime.nodes.filter((node) => node.kind === "source" && reads(topology, node.id, topic) && (subTopology === null || node.sub_topology === subTopology));
  if (readers.length > 0) return { ...NOTHING, main: new Set(readers.map(({ id }) => id)) };
  const thing = topic === null ? null : topicRef(topology, topic);
  if (thing !== null) return { ...NOTHING, thing };
  const own = runtime.nodes.filter((node) => node.kind === "source" && node.sub_topology === subTopology);
  return { ...NOTHING, related: new Set(own.map(({ id }) => id)) };
}

function reads(topology: AnalyzedTopology, node: number, topic: string | null): boolean {
  return topic !== null && (topology.topology?.named_topics?.some(({ name, readers }) => name === topic && readers.includes(node)) ?? false);
}

/** The topic of a partition such as orders-3. */
export function topicOfPartition(partition: string | undefined): string | null {
  return partition === undefined ? null : (/^(.+)-\d+$/.exec(partition)?.[1] ?? null);
}
