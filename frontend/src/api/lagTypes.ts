// The wire format of lag reports, `topoviz/lag-report@1`: what the server sends and nothing else. Later fields are only
// ever added. Lags are records, rates records per second, times ISO 8601 in UTC; null is not known.

import type { AnalysisDocument, Status } from "./types";

export type FindingKind =
  | "possibly-lost"
  | "made-anew"
  | "went-back"
  | "restarts"
  | "rebalances"
  | "slow-code"
  | "slow-commits"
  | "slow-poll"
  | "slow-punctuation"
  | "hot-partition"
  | "slow-instance"
  | "stall"
  | "pauses"
  | "falling-behind"
  | "past-peak"
  | "backlog"
  | "offline"
  | "out-of-sync"
  | "broker-away"
  | "leader-moves"
  | "count-changed"
  | "size-skew"
  | "growth"
  | "not-known"
  | "fine";

/** What can be said of a partition, a task or the whole. Reports of earlier days have none. */
export type Verdict = "problem" | "unknown" | "fine";

export interface PartitionRef {
  group: string;
  /** The topic's name on the broker. */
  topic: string;
  partition: number;
}

export interface Finding {
  kind: FindingKind;
  sentence: string;
  advice: string;
  tasks: string[];
  partitions: PartitionRef[];
  clients: string[];
  numbers: Record<string, number>;
  /** From when to when it was so. Reports of earlier days have neither, nor how sure it is. */
  start?: string | null;
  until?: string | null;
  sure?: "seen" | "likely" | "possible";
  forecasts?: Forecast[];
  lines?: FindingLines | null;
}

/** The lag and the rates of all that a finding is about, from the start of the report on. */
export interface FindingLines {
  bucket_seconds: number;
  lag: (number | null)[];
  produce_rate: (number | null)[];
  consume_rate: (number | null)[];
}

/** Lag is `records` between these two times, if it goes on so. */
export interface Forecast {
  what: "reaches" | "worked-off" | "passed-by-retention";
  records: number;
  earliest: string;
  latest: string;
}

/** An hour of the day in UTC, as the mean over `days`. */
export interface HourOfDay {
  group: string;
  hour: number;
  days: number;
  produce_rate: number | null;
  produce_rate_max: number | null;
  consume_rate: number | null;
  lag_mean: number | null;
  lag_max: number | null;
}

/** A thread with its partitions, lag and rates at the end. */
export interface ThreadLag {
  group: string;
  process: string;
  thread: number | null;
  client_id: string;
  tasks: string[];
  partitions: number;
  lag_last: number | null;
  waiting_seconds: number | null;
  produce_rate: number | null;
  consume_rate: number | null;
}

/** What a sub-topology writes to a repartition topic for each record that it reads. */
export interface Amplification {
  topic: string;
  written_by: number;
  read_by: number;
  read_rate: number | null;
  written_rate: number | null;
  ratio: number | null;
  sentence: string;
}

/** Two topics that the same tasks read. */
export interface Copartitioned {
  sub_topology: number;
  topic: string;
  other: string;
  tasks: number;
  correlation: number | null;
  waits: number;
  other_waits: number;
  sentence: string;
}

export interface RejectedRow {
  /** Which of the files, from 0. */
  file: number;
  line: number | null;
  text: string;
  reason: string;
}

export interface RejectedRows {
  reason: string;
  count: number;
  examples: RejectedRow[];
}

export interface RowCounts {
  good: number;
  rejected: number;
  duplicates: number;
  rejected_by_reason: RejectedRows[];
}

