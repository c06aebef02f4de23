// How the page is divided: how wide its side panes are and which are folded away, remembered on this device.

import { readJson, writeJson } from "./session";

export type Side = "text" | "details";

export interface Widths {
  text: number;
  details: number;
}

/** Which side panes are open; null where nobody has said. */
export type Open = Readonly<Record<Side, boolean | null>>;

export const UNSAID: Open = { text: null, details: null };

/** CSS pixels of the window from which on there is room beside the picture. */
const ROOM_FOR_DETAILS = 1100;
const ROOM_FOR_TEXT = 1440;

const WIDTHS = "topoviz.pane-widths";
const OPEN = "topoviz.panes";

/** Widths for a window that nobody has divided yet. */
export function usualWidths(window: number): Widths {
  const share = (part: number, least: number, most: number) => Math.round(Math.min(Math.max(window * part, least), most));
  return { text: share(0.28, 300, 520), details: share(0.22, 260, 380) };
}

/** Whether a pane is open: as it stands now, else as somebody chose it once, else where there is room for it. */
export function isOpen(side: Side, now: Open, chosen: Open, window: number): boolean {
  return now[side] ?? chosen[side] ?? (side === "text" || window >= ROOM_FOR_DETAILS);
}

/** Whether the text stays open when a program came as files or as an example: nobody writes, and one wants the picture. */
export function staysOpen(chosen: Open, window: number): boolean {
  return chosen.text ?? window >= ROOM_FOR_TEXT;
}

export function readWidths(window: number): Widths {
  const isSound = (value: Widths) => Number.isFinite(value.text) && Number.isFinite(value.details);
  return readJson<Widths>(localStorage, WIDTHS, isSound) ?? usualWidths(window);
}

export function writeWidths(widths: Widths): void {
  writeJson(localStorage, WIDTHS, widths);
}

/** What somebody chose for every page of this device, or how this tab stands. */
export function readOpen(storage: Storage): Open {
  const isSound = (value: Open) => [value.text, value.details].every((one) => one === null || typeof one === "boolean");
  return readJson<Open>(storage, OPEN, isSound) ?? UNSAID;
}

export function writeOpen(storage: Storage, open: Open): void {
  writeJson(storage, OPEN, open);
}
