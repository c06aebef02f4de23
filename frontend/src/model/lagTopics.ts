// What brokers say of topics: the tables, and the lines of the charts.

import type {
  BrokerAbsence,
  CountChange,
  LeaderMove,
  StoreSize,
  TaskRestore,
  TopicHistory,
  TopicPartitionState,
  TopicSize,
} from "../api/lagTypes";
import type { Line } from "./lagSeries";
import { moment, name, number, type Column } from "./lagTables";
import { NOT_KNOWN, bytes, count, duration, share, times, type Clock } from "./lagWords";

/** Bytes in the unit that one would choose; less than nothing where something shrinks. */
export function size(value: number | null): string {
  if (value === null) return NOT_KNOWN;
  return value < 0 ? `−${bytes(-value)}` : bytes(value);
}

/** How fast something grew, and between what in the quarters of the time. */
export function growth({ bytes_a_day, bytes_a_day_least, bytes_a_day_most }: Pick<TopicSize, "bytes_a_day" | "bytes_a_day_least" | "bytes_a_day_most">): string {
  if (bytes_a_day === null) return NOT_KNOWN;
  if (bytes_a_day_least === null || bytes_a_day_most === null) return size(bytes_a_day);
  return `${size(bytes_a_day)} (${size(bytes_a_day_least)} to ${size(bytes_a_day_most)})`;
}

const GROWS = "The straight line that fits best, over a day; in brackets the least and the most of the four quarters of the time";

function growthColumn<Row extends Pick<TopicSize, "bytes_a_day" | "bytes_a_day_least" | "bytes_a_day_most">>(): Column<Row> {
  return { key: "growth", title: "Grows a day", meaning: GROWS, isNumber: true, show: growth, sortBy: (row) => row.bytes_a_day };
}

export const STORE_COLUMNS: readonly Column<StoreSize>[] = [
  name("store", "Store", (row) => row.store),
  name("sub-topology", "Sub-topology", (row) => String(row.sub_topology)),
  name("topic", "Restored from", (row) => row.topic),
  number("size", "Size", (row) => row.size_bytes, size, "Its changelog, each partition by its largest copy"),
  growthColumn(),
  {
    key: "largest",
    title: "Largest task",
    isNumber: true,
    show: (row) => (row.largest_task === null ? NOT_KNOWN : `${row.largest_task} (${size(row.largest_bytes)})`),
    sortBy: (row) => row.largest_bytes,
  },
];

export const RESTORE_COLUMNS: readonly Column<TaskRestore>[] = [
  name("task", "Task", (row) => row.task),
  {
    key: "size",
    title: "Restores",
    meaning: "What the task reads where it has no local state: its partition of every changelog",
    isNumber: true,
    show: (row) => `${size(row.restore_bytes)}${row.unknown > 0 ? `, ${count(row.unknown)} not known` : ""}`,
    sortBy: (row) => row.restore_bytes,
  },
  number("growth", "Grows a day", (row) => row.bytes_a_day, size, "The straight line that fits best, over a day"),
  { ...name<TaskRestore>("stores", "Stores", (row) => row.stores.join(", ")), isSentence: true },
];

const KINDS: Record<TopicSize["kind"], string> = {
  read: "read",
  repartition: "repartition topic",
  changelog: "changelog",
  written: "written",
  other: "of others",
};

export const TOPIC_COLUMNS: readonly Column<TopicSize>[] = [
  name("topic", "Topic", (row) => row.topic),
  name("kind", "What it is", (row) => KINDS[row.kind]),
  name("sub-topologies", "Sub-topologies", (row) => row.sub_topologies.join(", ") || null),
  {
    key: "partitions",
    title: "Partitions",
    isNumber: true,
    show: (row) => {
      if (row.partitions === null) return `at least ${count(row.partitions_seen)}`;
      const before = row.partitions_first !== null && row.partitions_first !== row.partitions ? `, ${count(row.partitions_first)} before` : "";
      return `${count(row.partitions)}${before}`;
    },
    sortBy: (row) => row.partitions ?? row.partitions_seen,
  },
  number("size", "Size", (row) => row.size_bytes, size, "All partitions, each by its largest copy"),
  number("disk", "On disks", (row) => row.disk_bytes, size, "All copies together"),
  growthColumn(),
  number("skew", "Largest over median", (row) => row.largest_over_median, times, "The largest partition over the median of all: 1× is even"),
];

/** A state that comes and goes: how often, how long, and whether it is so at the end. */
function state(many: number, seconds: number | null, isSo: boolean): string {
  if (many === 0) return "never";
  return `${many} ×, ${duration(seconds)}${isSo ? ", now too" : ""}`;
}

function brokers(numbers: readonly number[] | null): string | null {
  return numbers === null ? null : numbers.join(", ") || "none";
}

