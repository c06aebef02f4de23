// How a day goes, in words and in widths of bars.

import type { HourOfDay } from "../api/lagTypes";
import { count, rate, times } from "./lagWords";

export interface Day {
  group: string;
  hours: HourOfDay[];
  /** What a full bar stands for. */
  most: { come: number; waits: number };
  sentence: string;
}

/** Gives the day of each group. */
export function daysOf(hours: readonly HourOfDay[]): Day[] {
  const groups = new Map<string, HourOfDay[]>();
  for (const one of hours) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  return [...groups].map(([group, own]) => {
    const come = Math.max(...own.map((one) => one.produce_rate ?? 0));
    const waits = Math.max(...own.map((one) => one.lag_mean ?? 0));
    return { group, hours: own, most: { come, waits }, sentence: sentenceOf(own, come, waits) };
  });
}

export function hourName(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

function sentenceOf(hours: readonly HourOfDay[], come: number, waits: number): string {
  const days = Math.min(...hours.map((one) => one.days));
  const most = hours.find((one) => (one.produce_rate ?? 0) === come);
  const longest = hours.find((one) => (one.lag_mean ?? 0) === waits);
  if (!most || !longest) return "";
  const mean = hours.reduce((sum, one) => sum + (one.produce_rate ?? 0), 0) / hours.length;
  const seen = hours.length < 24 ? ` Of ${24 - hours.length} hours there are too few samples.` : "";
  const over = mean > 0 ? `, ${times(come / mean)} of the mean hour` : "";
  return (
    `Over ${count(days)} days or more, most comes from ${hourName(most.hour)} UTC on: ${rate(come)}${over}. ` +
    `Lag is largest from ${hourName(longest.hour)} UTC on, ${count(waits)} records on average.${seen}`
  );
}
