// What is chosen, and what it means in each of the two numberings: the plan's nodes and the topology's.

import type { AnalyzedTopology, NamedTopic, Plan } from "../api/types";

export type Space = "plan" | "runtime";

export interface NodeRef {
  space: Space;
  id: number;
}

/** A topic or a store, which only the topology has. */
export interface ThingRef {
  space: "topic" | "store";
  id: number;
}

export type Ref = NodeRef | ThingRef;

export interface Highlight {
  /** The chosen node itself, as far as it is in this space. */
  main: ReadonlySet<number>;
  /** What belongs to it: the nodes one operator became, what a rule put in its place, who uses a topic or store. */
  related: ReadonlySet<number>;
  thing: ThingRef | null;
}

export const NOTHING: Highlight = { main: new Set(), related: new Set(), thing: null };

export function isThing(ref: Ref): ref is ThingRef {
  return ref.space === "topic" || ref.space === "store";
}

export function sameRef(left: Ref | null, right: Ref | null): boolean {
  return left?.space === right?.space && left?.id === right?.id;
}

/** What to mark in a space for what is chosen. */
export function highlightIn(space: Space, topology: AnalyzedTopology, ref: Ref | null): Highlight {
  if (ref === null) return NOTHING;
  if (isThing(ref)) {
    const users = usersOf(topology, ref);
    const related = space === "runtime" ? users : users.flatMap((id) => planNodeIdOf(topology, id) ?? []);
    return { ...NOTHING, related: new Set(related), thing: ref };
  }
  if (space === ref.space) return { ...NOTHING, main: new Set([ref.id]), related: relatedInSpace(topology, ref) };
  if (space === "plan") {
    const id = planNodeIdOf(topology, ref.id);
    return id === null ? NOTHING : { ...NOTHING, main: new Set([id]), related: kin(topology, id) };
  }
  return { ...NOTHING, main: runtimeNodesOf(topology, withReplacements(topology, ref.id)) };
}

/** What is chosen as a node of another space, when exactly one is to be walked from: the first of its nodes there. */
export function translate(space: Space, topology: AnalyzedTopology, ref: Ref): NodeRef | null {
  if (space === ref.space) return ref as NodeRef;
  const { main, related, thing } = highlightIn(space, topology, ref);
  const [first] = thing === null ? main : related;
  return first === undefined ? null : { space, id: first };
}

export function exists(topology: AnalyzedTopology, ref: Ref): boolean {
  if (ref.space === "topic") return topicOf(topology, ref.id) !== null;
  if (ref.space === "store") return topology.topology?.stores[ref.id] !== undefined;
  if (ref.space === "runtime") return topology.topology?.nodes.some(({ id }) => id === ref.id) ?? false;
  return plansOf(topology).some((plan) => plan.nodes.some(({ id }) => id === ref.id));
}

export function topicOf(topology: AnalyzedTopology, id: number): NamedTopic | null {
  return topology.topology?.named_topics?.find((topic) => topic.id === id) ?? null;
}

/** The topic of this name, or null for one that no node reads or writes. */
export function topicRef(topology: AnalyzedTopology, name: string): ThingRef | null {
  const topic = topology.topology?.named_topics?.find((one) => one.name === name);
  return topic === undefined ? null : { space: "topic", id: topic.id };
}

export function storeRef(topology: AnalyzedTopology, name: string): ThingRef | null {
  const id = topology.topology?.stores.findIndex((store) => store.name === name) ?? -1;
  return id < 0 ? null : { space: "store", id };
}

/** What was chosen, found again by its name in an analysis that has taken the place of another; null when it is gone. */
export function carriedOver(before: AnalyzedTopology, after: AnalyzedTopology, ref: Ref): Ref | null {
  const name = nameOf(before, ref);
  if (name === null) return null;
  if (ref.space === "topic") return topicRef(after, name);
  if (ref.space === "store") return storeRef(after, name);
  const nodes = ref.space === "runtime" ? (after.topology?.nodes ?? []) : plansOf(after).reverse().flatMap((plan) => plan.nodes);
  const found = nodes.find((node) => node.name === name);
  return found === undefined ? null : { space: ref.space, id: found.id };
}

function nameOf(topology: AnalyzedTopology, ref: Ref): string | null {
  if (ref.space === "topic") return topicOf(topology, ref.id)?.name ?? null;
  if (ref.space === "store") return topology.topology?.stores[ref.id]?.name ?? null;
  const nodes = ref.space === "runtime" ? (topology.topology?.nodes ?? []) : plansOf(topology).flatMap((plan) => plan.nodes);
  return nodes.find((node) => node.id === ref.id)?.name || null;
}

/** The runtime nodes that write and read a topic, or that use a store. */
export function usersOf(topology: AnalyzedTopology, ref: ThingRef): number[] {
  if (ref.space === "store") return topology.topology?.stores[ref.id]?.users ?? [];
  const topic = topicOf(topology, ref.id);
  return topic === null ? [] : [...topic.writers, ...topic.readers];
}

function planNodeIdOf(topology: AnalyzedTopology, runtimeNode: number): number | null {
  return topology.topology?.nodes.find(({ id }) => id === runtimeNode)?.plan_node ?? null;
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
