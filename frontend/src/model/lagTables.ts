// The tables of a lag report: what their columns show, and how each is sorted.

import type { EndToEnd, InstanceLag, LagReport, PartitionLag, Rebalance, SubTopologyLag, TaskLag, ThreadLag, ThreadTime, Verdict } from "../api/lagTypes";
import { partitionKey, partitionName, type Focus } from "./lagFocus";
import { byName } from "./lagSeries";
import { ACTIVITIES, threadName } from "./lagThreads";
import { NOT_KNOWN, count, duration, milliseconds, rate, share, slope, times, twoDecimals, type Clock } from "./lagWords";

export interface Column<Row> {
  key: string;
  title: string;
  /** What the column means, where its title does not say it all. */
  meaning?: string;
  isNumber: boolean;
  /** A text that may be broken into lines. */
  isSentence?: boolean;
  /** Such a text that is read as a whole: it gets more room. */
  isLong?: boolean;
  show: (row: Row) => string;
  sortBy: (row: Row) => string | number | null;
}

export interface Sorting {
  key: string;
  isDescending: boolean;
}

/** A task with what only its partitions and its sub-topology say. */
export interface TaskRow extends TaskLag {
  /** How often one of its partitions stood still; null where none has two samples. */
  stalls: number | null;
  /** Produced per second, against the median of its sub-topology's tasks. */
  skew: number | null;
}

export function taskRows(report: LagReport): TaskRow[] {
  return report.tasks.map((task) => ({ ...task, stalls: stallsOf(report, task.task), skew: skewOf(report, task) }));
}

/** Sorts rows; what is not known comes last in either direction, and equals keep their order. */
export function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sorting: Sorting): Row[] {
  const column = columns.find(({ key }) => key === sorting.key);
  if (column === undefined) return [...rows];
  const sign = sorting.isDescending ? -1 : 1;
  return [...rows].sort((left, right) => {
    const [a, b] = [column.sortBy(left), column.sortBy(right)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === "number" && typeof b === "number" ? a - b : byName(String(a), String(b)));
  });
}

/** A press on a column's title: numbers begin with the largest, names with the first; pressed again, it turns round. */
export function pressed<Row>(sorting: Sorting, column: Column<Row>): Sorting {
  const isSame = sorting.key === column.key;
  return { key: column.key, isDescending: isSame ? !sorting.isDescending : column.isNumber };
}

export function isTaskMarked(task: TaskLag, focus: Focus | null): boolean {
  return focus?.tasks.has(task.task) ?? false;
}

export function isPartitionMarked(partition: PartitionLag, focus: Focus | null): boolean {
  return focus?.partitions.has(partitionKey(partition)) ?? false;
}

type Shown = (value: number | null) => string;

export function number<Row>(key: string, title: string, value: (row: Row) => number | null, show: Shown, meaning = ""): Column<Row> {
  return { key, title, isNumber: true, show: (row) => show(value(row)), sortBy: value, ...(meaning ? { meaning } : {}) };
}

export function name<Row>(key: string, title: string, value: (row: Row) => string | null): Column<Row> {
  return { key, title, isNumber: false, show: (row) => value(row) ?? NOT_KNOWN, sortBy: value };
}

const SLOPE = "How fast lag grew over the whole history, by the straight line that fits best";
const CATCH_UP = "How long until nothing is left to read, at the rates of the end of the history; a dash where lag does not shrink. Where less waits than it reads in a minute, the time would be chance";
const LITTLE_SECONDS = 60;
const WAITS = "How long the first record that is not read yet has waited at the end, and a sample's distance less at most; a dash where it came before the history begins";
const STALLS = "How often there was something to read and nothing was committed, and how long at most";

function stalls(many: number | null, longest: number | null): string {
  if (many === null) return NOT_KNOWN;
  return many === 0 ? "none" : `${many} × up to ${duration(longest)}`;
}

function stallColumn<Row extends { stall_seconds: number | null }>(many: (row: Row) => number | null): Column<Row> {
  return {
    key: "stalls",
    title: "Stalls",
    meaning: STALLS,
    isNumber: true,
    show: (row) => stalls(many(row), row.stall_seconds),
    sortBy: (row) => (many(row) === null ? null : (row.stall_seconds ?? 0)),
  };
}

type CatchesUp = Pick<PartitionLag, "catch_up_seconds" | "lag_last" | "consume_rate">;

function catchUpColumn(): Column<CatchesUp> {
  return {
    key: "catch-up",
    title: "Catches up in",
    meaning: CATCH_UP,
    isNumber: true,
    show: (row) => (waitsLittle(row) ? "little waits" : duration(row.catch_up_seconds)),
    sortBy: (row) => (waitsLittle(row) ? 0 : row.catch_up_seconds),
  };
}

