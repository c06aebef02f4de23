// How a thing that somebody looks for comes into sight, wherever it is: in another view, folded, or on show already.

import type { AnalyzedTopology } from "../api/types";
import type { AddressState } from "./addressState";
import { keyOf, keysOf, placesOf, wherever, withOpen } from "./folding";
import { shownSubTopology } from "./pictures";
import { highlightIn, isThing, usersOf, type Ref, type Space } from "./selection";

/** A sub-topology can be looked for, but not be chosen. */
export type Target = Ref | { space: "sub-topology"; id: number };

/** Whether a picture shows the thing of a selector. */
export type Shows = (selector: string) => boolean;

export type Move =
  /** The address has to be another first; then look again. */
  | { kind: "go"; change: Partial<AddressState> }
  /** It is there, or what hides it is: the first of these that the picture shows. */
  | { kind: "show"; selectors: string[] };

/** The next move towards a thing, given the picture of the present address, which may be left only if it `opens`. */
export function moveTo(
  target: Target,
  state: AddressState,
  topology: AnalyzedTopology,
  space: Space,
  shows: Shows,
  opens = true,
): Move {
  if (target.space === "sub-topology") return toSubTopology(target.id, state, topology, shows);
  const keys = keysOf(highlightIn(space, topology, target), space);
  if (!opens) return { kind: "show", selectors: keys.flatMap(wherever) };
  for (const key of keys) {
    const { own, hider } = placesOf(key);
    if (shows(own)) return { kind: "show", selectors: [own] };
    if (!shows(hider)) continue;
    if (state.isWhole || state.open.includes(key)) return { kind: "show", selectors: [hider] };
    return { kind: "go", change: { open: withOpen(state.open, key) } };
  }
  return elsewhere(subTopologiesOf(topology, target), state, topology) ?? { kind: "show", selectors: keys.flatMap(wherever) };
}

/** The sub-topologies of a node, a topic or a store, in order. */
export function subTopologiesOf(topology: AnalyzedTopology, ref: Ref): number[] {
  const nodes = topology.topology?.nodes ?? [];
  const ids = new Set(isThing(ref) ? usersOf(topology, ref) : highlightIn("runtime", topology, ref).main);
  return [...new Set(nodes.filter(({ id }) => ids.has(id)).map((node) => node.sub_topology))].sort((left, right) => left - right);
}

function toSubTopology(id: number, state: AddressState, topology: AnalyzedTopology, shows: Shows): Move {
  if (state.view !== "topology" && state.view !== "sub-topologies") {
    return { kind: "go", change: { view: "topology", around: null } };
  }
  const own = `[data-sub-topology="${id}"]`;
  const nodes = (topology.topology?.sub_topologies.find((one) => one.id === id)?.nodes ?? []).map((node) => keyOf({ space: "runtime", id: node }));
  const [first] = nodes;
  const isAlone = state.view === "sub-topologies" && shownSubTopology(state, topology) === id;
  if (shows(own) || isAlone || first === undefined) return { kind: "show", selectors: [own, ...nodes.flatMap(wherever)] };
  const hider = `[data-hides~="${first}"]`;
  if (shows(hider) && !state.isWhole && !state.open.includes(first)) {
    return { kind: "go", change: { open: withOpen(state.open, first) } };
  }
  return elsewhere([id], state, topology) ?? { kind: "show", selectors: [hider, ...nodes.flatMap(wherever)] };
}

/** Where a part of the topology is on show that does not have it: the part that does, or all of it. */
function elsewhere(subTopologies: readonly number[], state: AddressState, topology: AnalyzedTopology): Move | null {
  const [first] = subTopologies;
  if (first === undefined) return null;
  if (state.view === "topology" && state.around !== null) return { kind: "go", change: { around: null } };
  const isAlone = state.view === "sub-topologies" && !subTopologies.includes(shownSubTopology(state, topology));
  return isAlone ? { kind: "go", change: { subTopology: first } } : null;
}
