// The wire format, `topoviz/simulation@1`: what happens to records on stream threads, and every event of it by its number.

import type { Tasks } from "./taskTypes";
import type { Status } from "./types";

export interface SimulatedThread {
  thread: string;
  client: string;
  tasks: string[];
  turns: number;
  processing_ms: number;
  in_poll_ms: number;
  records_in_turn: number;
  died_of: string | null;
}

export interface SimulatedTask {
  task: string;
  thread: string;
  records: number;
  processing_ms: number;
  dropped: number;
  processed_again: number;
  pauses: number;
  punctuations: number;
  commits: number;
  /** Milliseconds by reason. */
  waits_ms: Record<string, number>;
  records_while_a_partition_was_empty: number;
}

export interface SimulatedNode {
  node: string;
  records: number;
  late: number;
  passed_on?: number;
  /** Without the key or value that it needs. */
  skipped?: number;
  /** Records of a join that found a partner, and that found none. */
  matched?: number;
  unmatched?: number;
}

export interface SimulatedStore {
  store: string;
  keys: number;
  changelog_records: number;
  /** Updates that were replaced in its cache before anybody saw them. */
  merged_in_cache: number;
}

export interface SimulatedPartition {
  partition: string;
  records: number;
  committed: number;
  highest_lag: number;
  highest_at_ms: number;
}

export interface Latency {
  records: number;
  median: number;
  p95: number;
  p99: number;
  highest: number;
}

export interface SharedWork {
  client: string;
  threads: number;
  records: number;
  mean_ms: number;
  p99_ms: number;
  mean_ms_if_shared: number;
  p99_ms_if_shared: number;
}

export interface SimulationSummary {
  version: string;
  ended_ms: number;
  is_cut: boolean;
  records: number;
  processed: number;
  aborted: number;
  rebalances?: number;
  restored_records?: number;
  latency_ms: Latency | null;
  /** What it would be if the threads of an instance shared their tasks, of instances of several threads. */
  shared_work?: SharedWork[];
  threads: SimulatedThread[];
  by_task: SimulatedTask[];
  by_node: SimulatedNode[];
  by_store?: SimulatedStore[];
  by_partition: SimulatedPartition[];
  lag: { at_ms: number[]; records_behind: Record<string, number[]> };
}

/** How many events there were, and how many of them are kept. */
export interface TraceFacts {
  events: number;
  stored: number;
  first_ms: number | null;
  last_ms: number | null;
  is_cut: boolean;
  cut_at_ms?: number | null;
  next_step?: string | null;
  by_kind?: Record<string, number>;
}

export interface Simulation {
  schema: string;
  tasks: Tasks;
  /** null where not all tasks are known, or Kafka Streams would not start. */
  summary: SimulationSummary | null;
  assumed: string[];
  not_followed: string[];
  trace?: TraceFacts | null;
}

/** What is asked: texts as they were given. */
export interface SimulationQuestion {
  partitions: string;
  configuration: string;
  cluster: string;
  /** CSV with a header, or JSON lines; empty where the configuration says which to make. */
  records: string;
}

/** What was asked, as the server gives it back: without the text of the records. */
export interface AskedSimulation extends Omit<SimulationQuestion, "records"> {
  records: { bytes: number; sha256: string } | null;
}

export interface SimulationDocument {
  id: string;
  url: string;
  status: Status;
  /** How far the work on it is, such as `played 12 of 60 s, 40,000 records`. */
  stage?: string | null;
  topology?: number;
  name?: string;
  question?: AskedSimulation;
  reason?: { code: string; sentence: string; next_step: string } | null;
  result?: Simulation | null;
}

export interface LogLine {
  level: string;
  logger: string;
  text: string;
}

/** Something that happens: its fields are those that the engine gives this kind. */
export interface SimulationEvent {
  number: number;
  at_ms: number;
  event: string;
  /** The thread, or the instance where all of it is meant. */
  thread: string;
  /** What it is and why, in words. */
  sentence: string;
  log?: LogLine[];
  task?: string;
  partition?: string;
  node?: string;
  offset?: number;
  key?: string | null;
  timestamp?: number;
  stream_time?: number;
  [field: string]: unknown;
}

export interface EventsPage {
  events: SimulationEvent[];
  /** What to ask for what comes after these: null at the end. */
  after: number | null;
  /** What to ask for what comes before these: null at the beginning. */
  before: number | null;
}

export interface QueueState {
  partition: string;
  buffered: number;
  first_offset?: number | null;
  first_timestamp?: number | null;
  is_paused?: boolean;
  committed?: number | null;
}

/** A task just after an event. */
export interface TaskState {
  task: string;
  stream_time: number | null;
  waits?: { why: string; partition: string | null } | null;
  /** Its state, what it has to commit, its transaction and its current node, in sentences. */
  said?: string[];
  queues: QueueState[];
}

export interface EventState {
  number: number;
  tasks: TaskState[];
}

export interface LaneSpan {
  state: string;
  from_ms: number;
  to_ms: number;
  /** Of a span that stands for several, how much of it the state holds. */
  share?: number;
  why?: string | null;
  partition?: string | null;
  records?: number;
}

export interface Lane {
  thread: string;
  client: string;
  /** null for the thread itself. */
  task: string | null;
  spans: LaneSpan[];
}

export interface LaneMark {
  /** Of the event. */
  number: number;
  at_ms: number;
  event: string;
  thread: string;
  task?: string | null;
  /** How many events stand here as one. */
  count?: number;
}

/** An interval as pictures show it. */
export interface Lanes {
  from_ms: number;
  to_ms: number;
  lanes: Lane[];
  marks: LaneMark[];
  series: {
    at_ms: number[];
    buffered: Record<string, (number | null)[]>;
    stream_time: Record<string, (number | null)[]>;
    lag?: Record<string, (number | null)[]>;
  };
}

/** What a share link shows of a run. */
export interface SharedSimulation {
  name: string;
  topology: number;
  question: AskedSimulation;
  result: Simulation;
}