/** Lag that comes and goes between two commits: divided by the small difference of two rates it says nothing. */
function waitsLittle({ lag_last, consume_rate }: CatchesUp): boolean {
  return lag_last !== null && lag_last > 0 && consume_rate !== null && lag_last < LITTLE_SECONDS * consume_rate;
}

type Judged = Pick<TaskLag, "unknown_because"> & { verdict?: Verdict | null };

const VERDICTS: Record<Verdict, string> = { problem: "problem", unknown: "not known", fine: "fine" };

function verdictColumn(): Column<Judged> {
  return {
    key: "verdict",
    title: "Verdict",
    meaning: "Whether a finding speaks of it; not known where the samples are too few, too short or have gaps",
    isNumber: false,
    isSentence: true,
    show: verdictOf,
    sortBy: verdictOf,
  };
}

/** The verdict in words, with the reason where it is not known. */
export function verdictOf({ verdict, unknown_because }: Judged): string {
  if (verdict == null) return NOT_KNOWN;
  return unknown_because == null ? VERDICTS[verdict] : `${VERDICTS[verdict]}: ${unknown_because}`;
}

export const TASK_COLUMNS: readonly Column<TaskRow>[] = [
  name("task", "Task", (row) => row.task),
  verdictColumn(),
  number("lag", "Lag at the end", (row) => row.lag_last, count, "Records not read yet, in the last sample of the history"),
  number("waits", "Waits for", (row) => row.waiting_seconds ?? null, duration, WAITS),
  number("share", "Share of lag", (row) => row.lag_share, share),
  number("produced", "Produced", (row) => row.produce_rate, rate, "Records per second that were written to what it reads"),
  number("consumed", "Consumed", (row) => row.consume_rate, rate, "Records per second that it read and committed"),
  number("slope", "Lag grows by", (row) => row.lag_slope, slope, SLOPE),
  stallColumn((row) => row.stalls),
  catchUpColumn(),
  number("skew", "Skew", (row) => row.skew, times, "Produced per second, against the median of its sub-topology's tasks"),
  name("client", "Client", (row) => row.client_id),
];

const OVER_MEDIAN = "The largest of its tasks over the median of them: 1× is even";
const GINI = "0 when all tasks have the same, near 1 when one has it all";

export const SUB_TOPOLOGY_COLUMNS: readonly Column<SubTopologyLag>[] = [
  name("sub-topology", "Sub-topology", (row) => String(row.sub_topology)),
  number("tasks", "Tasks", (row) => row.tasks, count),
  number("lag", "Lag at the end", (row) => row.lag_last, count, "Records not read yet, in the last sample of the history"),
  number("waits", "Waits for", (row) => row.waiting_seconds ?? null, duration, WAITS),
  number("produced", "Produced", (row) => row.produce_rate, rate),
  number("consumed", "Consumed", (row) => row.consume_rate, rate),
  number("slope", "Lag grows by", (row) => row.lag_slope, slope, SLOPE),
  catchUpColumn(),
  number("lag-skew", "Lag, max over median", (row) => row.lag_mean_max_over_median ?? null, times, OVER_MEDIAN),
  number("lag-gini", "Lag, Gini", (row) => row.lag_mean_gini, twoDecimals, GINI),
  number("produced-skew", "Produced, max over median", (row) => row.produce_rate_max_over_median ?? null, times, OVER_MEDIAN),
  number("produced-gini", "Produced, Gini", (row) => row.produce_rate_gini, twoDecimals, GINI),
];

export const PARTITION_COLUMNS: readonly Column<PartitionLag>[] = [
  name("partition", "Partition", partitionName),
  name("task", "Task", (row) => row.task),
  verdictColumn(),
  number("lag", "Lag at the end", (row) => row.lag_last, count, "Records not read yet, in the last sample of the history"),
  number("waits", "Waits for", (row) => row.waiting_seconds ?? null, duration, WAITS),
  number("mean", "Mean", (row) => row.lag_mean, count, "Mean of the lag"),
  number("p95", "95 % below", (row) => row.lag_p95, count, "Lag below which 95 % of the samples are"),
  number("max", "Most", (row) => row.lag_max, count, "Largest lag"),
  number("most-waits", "Waited at most", (row) => row.waiting_seconds_max ?? null, duration, "How long the first record that was not read yet had waited when lag was largest"),
  number("produced", "Produced", (row) => row.produce_rate, rate),
  number("consumed", "Consumed", (row) => row.consume_rate, rate),
  number("slope", "Lag grows by", (row) => row.lag_slope, slope, SLOPE),
  stallColumn(knownStalls),
  catchUpColumn(),
  name("client", "Client", (row) => row.client_id),
];

export const THREAD_COLUMNS: readonly Column<ThreadLag>[] = [
  name("thread", "Thread", (row) => row.client_id),
  number("partitions", "Partitions", (row) => row.partitions, count, "Partitions that it has at the end"),
  name("tasks", "Tasks", (row) => row.tasks.join(", ") || null),
  number("lag", "Lag at the end", (row) => row.lag_last, count, "Records not read yet on these partitions"),
  number("waits", "Waits for", (row) => row.waiting_seconds, duration, WAITS),
  number("produced", "Produced", (row) => row.produce_rate, rate),
  number("consumed", "Consumed", (row) => row.consume_rate, rate),
];

