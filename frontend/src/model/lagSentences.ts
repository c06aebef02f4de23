// What the charts show, in a sentence each, for those who cannot see them; the tables below them have every number.

import type { HeatMap, LagReport } from "../api/lagTypes";
import { partitionName } from "./lagFocus";
import type { Line, Measure } from "./lagSeries";
import { count, counted, percent, rate, type Clock } from "./lagWords";

export function span(report: LagReport, clock: Clock): string {
  return `from ${clock.full(report.start)} to ${clock.full(report.end)} (${clock.zone})`;
}

const SHOWN: Record<Measure, (value: number) => string> = {
  lag: (value) => `${count(value)} records`,
  produce_rate: rate,
  consume_rate: rate,
  share: percent,
};

/** Says which line ends highest. */
export function linesSentence(what: string, lines: readonly Line[], measures: readonly Measure[], when: string): string {
  const show = SHOWN[measures[0] ?? "lag"];
  const ends = lines.flatMap((line) => {
    const value = measures.map((measure) => lastKnown(line[measure] ?? []));
    return value.every((one) => one !== null) ? [{ name: line.name, values: value }] : [];
  });
  const begin = `${what}, ${counted(lines.length * measures.length, "line")}, ${when}.`;
  const [highest] = ends.sort((left, right) => (right.values[0] ?? 0) - (left.values[0] ?? 0));
  if (highest === undefined) return `${begin} Nothing of it is known.`;
  const [first, second] = highest.values.map(show);
  const end = second === undefined ? `at ${first}` : `with ${first} produced and ${second} consumed`;
  return `${begin} ${highest.name} ends ${lines.length > 1 ? "highest, " : ""}${end}.`;
}

export function heatSentence({ rows }: HeatMap, when: string): string {
  const begin = `Lag of ${counted(rows.length, "partition")} over time, ${when}.`;
  const most = rows
    .map((row) => ({ row, lag: Math.max(...row.lag.map((value) => value ?? 0), 0) }))
    .sort((left, right) => right.lag - left.lag)[0];
  if (most === undefined) return begin;
  return `${begin} The largest is ${count(most.lag)} records, in ${partitionName(most.row)}.`;
}

export function loadSentence(bars: readonly { name: string; values: (number | null)[] }[], isLag: boolean): string {
  const [most] = [...bars].sort((left, right) => (right.values[0] ?? -1) - (left.values[0] ?? -1));
  const begin = `${isLag ? "Lag at the end" : "Produced and consumed per second"} of ${counted(bars.length, "task")}.`;
  if (most === undefined) return begin;
  const value = most.values[0] ?? null;
  return `${begin} ${most.name} has the most, ${isLag ? `${count(value)} records` : `${rate(value)} produced`}.`;
}

function lastKnown(values: readonly (number | null)[]): number | null {
  return values.findLast((value) => value !== null) ?? null;
}

/** Parts what is said into its first sentence and the others. */
export function firstSentence(text: string): [string, string] {
  const end = /\. (?=[A-Z`0-9])/.exec(text.replace(/`[^`]*`/g, (name) => "`".repeat(name.length)));
  return end === null ? [text, ""] : [text.slice(0, end.index + 1), text.slice(end.index + 2)];
}
