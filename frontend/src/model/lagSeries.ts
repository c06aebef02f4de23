// Which lines the charts show: everything as one, or one line for each sub-topology, task or topic.

import type { LagReport, Timeline } from "../api/lagTypes";
import { partitionKey, subTopologiesOf, type Focus } from "./lagFocus";

export const MOST_LINES = 8;

export type Grain = "whole" | Timeline["of"];
export type Measure = "lag" | "produce_rate" | "consume_rate" | "share";

type Values = readonly (number | null)[];

/** What is drawn as one line; it has the measures that its chart shows. Shares are per cent. */
export interface Line extends Partial<Record<Measure, Values>> {
  name: string;
  isMarked: boolean;
}

export interface Lines {
  lines: Line[];
  /** How many there are beside those shown. */
  leftOut: number;
}

const LABELS: Record<Grain, string> = {
  whole: "Whole",
  "sub-topology": "Per sub-topology",
  task: "Per task",
  topic: "Per topic",
};

/** What the history can be divided by. Topics are for histories that no topology divides. */
export function grainsOf(report: LagReport): { value: Grain; label: string }[] {
  const has = (of: Timeline["of"]) => report.timelines.some((line) => line.of === of);
  const divided: Grain[] = has("task") ? ["sub-topology", "task"] : has("topic") ? ["topic"] : [];
  return (["whole", ...divided] as Grain[]).map((value) => ({ value, label: LABELS[value] }));
}

/** The lines of one grain: what is chosen first, then those that the server puts first, which lag most. */
export function linesOf(report: LagReport, grain: Grain, focus: Focus | null): Lines {
  if (grain === "whole") return { lines: [wholeOf(report)], leftOut: 0 };
  const marked = markedNames(report, grain, focus);
  const all = report.timelines.filter(({ of }) => of === grain);
  const ordered = [...all.filter(({ name }) => marked.has(name)), ...all.filter(({ name }) => !marked.has(name))];
  const lines = ordered.slice(0, MOST_LINES).map((line) => ({
    name: titleOf(grain, line.name),
    isMarked: marked.has(line.name),
    lag: line.lag,
    produce_rate: line.produce_rate,
    consume_rate: line.consume_rate,
  }));
  const inAll = grain === "task" ? report.tasks.length : all.length;
  return { lines: lines.sort((left, right) => byName(left.name, right.name)), leftOut: inAll - lines.length };
}

/** Times of the values, in milliseconds since 1970. */
export function timesOf(report: LagReport): number[] {
  return bucketTimes(report.start, report.bucket_seconds, report.buckets);
}

export function bucketTimes(start: string, seconds: number, many: number): number[] {
  const first = Date.parse(start);
  return Array.from({ length: many }, (_, index) => first + index * seconds * 1000);
}

const MOST_MOMENTS = 60;

/** The moments that a chart shows as upright lines: none of very many, which would hide the other lines. */
export function uprightMoments(all: readonly number[]): readonly number[] {
  return all.length > MOST_MOMENTS ? [] : all;
}

/** Names in the order in which people count: task 1_2 before 1_10. */
export function byName(left: string, right: string): number {
  return left.localeCompare(right, "en", { numeric: true });
}

function wholeOf(report: LagReport): Line {
  const subTopologies = report.timelines.filter(({ of }) => of === "sub-topology");
  const parts = subTopologies.length > 0 ? subTopologies : report.timelines.filter(({ of }) => of === "topic");
  const sum = (measure: Exclude<Measure, "share">) =>
    Array.from({ length: report.buckets }, (_, at) => {
      const known = parts.map((line) => line[measure][at] ?? null).filter((value) => value !== null);
      return known.length === 0 ? null : known.reduce((left, right) => left + right, 0);
    });
  const name = subTopologies.length > 0 ? "All that the topology reads" : "All topics";
  return { name, isMarked: false, lag: sum("lag"), produce_rate: sum("produce_rate"), consume_rate: sum("consume_rate") };
}

function markedNames(report: LagReport, grain: Timeline["of"], focus: Focus | null): ReadonlySet<string> {
  if (focus === null) return new Set();
  if (grain === "task") return focus.tasks;
  if (grain === "sub-topology") return subTopologiesOf(report, focus);
  const topics = report.partitions.filter((one) => focus.partitions.has(partitionKey(one)));
  return new Set(topics.map(({ topic }) => topic));
}

function titleOf(grain: Timeline["of"], name: string): string {
  return grain === "task" ? `Task ${name}` : grain === "sub-topology" ? `Sub-topology ${name}` : name;
}
