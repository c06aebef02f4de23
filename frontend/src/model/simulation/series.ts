// The lines of a run's charts: the most telling ones where there are more than can be told apart.

import type { Lanes, SimulationSummary } from "../../api/simulationTypes";
import { MOST_LINES, byName, type Line } from "../lagSeries";

type Values = Readonly<Record<string, readonly (number | null)[]>>;

export interface Drawn {
  lines: Line[];
  leftOut: number;
  times: readonly number[];
}

/** Lines with a value for each of these times; those that reach highest are shown, in the order of their names. */
export function linesFrom(times: readonly number[], values: Values, marked: ReadonlySet<string>, name: (key: string) => string = (key) => key): Drawn {
  const highest = (key: string) => Math.max(0, ...(values[key] ?? []).map((one) => one ?? 0));
  const keys = Object.keys(values).sort((left, right) => Number(marked.has(right)) - Number(marked.has(left)) || highest(right) - highest(left) || byName(left, right));
  const lines = keys.slice(0, MOST_LINES).map((key): Line => ({ name: name(key), isMarked: marked.has(key), lag: values[key] ?? [] }));
  return { lines: lines.sort((left, right) => byName(left.name, right.name)), leftOut: Math.max(keys.length - MOST_LINES, 0), times };
}

/** Lag by partition over all of the run. */
export function lagLines({ lag }: SimulationSummary, marked: ReadonlySet<string>): Drawn {
  return linesFrom(lag.at_ms, lag.records_behind, marked);
}

export function queueLines({ series }: Lanes, marked: ReadonlySet<string>): Drawn {
  return linesFrom(series.at_ms, series.buffered, marked);
}

/** Stream time is none before the first record. */
export function streamTimeLines({ series }: Lanes, marked: ReadonlySet<string>): Drawn {
  return linesFrom(series.at_ms, series.stream_time, marked, (task) => `Task ${task}`);
}
