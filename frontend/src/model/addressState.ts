// What the address of the page holds: the view and what is chosen in it, so that back, reload and copying work.

import type { Ref } from "./selection";

export const VIEWS = ["plan", "steps", "topology", "sub-topologies", "text", "why"] as const;
export type View = (typeof VIEWS)[number];

export const SIDES = ["before", "after", "both"] as const;
export type Side = (typeof SIDES)[number];

export interface AddressState {
  view: View;
  side: Side;
  /** Which topology of the program, from 0. */
  topology: number;
  subTopology: number;
  /** Which optimizer step, from 0. */
  step: number;
  chosen: Ref | null;
}

export const START: AddressState = { view: "topology", side: "both", topology: 0, subTopology: 0, step: 0, chosen: null };

const LETTERS: Record<Ref["space"], string> = { plan: "p", runtime: "r", topic: "t", store: "s" };
const SPACES: Record<string, Ref["space"] | undefined> = { p: "plan", r: "runtime", t: "topic", s: "store" };

/** Reads a query; what is missing or nonsense takes its starting value. */
export function readAddress(query: string): AddressState {
  const values = new URLSearchParams(query);
  return {
    view: oneOf(VIEWS, values.get("view"), START.view),
    side: oneOf(SIDES, values.get("plan"), START.side),
    topology: count(values.get("topology"), START.topology),
    subTopology: count(values.get("sub"), START.subTopology),
    step: count(values.get("step"), START.step),
    chosen: readRef(values.get("node")),
  };
}

/** Writes a query, with nothing in it that a fresh page has anyway; empty or with its question mark. */
export function writeAddress(state: AddressState): string {
  const values = new URLSearchParams();
  if (state.view !== START.view) values.set("view", state.view);
  if (state.view === "plan" && state.side !== START.side) values.set("plan", state.side);
  if (state.topology !== START.topology) values.set("topology", String(state.topology));
  if (state.view === "sub-topologies" && state.subTopology !== 0) values.set("sub", String(state.subTopology));
  if (state.view === "steps" && state.step !== START.step) values.set("step", String(state.step));
  if (state.chosen !== null) values.set("node", `${LETTERS[state.chosen.space]}${state.chosen.id}`);
  const text = values.toString();
  return text === "" ? "" : `?${text}`;
}

function oneOf<T extends string>(values: readonly T[], text: string | null, otherwise: T): T {
  return values.find((value) => value === text) ?? otherwise;
}

function count(text: string | null, otherwise: number): number {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : otherwise;
}

function readRef(text: string | null): Ref | null {
  const match = /^([prts])(\d{1,7})$/.exec(text ?? "");
  const space = match && SPACES[match[1] ?? ""];
  return space ? { space, id: Number(match[2]) } : null;
}
