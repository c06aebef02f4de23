// Swim lanes as numbers: where each thread and task stands, and what of it is drawn where.

import type { Lane, LaneMark, Lanes, LaneSpan } from "../../api/simulationTypes";
import { kindText, signOf, type Sign } from "./events";
import { exactTime, lengthText } from "./times";

/** States as the lanes show them: how each is called, and how it looks beside its colour. */
export interface StateLook {
  word: string;
  /** How high it is drawn in its lane, as a share of it. */
  height: number;
  pattern: "full" | "hatched" | "dotted" | "crossed" | "line";
  tone: "work" | "wait" | "poll" | "restore" | "dead";
}

const LOOKS: Record<string, StateLook> = {
  processing: { word: "processing", height: 1, pattern: "full", tone: "work" },
  waiting: { word: "waits, with records", height: 1, pattern: "hatched", tone: "wait" },
  poll: { word: "in poll", height: 0.2, pattern: "line", tone: "poll" },
  restoring: { word: "restoring", height: 1, pattern: "dotted", tone: "restore" },
  rebalancing: { word: "in a rebalance", height: 0.4, pattern: "dotted", tone: "restore" },
  dead: { word: "does not run", height: 1, pattern: "crossed", tone: "dead" },
};
const OTHER: StateLook = { word: "", height: 0.6, pattern: "dotted", tone: "restore" };

export function lookOf(state: string): StateLook {
  return LOOKS[state] ?? { ...OTHER, word: state };
}

/** The states that lanes show, in the order of their legend. */
export function statesIn(lanes: readonly Lane[]): string[] {
  const found = new Set(lanes.flatMap(({ spans }) => spans.map(({ state }) => state)));
  const known = Object.keys(LOOKS).filter((state) => found.has(state));
  return [...known, ...[...found].filter((state) => LOOKS[state] === undefined)];
}

export interface Row {
  lane: Lane;
  top: number;
  height: number;
  /** The first of its instance or thread has its name above it. */
  isThread: boolean;
}

export const THREAD_HEIGHT = 26;
export const TASK_HEIGHT = 18;
const GAP = 3;
const ABOVE_THREAD = 12;
/** Of the axis at the top. */
export const AXIS = 24;

/** Where each lane stands, from the top down, and how high all of them are. */
export function rowsOf(lanes: readonly Lane[]): { rows: Row[]; height: number } {
  let top = AXIS;
  const rows = lanes.map((lane, index): Row => {
    const isThread = lane.task === null;
    if (isThread && index > 0) top += ABOVE_THREAD;
    const height = isThread ? THREAD_HEIGHT : TASK_HEIGHT;
    const row = { lane, top, height, isThread };
    top += height + GAP;
    return row;
  });
  return { rows, height: top + 4 };
}

/** From a time to its place, and back. */
export interface Scale {
  from: number;
  to: number;
  width: number;
}

export function placeOf({ from, to, width }: Scale, time: number): number {
  return ((time - from) / Math.max(to - from, 1e-9)) * width;
}

export function timeAt({ from, to, width }: Scale, place: number): number {
  return from + (Math.min(Math.max(place, 0), width) / Math.max(width, 1)) * (to - from);
}

/** What is too short to be seen is as wide as this, in pixels. */
const LEAST = 1;

/** All spans of one state in a row as one path. What a span holds in part is drawn lower. */
export function pathOf(row: Row, state: string, scale: Scale): string {
  const { height: share } = lookOf(state);
  const pieces: string[] = [];
  for (const span of row.lane.spans) {
    if (span.state !== state || span.to_ms < scale.from || span.from_ms > scale.to) continue;
    const left = Math.max(placeOf(scale, span.from_ms), 0);
    const right = Math.min(Math.max(placeOf(scale, span.to_ms), left + LEAST), scale.width);
    const part = span.share === undefined ? 1 : Math.max(span.share, 0.15);
    const high = row.height * share * part;
    const top = row.top + row.height - high;
    pieces.push(`M${left.toFixed(1)} ${top.toFixed(1)}H${right.toFixed(1)}v${high.toFixed(1)}H${left.toFixed(1)}z`);
  }
  return pieces.join("");
}

