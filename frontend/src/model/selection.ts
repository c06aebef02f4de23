// What is chosen, and what it means in each of the two numberings: the plan's nodes and the topology's.

import type { AnalyzedTopology, Plan } from "../api/types";

export type Space = "plan" | "runtime";

export interface NodeRef {
  space: Space;
  id: number;
}

export interface Highlight {
  /** The chosen node itself, as far as it is in this space. */
  main: ReadonlySet<number>;
  /** What belongs to it: the nodes one operator became, what a rule put in its place. */
  related: ReadonlySet<number>;
}

const NOTHING: Highlight = { main: new Set(), related: new Set() };

export function sameRef(left: NodeRef | null, right: NodeRef | null): boolean {
  return left?.space === right?.space && left?.id === right?.id;
}

/** What to mark in a space for a chosen node. */
export function highlightIn(space: Space, topology: AnalyzedTopology, ref: NodeRef | null): Highlight {
  if (ref === null) return NOTHING;
  if (space === ref.space) return { main: new Set([ref.id]), related: relatedInSpace(topology, ref) };
  if (space === "plan") {
    const node = topology.topology?.nodes.find(({ id }) => id === ref.id);
    if (node?.plan_node == null) return NOTHING;
    return { main: new Set([node.plan_node]), related: kin(topology, node.plan_node) };
  }
  return { main: runtimeNodesOf(topology, withReplacements(topology, ref.id)), related: new Set() };
}

/** The chosen thing in another space, when exactly that is to be walked or centred: the first of its nodes there. */
export function translate(space: Space, topology: AnalyzedTopology, ref: NodeRef): NodeRef | null {
  if (space === ref.space) return ref;
  const [first] = highlightIn(space, topology, ref).main;
  return first === undefined ? null : { space, id: first };
}

export function exists(topology: AnalyzedTopology, ref: NodeRef): boolean {
  if (ref.space === "runtime") return topology.topology?.nodes.some(({ id }) => id === ref.id) ?? false;
  return plansOf(topology).some((plan) => plan.nodes.some(({ id }) => id === ref.id));
}

function relatedInSpace(topology: AnalyzedTopology, ref: NodeRef): ReadonlySet<number> {
  if (ref.space === "plan") return kin(topology, ref.id);
  const chosen = topology.topology?.nodes.find(({ id }) => id === ref.id);
  if (chosen?.plan_node == null) return new Set();
  const same = runtimeNodesOf(topology, new Set([chosen.plan_node]));
  return new Set([...same].filter((id) => id !== ref.id));
}

/** What a plan node replaces and what replaces it. */
function kin(topology: AnalyzedTopology, id: number): ReadonlySet<number> {
  const nodes = plansOf(topology).flatMap((plan) => plan.nodes);
  const replacing = nodes.filter((node) => node.replaces.includes(id)).map((node) => node.id);
  const replaced = nodes.filter((node) => node.id === id).flatMap((node) => node.replaces);
  return new Set([...replacing, ...replaced].filter((one) => one !== id));
}

function withReplacements(topology: AnalyzedTopology, id: number): ReadonlySet<number> {
  const after = topology.plan?.after ?? topology.plan?.before;
  if (after == null || after.nodes.some((node) => node.id === id)) return new Set([id]);
  return new Set(after.nodes.filter((node) => node.replaces.includes(id)).map((node) => node.id));
}

function runtimeNodesOf(topology: AnalyzedTopology, planNodes: ReadonlySet<number>): ReadonlySet<number> {
  const nodes = topology.topology?.nodes ?? [];
  return new Set(nodes.filter((node) => node.plan_node !== null && planNodes.has(node.plan_node)).map(({ id }) => id));
}

function plansOf(topology: AnalyzedTopology): Plan[] {
  const plan = topology.plan;
  if (plan === null) return [];
  return plan.after === null ? [plan.before] : [plan.before, plan.after];
}