/** The columns of these instances: hosts only where the history names one. */
export function instanceColumns(instances: readonly InstanceLag[], clock: Clock): readonly Column<InstanceLag>[] {
  const host = name<InstanceLag>("hosts", "Host", (row) => row.hosts?.join(", ") || null);
  return [
    name("instance", "Instance", (row) => row.process),
    ...(instances.some(({ hosts }) => hosts?.length) ? [host] : []),
    number("threads", "Threads", (row) => row.threads, count, "Of these threads partitions were seen"),
    number("partitions", "Partitions", (row) => row.partitions, count, "Partitions that it has at the end; none where it left before"),
    number("lag", "Lag at the end", (row) => row.lag_last, count, "Records not read yet on these partitions"),
    number("waits", "Waits for", (row) => row.waiting_seconds ?? null, duration, WAITS),
    number("produced", "Produced", (row) => row.produce_rate, rate),
    number("consumed", "Consumed", (row) => row.consume_rate, rate),
    moment("from", "Seen from", (row) => row.first_seen, clock),
    moment("to", "to", (row) => row.last_seen, clock),
  ];
}

export function rebalanceColumns(clock: Clock): readonly Column<Rebalance>[] {
  return [
    moment("time", "Seen at", (row) => row.until, clock),
    number("partitions", "Partitions moved", (row) => row.partitions, count),
    name("joined", "Came", (row) => row.joined.join(", ") || "nobody"),
    name("left", "Left", (row) => row.left.join(", ") || "nobody"),
  ];
}

/** The columns of these threads: hosts only where the history names one. */
export function threadColumns(threads: readonly ThreadTime[]): readonly Column<ThreadTime>[] {
  const host = name<ThreadTime>("hosts", "Host", (row) => row.hosts.join(", ") || null);
  return [
    name("thread", "Thread", threadName),
    ...(threads.some(({ hosts }) => hosts.length) ? [host] : []),
    number("partitions", "Partitions", (row) => row.partitions, count, "Partitions that it has at the end"),
    number("lag", "Lag at the end", (row) => row.lag_last, count, "Records not read yet on these partitions"),
    ...ACTIVITIES.map(({ value, label, what }) =>
      number<ThreadTime>(value, label, (row) => row[`${value}_share`], share, `Of the thread's time, ${what}`),
    ),
    number("processed", "Processed", (row) => row.process_rate, rate, "Records per second"),
    number("per-record", "For a record", (row) => row.process_latency_ms, milliseconds, "How long a record takes"),
    name("busiest", "Busiest task", busiestTask),
    number("per-commit", "For a commit", (row) => row.commit_latency_ms, milliseconds, "How long a commit takes, for each task that it is for"),
    number("commit-rate", "Commits a second", (row) => row.commit_rate, rate),
  ];
}

function busiestTask({ busiest_task, busiest_task_share }: ThreadTime): string | null {
  return busiest_task === null ? null : `${busiest_task}, ${share(busiest_task_share)} of its code`;
}

export const END_TO_END_COLUMNS: readonly Column<EndToEnd>[] = [
  name("task", "Task", (row) => row.task),
  name("node", "Node", (row) => row.node),
  name("application", "Application", (row) => row.application),
  number("average", "Age of records", (row) => row.average_ms, milliseconds, "From a record's own time until the node is done with it, on average"),
  number("most", "At most", (row) => row.most_ms, milliseconds),
];

export function moment<Row>(key: string, title: string, value: (row: Row) => string, clock: Clock): Column<Row> {
  return { key, title, isNumber: false, show: (row) => clock.full(value(row)), sortBy: (row) => Date.parse(value(row)) };
}

/** Whether a partition stood still takes two samples to see. */
function knownStalls({ samples, stalls }: PartitionLag): number | null {
  return samples > 1 ? stalls : null;
}

function stallsOf(report: LagReport, task: string): number | null {
  const known = report.partitions.filter((one) => one.task === task).flatMap((one) => knownStalls(one) ?? []);
  return known.length === 0 ? null : known.reduce((sum, many) => sum + many, 0);
}

function skewOf(report: LagReport, task: TaskLag): number | null {
  if (task.produce_rate === null) return null;
  const known = report.tasks
    .filter((one) => one.sub_topology === task.sub_topology)
    .flatMap((one) => one.produce_rate ?? [])
    .sort((left, right) => left - right);
  const middle = ((known[Math.floor((known.length - 1) / 2)] ?? 0) + (known[Math.floor(known.length / 2)] ?? 0)) / 2;
  return middle > 0 ? task.produce_rate / middle : null;
}
