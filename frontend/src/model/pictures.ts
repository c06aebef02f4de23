// Which picture the server is asked for, for what is on show.

import type { AnalyzedTopology } from "../api/types";
import type { AddressState } from "./addressState";
import { keysFor, refOf } from "./folding";
import { exists, type Space } from "./selection";

/** About how large the pane is: pictures are packed to its proportions. */
export type Panel = "phone" | "usual" | "wide";

export interface Wanted {
  /** The server's name of the view. */
  view: string;
  space: Space;
  /** Keys of what nothing may hide, sorted. */
  open: readonly string[];
  isWhole: boolean;
  panel: Panel;
}

export const PHONE_BELOW = 480;
const WIDE_FROM = 880;

export function panelOf(width: number): Panel {
  return width < PHONE_BELOW ? "phone" : width < WIDE_FROM ? "usual" : "wide";
}

/** The picture of a view, or null for views of text and for what this analysis does not have. */
export function pictureOf(state: AddressState, topology: AnalyzedTopology, panel: Panel = "usual"): Wanted | null {
  const found = viewOf(state, topology);
  if (found === null) return null;
  const open = state.isWhole ? [] : keysFor(found.space, state.open);
  return { ...found, open, isWhole: state.isWhole, panel };
}

/** What the server is asked with, beside the topology. */
export function questionOf({ view, open, isWhole, panel }: Wanted): Record<string, string> {
  return {
    view,
    ...(open.length === 0 ? {} : { open: open.join(",") }),
    ...(isWhole ? { whole: "1" } : {}),
    ...(panel === "usual" ? {} : { panel }),
  };
}

/** The query of a shared page that shows first what is on show here; nothing for what it shows first by itself. */
export function sharedPicture(state: AddressState, topology: AnalyzedTopology, index: number): string {
  const shown = pictureOf(state, topology);
  if (shown === null) return "";
  const question: Record<string, string> = { ...questionOf(shown), ...(index === 0 ? {} : { topology: String(index) }) };
  const isUsual = Object.keys(question).length === 1 && question["view"] === "topology";
  return isUsual ? "" : `?${new URLSearchParams(question).toString().replaceAll("%3A", ":").replaceAll("%2C", ",")}`;
}

/** The sub-topology on show: the chosen number where it exists, else the first. */
export function shownSubTopology(state: AddressState, topology: AnalyzedTopology): number {
  const ids = topology.topology?.sub_topologies.map(({ id }) => id) ?? [];
  return ids.includes(state.subTopology) ? state.subTopology : (ids[0] ?? 0);
}

function viewOf(state: AddressState, topology: AnalyzedTopology): { view: string; space: Space } | null {
  switch (state.view) {
    case "plan":
      return planPicture(state, topology);
    case "steps":
      return planPicture({ ...state, side: "both" }, topology);
    case "topology":
      return topology.topology === null ? null : { view: aroundOf(state, topology) ?? "topology", space: "runtime" };
    case "sub-topologies":
      return topology.topology === null ? null : { view: `sub-topology:${shownSubTopology(state, topology)}`, space: "runtime" };
    default:
      return null;
  }
}

function aroundOf({ around }: AddressState, topology: AnalyzedTopology): string | null {
  const ref = around && refOf(around.key);
  return around && ref && exists(topology, ref) ? `around:${around.key}:${around.steps}` : null;
}

function planPicture(state: AddressState, topology: AnalyzedTopology): { view: string; space: Space } | null {
  if (topology.plan === null) return null;
  const side = topology.plan.after === null ? "before" : state.side;
  const view = { before: "plan", after: "plan-optimized", both: "before-after" }[side];
  return { view, space: "plan" };
}