export interface Placed {
  mark: LaneMark;
  x: number;
  y: number;
}

/** Marks stand in their task's lane, or in their thread's, or in the first of their instance; the worst ones last. */
export function marksIn(rows: readonly Row[], marks: readonly LaneMark[], scale: Scale): Placed[] {
  return marks.flatMap((mark) => {
    const row =
      (mark.task == null ? undefined : rows.find(({ lane }) => lane.task === mark.task && lane.thread === mark.thread)) ??
      rows.find(({ lane, isThread }) => isThread && lane.thread === mark.thread) ??
      rows.find(({ lane, isThread }) => isThread && lane.client === mark.thread) ??
      (mark.thread === "" ? rows[0] : undefined);
    const x = placeOf(scale, mark.at_ms);
    return row === undefined || x < 0 || x > scale.width ? [] : [{ mark, x, y: row.top + row.height / 2 }];
  }).sort((left, right) => RANK[signOf(left.mark.event).tone] - RANK[signOf(right.mark.event).tone]);
}

/** What is worse stands above what is not, where both have one place. */
const RANK: Record<Sign["tone"], number> = { calm: 0, warn: 1, bad: 2 };

/** What stands at a place: the shortest span there, which longer ones may surround. */
export function spanAt(row: Row, time: number, slack: number): LaneSpan | null {
  let best: LaneSpan | null = null;
  for (const span of row.lane.spans) {
    if (span.from_ms - slack > time || span.to_ms + slack < time) continue;
    if (best === null || span.to_ms - span.from_ms < best.to_ms - best.from_ms) best = span;
  }
  return best;
}

export function rowAt(rows: readonly Row[], y: number): Row | null {
  return rows.find(({ top, height }) => y >= top - GAP / 2 && y < top + height + GAP / 2) ?? null;
}

/** A span in words, for those who point at it. */
export function spanText({ lane }: Row, span: LaneSpan): string {
  const who = lane.task === null ? lane.thread : `Task ${lane.task}`;
  const many = !span.records ? "" : `, ${span.records} ${span.records === 1 ? "record" : "records"}`;
  const part = span.share === undefined || span.share >= 0.995 ? "" : `, ${Math.max(Math.round(span.share * 100), 1)} % of this time`;
  const why = span.why ? `: ${span.why}` : "";
  const of = span.partition ? ` (${span.partition})` : "";
  return `${who}: ${lookOf(span.state).word}${why}${of}, ${exactTime(span.from_ms)} to ${exactTime(span.to_ms)} (${lengthText(span.to_ms - span.from_ms)}${part})${many}`;
}

/** The lanes in a sentence, for those who hear them. */
export function lanesSentence({ lanes, marks, from_ms: from, to_ms: to }: Lanes): string {
  const threads = lanes.filter(({ task }) => task === null).length;
  const kinds = [...new Set(marks.map(({ event }) => kindText(event)))];
  const said = kinds.length === 0 ? "" : ` Marks: ${kinds.join(", ")}.`;
  return `What ${threads} ${threads === 1 ? "thread" : "threads"} and ${lanes.length - threads} tasks do from ${exactTime(from)} to ${exactTime(to)}.${said} The events below say the same one by one.`;
}

/** Another interval around a place: smaller or larger by this factor, within the whole. */
export function zoomed([from, to]: readonly [number, number], factor: number, whole: number, around = (from + to) / 2): [number, number] | null {
  const length = Math.max((to - from) * factor, 1);
  if (length >= whole) return null;
  const share = (around - from) / Math.max(to - from, 1e-9);
  const start = Math.min(Math.max(around - length * share, 0), whole - length);
  return [Math.floor(start), Math.ceil(start + length)];
}

/** The next interval of the same length, to the left or to the right. */
export function moved([from, to]: readonly [number, number], direction: 1 | -1, whole: number): [number, number] {
  const by = Math.max(Math.round((to - from) * 0.7), 1) * direction;
  const start = Math.min(Math.max(from + by, 0), Math.max(Math.ceil(whole) - (to - from), 0));
  return [start, start + (to - from)];
}
