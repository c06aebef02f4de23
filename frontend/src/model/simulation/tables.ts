// The tables of a run: what their columns show, and how each is sorted.

import type { SimulatedNode, SimulatedPartition, SimulatedStore, SimulatedTask, SimulatedThread } from "../../api/simulationTypes";
import type { Column } from "../lagTables";
import { count } from "../lagWords";
import { exactTime, lengthText } from "./times";

function number<Row>(key: keyof Row & string, title: string, of: (row: Row) => number, meaning = ""): Column<Row> {
  return { key, title, isNumber: true, show: (row) => count(of(row)), sortBy: of, ...(meaning === "" ? {} : { meaning }) };
}

function length<Row>(key: string, title: string, of: (row: Row) => number, meaning = ""): Column<Row> {
  return { key, title, isNumber: true, show: (row) => lengthText(of(row)), sortBy: of, ...(meaning === "" ? {} : { meaning }) };
}

const waited = ({ waits_ms: waits }: SimulatedTask) => Object.values(waits).reduce((sum, one) => sum + one, 0);

export const TASK_COLUMNS: readonly Column<SimulatedTask>[] = [
  { key: "task", title: "Task", isNumber: false, show: ({ task }) => task, sortBy: ({ task }) => task },
  { key: "thread", title: "Thread", isNumber: false, show: ({ thread }) => thread, sortBy: ({ thread }) => thread },
  number("records", "Records", ({ records }) => records),
  length("processing_ms", "Processing", ({ processing_ms: worked }) => worked),
  length("waits", "Waited", waited, "With records that it could not process"),
  number("processed_again", "Twice", (row) => row.processed_again, "Processed again after a crash"),
  number("dropped", "Dropped", ({ dropped }) => dropped),
  number("pauses", "Pauses", ({ pauses }) => pauses),
  number("punctuations", "Punctuations", ({ punctuations }) => punctuations),
  number("commits", "Commits", ({ commits }) => commits),
  {
    key: "why",
    title: "Why it waited",
    isNumber: false,
    isSentence: true,
    isLong: true,
    show: ({ waits_ms: waits }) => Object.entries(waits).map(([why, ms]) => `${why} (${lengthText(ms)})`).join("; "),
    sortBy: ({ waits_ms: waits }) => Object.keys(waits)[0] ?? null,
  },
];

export const THREAD_COLUMNS: readonly Column<SimulatedThread>[] = [
  { key: "thread", title: "Thread", isNumber: false, show: ({ thread }) => thread, sortBy: ({ thread }) => thread },
  number("tasks", "Tasks", ({ tasks }) => tasks.length),
  length("processing_ms", "Processing", (row) => row.processing_ms),
  length("in_poll_ms", "In poll", (row) => row.in_poll_ms),
  number("turns", "Turns", ({ turns }) => turns),
  number("records_in_turn", "In a row", (row) => row.records_in_turn, "How many records of a task it may process in a row, at the end"),
  { key: "died_of", title: "Died of", isNumber: false, isSentence: true, show: ({ died_of: why }) => why ?? "", sortBy: ({ died_of: why }) => why },
];

const NODE: readonly Column<SimulatedNode>[] = [
  { key: "node", title: "Node", isNumber: false, show: ({ node }) => node, sortBy: ({ node }) => node },
  number("records", "Records", ({ records }) => records, "That came to it, in all tasks"),
  number("passed_on", "Went on", ({ records, passed_on: many = records }) => many, "How many records went on from it"),
];

/** What only some nodes have. */
const SOMETIMES: readonly Column<SimulatedNode>[] = [
  number("late", "Late", ({ late }) => late, "After their windows had closed"),
  number("matched", "With a partner", ({ matched = 0 }) => matched, "Records of a join that found one, as they came"),
  number("unmatched", "Without one", ({ unmatched = 0 }) => unmatched, "Records of a join that found none, as they came"),
  number("skipped", "Passed over", ({ skipped = 0 }) => skipped, "Without the key or value that it needs"),
];

/** Columns of nodes: those that are 0 throughout are left out. */
export function nodeColumns(nodes: readonly SimulatedNode[]): readonly Column<SimulatedNode>[] {
  return [...NODE, ...SOMETIMES.filter(({ sortBy }) => nodes.some((node) => sortBy(node) !== 0))];
}

export const STORE_COLUMNS: readonly Column<SimulatedStore>[] = [
  { key: "store", title: "Store", isNumber: false, show: ({ store }) => store, sortBy: ({ store }) => store },
  number("keys", "Keys", ({ keys }) => keys, "At the end, or keys in windows"),
  number("changelog_records", "For the changelog", (row) => row.changelog_records, "Records that it wrote"),
  number("merged_in_cache", "Merged", (row) => row.merged_in_cache, "Updates that were replaced in its cache before anybody saw them"),
];

export const PARTITION_COLUMNS: readonly Column<SimulatedPartition>[] = [
  { key: "partition", title: "Partition", isNumber: false, show: ({ partition }) => partition, sortBy: ({ partition }) => partition },
  number("records", "Records", ({ records }) => records),
  number("committed", "Committed", ({ committed }) => committed, "The next offset, at the end"),
  number("highest_lag", "Highest lag", (row) => row.highest_lag, "Records written and not committed"),
  { key: "at", title: "At", isNumber: true, show: ({ highest_at_ms: at }) => exactTime(at), sortBy: ({ highest_at_ms: at }) => at },
];
