// Which picture the server is asked for, for what is on show.

import type { AnalyzedTopology } from "../api/types";
import type { AddressState } from "./addressState";
import type { Space } from "./selection";

export interface Wanted {
  /** The server's name of the view. */
  view: string;
  space: Space;
}

/** The picture of a view, or null for views of text and for what this analysis does not have. */
export function pictureOf(state: AddressState, topology: AnalyzedTopology): Wanted | null {
  switch (state.view) {
    case "plan":
      return planPicture(state, topology);
    case "steps":
      return planPicture({ ...state, side: "both" }, topology);
    case "topology":
      return topology.topology === null ? null : { view: "topology", space: "runtime" };
    case "sub-topologies":
      return topology.topology === null ? null : { view: `sub-topology:${shownSubTopology(state, topology)}`, space: "runtime" };
    default:
      return null;
  }
}

/** The sub-topology on show: the chosen number where it exists, else the first. */
export function shownSubTopology(state: AddressState, topology: AnalyzedTopology): number {
  const ids = topology.topology?.sub_topologies.map(({ id }) => id) ?? [];
  return ids.includes(state.subTopology) ? state.subTopology : (ids[0] ?? 0);
}

function planPicture(state: AddressState, topology: AnalyzedTopology): Wanted | null {
  if (topology.plan === null) return null;
  const side = topology.plan.after === null ? "before" : state.side;
  const view = { before: "plan", after: "plan-optimized", both: "before-after" }[side];
  return { view, space: "plan" };
}