export interface PartitionLag {
  group: string;
  topic: string;
  partition: number;
  /** null where the topology does not read the topic. */
  task: string | null;
  sub_topology: number | null;
  client_id: string | null;
  clients: number;
  samples: number;
  first_seen: string;
  last_seen: string;
  interval_seconds: number | null;
  lag_last: number | null;
  /** How long the first record that waits at the end has waited, at most. */
  waiting_seconds?: number | null;
  /** The same for the sample with the most lag. */
  waiting_seconds_max?: number | null;
  lag_mean: number | null;
  lag_max: number | null;
  lag_p50: number | null;
  lag_p95: number | null;
  lag_p99: number | null;
  lag_slope: number | null;
  /** 1 where lag goes along a straight line, 0 where no line says anything of it. */
  lag_steadiness?: number | null;
  produce_rate: number | null;
  consume_rate: number | null;
  recent_produce_rate: number | null;
  recent_consume_rate: number | null;
  catch_up_seconds: number | null;
  stalls: number;
  stall_seconds: number | null;
  stall_from: string | null;
  stall_until: string | null;
  stall_produced: number | null;
  end_resets: number;
  commit_resets: number;
  beyond_end: number;
  uncommitted: number;
  /** In how many intervals the committed offset moved, and how fast usually. */
  commits?: number;
  usual_rate?: number | null;
  gap_seconds?: number | null;
  gap_from?: string | null;
  stalled_seconds?: number | null;
  stall_wait_seconds?: number | null;
  pauses?: number;
  pause_seconds?: number | null;
  pauses_from?: string | null;
  pauses_until?: string | null;
  /** How often, for ten minutes or more, records waited that had been there five minutes before; the longest such time. */
  peaks?: number;
  peak_from?: string | null;
  peak_until?: string | null;
  peak_at?: string | null;
  peak_lag?: number | null;
  /** The samples before and after at which the group kept up. */
  peak_onset?: string | null;
  peak_over?: string | null;
  /** How often the committed offset passed over an old backlog faster than the group reads, and over how much. */
  jumps?: number;
  jump_records?: number | null;
  jump_from?: string | null;
  jump_until?: string | null;
  /** The longest time without a committed offset and what came meanwhile; the longest with one beyond the end. */
  uncommitted_from?: string | null;
  uncommitted_until?: string | null;
  uncommitted_records?: number | null;
  beyond_from?: string | null;
  beyond_until?: string | null;
  beyond_records?: number | null;
  /** How often another client had it than before. */
  moves?: number;
  /** How often the committed offset went back, and the end of the log; the farthest such step. */
  rewinds?: number;
  rewind_records?: number | null;
  rewind_from?: string | null;
  rewind_until?: string | null;
  anews?: number;
  anew_from?: string | null;
  anew_until?: string | null;
  anew_end?: number | null;
  anew_records?: number | null;
  anew_lag?: number | null;
  /** How many samples have a time that cannot be right. */
  torn?: number;
  torn_from?: string | null;
  torn_until?: string | null;
  /** null where the topology does not read the topic. */
  verdict?: Verdict | null;
  unknown_because?: string | null;
}

export interface TaskLag {
  task: string;
  sub_topology: number;
  partition: number;
  partitions: number;
  client_id: string | null;
  lag_last: number | null;
  waiting_seconds?: number | null;
  lag_share: number | null;
  lag_mean: number | null;
  lag_slope: number | null;
  produce_rate: number | null;
  consume_rate: number | null;
  recent_produce_rate: number | null;
  recent_consume_rate: number | null;
  catch_up_seconds: number | null;
  stall_seconds: number | null;
  unknown_lags: number;
  verdict?: Verdict;
  unknown_because?: string | null;
}

export interface SubTopologyLag {
  sub_topology: number;
  tasks: number;
  lag_last: number | null;
  waiting_seconds?: number | null;
  lag_mean: number | null;
  lag_slope: number | null;
  produce_rate: number | null;
  consume_rate: number | null;
  catch_up_seconds: number | null;
  stall_seconds: number | null;
  lag_mean_max_over_mean: number | null;
  lag_mean_gini: number | null;
  produce_rate_max_over_mean: number | null;
  produce_rate_gini: number | null;
  consume_rate_max_over_mean: number | null;
  consume_rate_gini: number | null;
  lag_mean_max_over_median?: number | null;
  produce_rate_max_over_median?: number | null;
  consume_rate_max_over_median?: number | null;
}

/** An instance with all its threads; its partitions, lag and rates are those at the end. */
export interface InstanceLag {
  group: string;
  process: string;
  threads: number;
  first_seen: string;
  last_seen: string;
  partitions: number;
  lag_last: number | null;
  produce_rate: number | null;
  consume_rate: number | null;
  waiting_seconds?: number | null;
  /** Where it ran, as far as the history says. Reports of earlier days have none. */
  hosts?: string[];
}