export const STATE_COLUMNS: readonly Column<TopicPartitionState>[] = [
  name("partition", "Partition", (row) => `${row.topic}-${row.partition}`),
  name("tasks", "Tasks", (row) => row.tasks.join(", ") || null),
  name("leader", "Leader", (row) => (row.leader === null ? null : row.leader < 0 ? "none" : String(row.leader))),
  name("replicas", "Copies", (row) => brokers(row.replicas)),
  name("in-sync", "In sync", (row) => brokers(row.in_sync)),
  number("moves", "Leader moved", (row) => row.leader_moves, (value) => (value === 0 ? "never" : `${count(value)} ×`)),
  {
    key: "offline",
    title: "Without a leader",
    isNumber: true,
    show: (row) => state(row.offline, row.offline_seconds, row.is_offline),
    sortBy: (row) => row.offline_seconds ?? 0,
  },
  {
    key: "out",
    title: "Out of sync",
    isNumber: true,
    show: (row) => state(row.out_of_sync, row.out_of_sync_seconds, row.is_out_of_sync),
    sortBy: (row) => row.out_of_sync_seconds ?? 0,
  },
  {
    key: "below",
    title: "Too few in sync",
    meaning: "Fewer copies in sync than min.insync.replicas: Kafka Streams cannot write",
    isNumber: true,
    show: (row) => state(row.below_min, row.below_min_seconds, row.is_below_min),
    sortBy: (row) => row.below_min_seconds ?? 0,
  },
  number("size", "Size", (row) => row.size_bytes, size),
];

/** Of the application where there is one: what is its own and what of all. */
function ofAll(own: number, all: number, isOwnOnly: boolean): string {
  return isOwnOnly ? `${count(own)} of ${count(all)}` : count(all);
}

export function absenceColumns(history: TopicHistory, clock: Clock): readonly Column<BrokerAbsence>[] {
  const seconds = ({ start, until }: BrokerAbsence) => (Date.parse(until) - Date.parse(start)) / 1000;
  return [
    moment("start", "Since", (row) => row.start, clock),
    name("broker", "Broker", (row) => String(row.broker)),
    {
      key: "long",
      title: "For",
      meaning: "From the first look with copies out of sync to the first without",
      isNumber: true,
      show: (row) => `${duration(seconds(row))}${row.is_open ? ", now too" : ""}`,
      sortBy: seconds,
    },
    {
      key: "partitions",
      title: history.is_own_only ? "Own partitions" : "Partitions",
      isNumber: true,
      show: (row) => ofAll(row.own, row.partitions, history.is_own_only),
      sortBy: (row) => row.partitions,
    },
    number("below", "Too few in sync", (row) => row.below_min, count),
    number("offline", "Without a leader", (row) => row.offline, count),
    number("lost", "Leaders lost", (row) => row.leaders_lost, count, "Partitions that another broker leads since"),
  ];
}

export function moveColumns(history: TopicHistory, clock: Clock): readonly Column<LeaderMove>[] {
  return [
    moment("time", "Seen at", (row) => row.until, clock),
    name("before", "From broker", (row) => String(row.before)),
    name("after", "To broker", (row) => String(row.after)),
    {
      key: "partitions",
      title: history.is_own_only ? "Own partitions" : "Partitions",
      isNumber: true,
      show: (row) => ofAll(row.own, row.partitions, history.is_own_only),
      sortBy: (row) => row.partitions,
    },
  ];
}

export function changeColumns(clock: Clock): readonly Column<CountChange>[] {
  return [
    moment("time", "Seen at", (row) => row.until, clock),
    name("topic", "Topic", (row) => row.topic),
    number("before", "Partitions before", (row) => row.before, count),
    number("after", "after", (row) => row.after, count),
    number("moved", "Keys that move", (row) => row.share_moved, share, "The share of keys that Kafka's own partitioner writes to another partition"),
    name("tasks", "New tasks", (row) => row.new_tasks.join(", ") || null),
  ];
}

/** A line whose values are no lag, but drawn as such. */
export type ValueLine = Line & { lag: readonly (number | null)[] };

function line(title: string, values: readonly (number | null)[]): ValueLine {
  return { name: title, isMarked: false, lag: values };
}

/** Partitions in trouble over time; none where there never was any. */
export function troubleLines({ trouble }: TopicHistory): ValueLine[] {
  if (trouble === null) return [];
  const lines = [line("Out of sync", trouble.out_of_sync), line("Without a leader", trouble.offline)];
  return [...trouble.out_of_sync, ...trouble.offline, ...trouble.leader_moves].some((value) => value !== null && value > 0) ? lines : [];
}

/** When leaders moved, in milliseconds since 1970. */
export function movesOf(history: TopicHistory): number[] {
  const own = history.leader_moves.filter((move) => !history.is_own_only || move.own > 0);
  return [...new Set(own.map(({ until }) => Date.parse(until)))];
}

const MOST_SIZES = 8;
const STEP = 1024;

/** Lines in a unit of so many bytes, so that the axis has round numbers of it. */
export interface SizeLines {
  lines: ValueLine[];
  unit: number;
}

export function sizeLines({ size_lines }: TopicHistory): SizeLines {
  const shown = size_lines.slice(0, MOST_SIZES);
  const most = Math.max(1, ...shown.flatMap(({ size_bytes }) => size_bytes.map((value) => value ?? 0)));
  const unit = STEP ** Math.min(3, Math.floor(Math.log(most) / Math.log(STEP)));
  return { lines: shown.map(({ topic, size_bytes }) => line(topic, size_bytes.map((value) => (value === null ? null : value / unit)))), unit };
}

/** The sizes as a scenario takes them: of each store the mean of its tasks. Empty where none is known. */
export function scenarioState({ stores }: TopicHistory): string {
  const known = stores.flatMap(({ store, size_bytes, partitions }) => (size_bytes ? [`${store}: ${Math.floor(size_bytes / partitions)}`] : []));
  return known.length === 0 ? "" : `state: {bytes: {${known.join(", ")}}}`;
}

/** What of the tables is worth showing first: partitions in trouble or of which a leader moved. */
export function isQuiet(one: TopicPartitionState): boolean {
  return one.offline + one.out_of_sync + one.below_min + one.leader_moves === 0;
}
