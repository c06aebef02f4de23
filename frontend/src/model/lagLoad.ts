// How work is divided over the tasks, as bars.

import type { LagReport } from "../api/lagTypes";
import type { Focus } from "./lagFocus";

export const MOST_BARS = 40;

export interface Load {
  bars: { task: string; name: string; isMarked: boolean; values: (number | null)[] }[];
  /** Names of the values. */
  names: string[];
  leftOut: number;
}

export type LoadMeasure = "rates" | "lag";

/** The tasks in their order. Of very many those with the most are shown, and those that are chosen. */
export function loadOf(report: LagReport, measure: LoadMeasure, focus: Focus | null): Load {
  const weigh = (task: LagReport["tasks"][number]) => (measure === "lag" ? task.lag_last : task.produce_rate) ?? -1;
  const isMarked = (task: { task: string }) => focus?.tasks.has(task.task) ?? false;
  const kept = new Set(
    [...report.tasks]
      .sort((left, right) => Number(isMarked(right)) - Number(isMarked(left)) || weigh(right) - weigh(left))
      .slice(0, MOST_BARS),
  );
  const bars = report.tasks
    .filter((task) => kept.has(task))
    .map((task) => ({
      task: task.task,
      name: `Task ${task.task}`,
      isMarked: isMarked(task),
      values: measure === "lag" ? [task.lag_last] : [task.produce_rate, task.consume_rate],
    }));
  const names = measure === "lag" ? ["Lag at the end"] : ["Produced", "Consumed"];
  return { bars, names, leftOut: report.tasks.length - bars.length };
}