/** Partitions went to other owners between two samples; who was seen first and last then. */
export interface Rebalance {
  group: string;
  start: string;
  until: string;
  partitions: number;
  joined: string[];
  left: string[];
}

export type AdviceKind = "threads" | "assignment" | "repartition-topics" | "work-sharing";

/** A table of an advice; cells are texts with their units. */
export interface AdviceTable {
  title: string;
  columns: string[];
  rows: string[][];
}

/** What could be done about the measured load, and what that would give. */
export interface Advice {
  kind: AdviceKind;
  sentence: string;
  next_step: string;
  /** How its figures come about, step by step. */
  arithmetic: string[];
  /** What they take for granted. */
  rests_on: string[];
  tables: AdviceTable[];
  /** Where to look on: the query of the workbench's address, at the report's analysis. */
  links: { words: string; query: string }[];
  numbers: Record<string, number>;
}

/** What a thread spends its time on, as its own metrics say: shares from 0 to 1, latencies in milliseconds. */
export interface ThreadTime {
  process: string;
  thread: number;
  buckets: number;
  process_share: number | null;
  commit_share: number | null;
  poll_share: number | null;
  punctuate_share: number | null;
  process_rate: number | null;
  commit_rate: number | null;
  process_latency_ms: number | null;
  commit_latency_ms: number | null;
  poll_latency_ms: number | null;
  punctuate_latency_ms: number | null;
  busiest_task: string | null;
  busiest_task_share: number | null;
  partitions: number;
  lag_last: number | null;
  hosts: string[];
}

/** The same over time; values stand at the start and every `bucket_seconds` after it. */
export interface ThreadLine {
  process: string;
  thread: number;
  process_share: (number | null)[];
  commit_share: (number | null)[];
  poll_share: (number | null)[];
  punctuate_share: (number | null)[];
  commit_rate: (number | null)[];
  process_latency_ms: (number | null)[];
  commit_latency_ms: (number | null)[];
}

/** How old records are, in milliseconds, when a node of a task is done with them. */
export interface EndToEnd {
  application: string;
  task: string;
  node: string;
  average_ms: number | null;
  most_ms: number | null;
}

/** A line of a chart; values stand at the start and every `bucket_seconds` after it. */
export interface Timeline {
  of: "topic" | "sub-topology" | "task";
  name: string;
  lag: (number | null)[];
  produce_rate: (number | null)[];
  consume_rate: (number | null)[];
  /** How many partitions had a sample in that stretch of time, and so are in the sum. */
  partitions: number[];
}

export interface HeatRow {
  group: string;
  topic: string;
  partition: number;
  task: string | null;
  lag: (number | null)[];
}

export interface HeatMap {
  bucket_seconds: number;
  buckets: number;
  rows: HeatRow[];
  partitions_left_out: number;
}

/** What the samples can show, and as sentences what they cannot. */
export interface Sight {
  interval_seconds: number | null;
  shortest_pause_seconds: number | null;
  longest_gap_seconds: number | null;
  longest_gap_from: string | null;
  cannot_show: string[];
}

export interface LagReport {
  schema: string;
  start: string;
  end: string;
  interval_seconds: number | null;
  group: string | null;
  rows: RowCounts;
  verdict?: Verdict;
  sight?: Sight;
  findings: Finding[];
  sub_topologies: SubTopologyLag[];
  tasks: TaskLag[];
  partitions: PartitionLag[];
  /** Pairs of group and topic. */
  topics_not_read: [string, string][];
  topics_not_in_history: string[];
  partitions_not_in_history: PartitionRef[];
  bucket_seconds: number;
  buckets: number;
  timelines: Timeline[];
  heat: HeatMap;
  unsure: string[];
  notes: string[];
  instances?: InstanceLag[];
  rebalances?: Rebalance[];
  thread_lags?: ThreadLag[];
  hours?: HourOfDay[];
  amplifications?: Amplification[];
  copartitioned?: Copartitioned[];
  advice?: Advice[];
  threads?: ThreadTime[];
  thread_lines?: ThreadLine[];
  end_to_end?: EndToEnd[];
  /** What brokers say of topics; null or missing where no file says it. */
  topic_history?: TopicHistory | null;
}

