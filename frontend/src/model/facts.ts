// What the side panel says about a node: facts that are in the analysis, put together and never added to.

import type { AnalyzedTopology, Origin, Part, PlanNode, RuntimeNode, Store } from "../api/types";
import type { NodeRef } from "./selection";

export interface NodeFacts {
  /** What it does, or its kind. */
  title: string;
  name: string;
  /** Such as `source node` or `operator`. */
  kind: string;
  unsure: string | null;
  flags: string[];
  /** What rules did with it, each with the rule's title. */
  changes: { title: string; sentences: string[] }[];
  nameOrigin: string;
  origin: Origin | null;
  subTopology: number | null;
  reads: string[];
  writes: string[];
  stores: Store[];
  /** Explanations of its topics, stores and sub-topology. */
  parts: Part[];
}

export function planNodeOf(topology: AnalyzedTopology, id: number): PlanNode | null {
  const plan = topology.plan;
  if (plan === null) return null;
  return plan.after?.nodes.find((node) => node.id === id) ?? plan.before.nodes.find((node) => node.id === id) ?? null;
}

export function runtimeNodeOf(topology: AnalyzedTopology, id: number): RuntimeNode | null {
  return topology.topology?.nodes.find((node) => node.id === id) ?? null;
}

/** Everything known of a node, or null when the analysis has none of this number. */
export function factsOf(topology: AnalyzedTopology, ref: NodeRef): NodeFacts | null {
  const runtime = ref.space === "runtime" ? runtimeNodeOf(topology, ref.id) : null;
  const planId = ref.space === "plan" ? ref.id : runtime?.plan_node;
  const plan = planId == null ? null : planNodeOf(topology, planId);
  if (runtime === null && (ref.space === "runtime" || plan === null)) return null;
  const nodes = runtime ? [runtime] : runtimeNodesOfPlan(topology, ref.id);
  const name = runtime?.name ?? plan?.name ?? "";
  const storeNames = new Set(nodes.flatMap((node) => node.stores));
  const stores = (topology.topology?.stores ?? []).filter((store) => storeNames.has(store.name));
  const reads = unique(nodes.flatMap((node) => [...node.topics, ...(node.pattern === null ? [] : [node.pattern])]));
  const writes = unique(nodes.flatMap((node) => (node.topic === null ? [] : [node.topic])));
  const subTopologies = unique(nodes.map((node) => node.sub_topology));
  const subTopology = subTopologies.length === 1 ? (subTopologies[0] ?? null) : null;
  return {
    title: runtime?.title || plan?.operator || (runtime ? `${runtime.kind} node` : (plan?.type ?? "")),
    name,
    kind: runtime ? `${runtime.kind} node` : "operator",
    unsure: doubtOf(topology, name) ?? plan?.unsure ?? null,
    flags: plan === null ? [] : flagsOf(plan),
    changes: plan === null ? [] : changesOf(topology, plan),
    nameOrigin: nameOrigin(name),
    origin: runtime?.origin ?? plan?.origin ?? null,
    subTopology,
    reads,
    writes,
    stores,
    parts: partsOf(topology, [...reads, ...writes], stores, subTopology),
  };
}

/** Where a name comes from, as far as the name itself says it. */
export function nameOrigin(name: string): string {
  const numbered = /^(K(?:STREAM|TABLE)-[A-Z-]+-)(\d{10,})$/.exec(name);
  if (numbered) {
    const number = String(Number(numbered[2]));
    return `Kafka Streams made it: the kind of operator, and ${number}, the number that was next. An operator added or \
removed above it changes the number.`;
  }
  if (/\d{10}/.test(name)) {
    return "It holds a number that Kafka Streams counted. An operator added or removed above it changes the number.";
  }
  return "There is no counted number in it: it stays when operators are added or removed above.";
}

/** Why a name is not certain, or null. A changelog topic is named after its store, and is as certain. */
export function doubtOf(topology: AnalyzedTopology, name: string): string | null {
  const store = topology.topology?.stores.find(({ changelog, changelog_is_source }) => changelog === name && !changelog_is_source);
  return topology.unsure.find((doubt) => doubt.name === name || doubt.name === store?.name)?.reason ?? null;
}

function runtimeNodesOfPlan(topology: AnalyzedTopology, id: number): RuntimeNode[] {
  return (topology.topology?.nodes ?? []).filter((node) => node.plan_node === id);
}

function flagsOf(node: PlanNode): string[] {
  const flags: string[] = [];
  if (node.changes_key) flags.push("changes the key");
  if (node.changes_value) flags.push("changes the value");
  return flags;
}

/** The optimizer's words for each firing that touched a node; explanations number a rule's firings from 1. */
function changesOf(topology: AnalyzedTopology, node: PlanNode): { title: string; sentences: string[] }[] {
  const ids = new Set([node.id, ...node.replaces]);
  return (topology.plan?.steps ?? []).flatMap((step) =>
    step.firings.flatMap((firing, index) => {
      if (!firing.nodes.some((id) => ids.has(id))) return [];
      const part = topology.explanation.parts.find(({ id }) => id === `firing:${step.rule}:${index + 1}`);
      return [{ title: step.title, sentences: part ? [...part.what, ...part.why] : [firing.sentence] }];
    }),
  );
}

function partsOf(
  topology: AnalyzedTopology,
  topics: readonly string[],
  stores: readonly Store[],
  subTopology: number | null,
): Part[] {
  const wanted = new Set([
    ...topics.map((topic) => `repartition-topic:${topic}`),
    ...stores.flatMap(({ name }) => [`store:${name}`, `changelog-topic:${name}`, `global-store:${name}`]),
    ...(subTopology === null ? [] : [`sub-topology:${subTopology}`]),
  ]);
  return topology.explanation.parts.filter((part) => wanted.has(part.id));
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
