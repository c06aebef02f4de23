// The way from the whole topology to the part of it on show, each with what leads back there.

import type { AnalyzedTopology } from "../api/types";
import type { AddressState } from "./addressState";
import { numberOf } from "./finding";
import { refOf } from "./folding";
import { shownSubTopology } from "./pictures";
import { exists, isThing, type Ref } from "./selection";
import { subTopologiesOf } from "./sight";
import { titleOf } from "./things";
import { factsOf } from "./facts";

export interface Crumb {
  words: string;
  /** What is another in the address there; null for where one is. */
  change: Partial<AddressState> | null;
}

/** At least one: the view itself; none for views that show no part of the topology. */
export function pathOf(state: AddressState, topology: AnalyzedTopology): Crumb[] {
  if (topology.topology === null) return [];
  const all: Crumb = { words: "Topology", change: { view: "topology", around: null } };
  if (state.view === "sub-topologies") return [all, { words: `Sub-topology ${mark(topology, shownSubTopology(state, topology))}`, change: null }];
  const ref = state.view === "topology" && state.around !== null ? refOf(state.around.key) : null;
  if (ref === null || state.around === null || !exists(topology, ref)) return [];
  const homes = subTopologiesOf(topology, ref);
  const home = homes.length === 1 ? homes : [];
  const { steps } = state.around;
  return [
    all,
    ...home.map((id): Crumb => ({
      words: `Sub-topology ${mark(topology, id)}`,
      change: { view: "sub-topologies", subTopology: id, around: null },
    })),
    { words: `${steps} ${steps === 1 ? "step" : "steps"} around ${nameOf(topology, ref)}`, change: null },
  ];
}

function mark(topology: AnalyzedTopology, id: number): string {
  return topology.shape_unsure === null ? String(id) : `${id}?`;
}

function nameOf(topology: AnalyzedTopology, ref: Ref): string {
  const title = titleOf(topology, ref);
  const number = isThing(ref) ? "" : numberOf(factsOf(topology, ref)?.name ?? "");
  return [title, number].filter((part) => part !== "").join(" ");
}