/** Sizes are bytes, growth bytes a day, with the least and the most of the four quarters of the time. */
interface Growth {
  size_bytes: number | null;
  bytes_a_day: number | null;
  bytes_a_day_least: number | null;
  bytes_a_day_most: number | null;
}

export interface TopicSize extends Growth {
  topic: string;
  kind: "read" | "repartition" | "changelog" | "written" | "other";
  sub_topologies: number[];
  stores: string[];
  /** null where nobody said how many there are; `partitions_seen` goes by the highest one. */
  partitions: number | null;
  partitions_first: number | null;
  partitions_seen: number;
  disk_bytes: number | null;
  largest_partition: number | null;
  largest_bytes: number | null;
  median_bytes: number | null;
  largest_over_median: number | null;
}

export interface TopicPartitionState {
  topic: string;
  partition: number;
  tasks: string[];
  /** -1 where nobody leads it at the end. */
  leader: number | null;
  replicas: number[] | null;
  in_sync: number[] | null;
  leader_moves: number;
  reassignments: number;
  offline: number;
  offline_seconds: number | null;
  is_offline: boolean;
  out_of_sync: number;
  out_of_sync_seconds: number | null;
  is_out_of_sync: boolean;
  below_min: number;
  below_min_seconds: number | null;
  is_below_min: boolean;
  size_bytes: number | null;
  bytes_a_day: number | null;
}

export interface StoreSize extends Growth {
  store: string;
  sub_topology: number;
  topic: string;
  is_source: boolean;
  partitions: number;
  largest_task: string | null;
  largest_bytes: number | null;
}

export interface TaskRestore {
  task: string;
  sub_topology: number;
  stores: string[];
  restore_bytes: number | null;
  bytes_a_day: number | null;
  unknown: number;
}

export interface BrokerAbsence {
  broker: number;
  start: string;
  until: string;
  is_open: boolean;
  partitions: number;
  own: number;
  offline: number;
  below_min: number;
  leaders_lost: number;
}

export interface LeaderMove {
  start: string;
  until: string;
  before: number;
  after: number;
  partitions: number;
  own: number;
}

export interface CountChange {
  topic: string;
  before: number;
  after: number;
  start: string;
  until: string;
  share_moved: number | null;
  new_tasks: string[];
}

export interface TopicHistory {
  start: string;
  end: string;
  looks: number;
  interval_seconds: number | null;
  size_looks: number;
  is_own_only: boolean;
  growth_unknown_because: string | null;
  topics: TopicSize[];
  topics_left_out: number;
  topics_not_in_history: string[];
  partitions: TopicPartitionState[];
  partitions_left_out: number;
  stores: StoreSize[];
  tasks: TaskRestore[];
  absences: BrokerAbsence[];
  leader_moves: LeaderMove[];
  count_changes: CountChange[];
  size_lines: { topic: string; size_bytes: (number | null)[] }[];
  trouble: { out_of_sync: (number | null)[]; offline: (number | null)[]; leader_moves: (number | null)[] } | null;
}

export interface Downloads {
  json: string | null;
  tasks: string | null;
  partitions: string | null;
  rejected: string | null;
}

export interface ReportDocument {
  id: string;
  status: Status;
  url: string;
  page: string;
  analysis: string | null;
  topology: number;
  stage: string | null;
  stages: string[];
  attempts: number;
  reason: { code: string; sentence: string; next_step: string } | null;
  created: string;
  finished: string | null;
  files: { name: string; bytes: number }[];
  result: LagReport | null;
  downloads: Downloads;
}

/** What a list says of a report. */
export interface ListedReport {
  id: string;
  page: string;
  analysis: string;
  status: Status;
  created: string;
}

/** What the page of a report begins with. */
export interface InitialReport {
  document: ReportDocument;
  /** What the report is laid onto; only its result is looked at. */
  analysis: Pick<AnalysisDocument, "result"> | null;
  /** Address of the topology's picture, where it is not that of the analysis itself. */
  picture?: string | null;
  is_shared: boolean;
}
