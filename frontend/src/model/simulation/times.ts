// Times of a run: since its beginning, as a stop watch has them.

import { milliseconds, type Timing } from "../lagWords";

/** Such as 0:12.345, with hours where there are any. */
export function exactTime(ms: number): string {
  const sign = ms < 0 ? "−" : "";
  const whole = Math.round(Math.abs(ms));
  const [hours, minutes, seconds] = [Math.floor(whole / 3_600_000), Math.floor(whole / 60_000) % 60, Math.floor(whole / 1_000) % 60];
  const rest = `${two(seconds)}.${String(whole % 1_000).padStart(3, "0")}`;
  return hours > 0 ? `${sign}${hours}:${two(minutes)}:${rest}` : `${sign}${minutes}:${rest}`;
}

/** The same without what an axis with this distance between its ticks does not need. */
export function tickTime(ms: number, step: number): string {
  const exact = exactTime(ms);
  return step >= 1_000 ? exact.slice(0, -4) : step >= 100 ? exact.slice(0, -2) : exact;
}

const LATEST_SINCE_THE_BEGINNING = 10_000_000_000;

/** A time that a record has: since the beginning where they are so small, else a day and time as UTC has them. */
export function recordTime(ms: number): string {
  if (Math.abs(ms) < LATEST_SINCE_THE_BEGINNING) return exactTime(ms);
  return ms > 8.64e15 ? String(ms) : new Date(ms).toISOString().replace("T", " ").replace("Z", " UTC");
}

/** How long something takes, such as 4.2 ms, 350 ms or 12.5 s. */
export function lengthText(ms: number): string {
  return milliseconds(ms);
}

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000, 7_200_000, 21_600_000, 43_200_000, 86_400_000];

/** Round times of an axis, at most so many of them. */
export function ticksOf(from: number, to: number, most: number): { step: number; at: number[] } {
  const step = STEPS.find((one) => (to - from) / one <= most) ?? STEPS.at(-1)!;
  const at: number[] = [];
  for (let time = Math.ceil(from / step) * step; time <= to; time += step) at.push(time);
  return { step, at };
}

/** How charts write times of a run. */
export const SINCE_THE_BEGINNING: Timing = {
  zone: "since the beginning",
  full: (time) => exactTime(Number(time)),
  brief: (time) => exactTime(Number(time)).replace(/\.000$/, ""),
};

function two(value: number): string {
  return String(value).padStart(2, "0");
}
