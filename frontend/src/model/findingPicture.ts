// The picture beside a finding: its lag over the whole history, and the time that it speaks of.

import type { Finding, LagReport } from "../api/lagTypes";
import { count, type Clock } from "./lagWords";

export const WIDTH = 320;
export const HEIGHT = 72;

export interface FindingPicture {
  /** The line of the lag, and the area below it; a gap of the history is a gap here. */
  line: string;
  area: string;
  /** From where to where the finding was so, in the units of the picture; null where it names no time. */
  event: { from: number; width: number } | null;
  most: number;
  sentence: string;
}

/** Draws a finding, or nothing where it has no lines. */
export function pictureOf(finding: Finding, report: LagReport, clock: Clock): FindingPicture | null {
  const lags = finding.lines?.lag ?? [];
  const known = lags.filter((lag) => lag !== null);
  if (known.length < 3) return null;
  const most = Math.max(...known, 1);
  const x = (place: number) => round((WIDTH * (place + 0.5)) / lags.length);
  const y = (lag: number) => round(HEIGHT - 2 - (HEIGHT - 6) * (lag / most));
  const pieces = piecesOf(lags);
  const line = pieces.map((piece) => `M${piece.map(([place, lag]) => `${x(place)} ${y(lag)}`).join("L")}`).join("");
  const area = pieces
    .map((piece) => {
      const [first, last] = [piece[0], piece.at(-1)];
      if (first === undefined || last === undefined) return "";
      return `M${x(first[0])} ${HEIGHT}L${piece.map(([place, lag]) => `${x(place)} ${y(lag)}`).join("L")}L${x(last[0])} ${HEIGHT}Z`;
    })
    .join("");
  const event = eventOf(finding, report);
  const when = event === null ? "" : `; the finding is from ${clock.full(finding.start ?? "")} to ${clock.full(finding.until ?? "")}`;
  const at = lags.indexOf(Math.max(...known));
  const moment = Date.parse(report.start) + at * (finding.lines?.bucket_seconds ?? 0) * 1000;
  return {
    line,
    area,
    event,
    most,
    sentence: `Lag over time: at most about ${count(most)} records, at ${clock.full(moment)}${when}.`,
  };
}

/** Parts the values where some are not known. */
function piecesOf(lags: readonly (number | null)[]): [number, number][][] {
  const pieces: [number, number][][] = [];
  let piece: [number, number][] = [];
  for (const [place, lag] of lags.entries()) {
    if (lag === null) {
      if (piece.length > 0) pieces.push(piece);
      piece = [];
    } else piece.push([place, lag]);
  }
  return piece.length > 0 ? [...pieces, piece] : pieces;
}

function eventOf({ start, until }: Finding, report: LagReport): FindingPicture["event"] {
  if (start == null || until == null) return null;
  const [begin, end] = [Date.parse(report.start), Date.parse(report.end)];
  const place = (time: string) => (WIDTH * (Date.parse(time) - begin)) / Math.max(end - begin, 1);
  const from = Math.max(0, place(start));
  // What took a moment has to be seen too.
  return { from: round(Math.min(from, WIDTH - 3)), width: round(Math.max(3, Math.min(WIDTH, place(until)) - from)) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
