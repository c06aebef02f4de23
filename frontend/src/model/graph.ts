// Both kinds of graph in one shape, for walking along edges. Knows no picture.

import type { Plan, Runtime, RuntimeNode } from "../api/types";

export interface GraphNode {
  id: number;
  /** What it does, in a word or two. */
  label: string;
  /** Kafka's name. */
  name: string;
  topics: string[];
  stores: string[];
  parents: number[];
  children: number[];
}

export type Graph = ReadonlyMap<number, GraphNode>;
export type Direction = "up" | "down" | "left" | "right";

/** A plan without its root, which is no operator. */
export function planGraph(plan: Plan): Graph {
  const root = plan.nodes.find((node) => node.origin === null && node.operator === "" && node.name === "root");
  const nodes = plan.nodes.filter((node) => node !== root);
  const parents = parentsOf(nodes.map((node) => [node.id, node.children]));
  return new Map(
    nodes.map((node) => [
      node.id,
      {
        id: node.id,
        label: node.operator || node.type,
        name: node.name,
        topics: [],
        stores: [],
        parents: parents.get(node.id) ?? [],
        children: node.children,
      },
    ]),
  );
}

/** A topology; an edge also leads from a sink through its topic to the sources that read it. */
export function runtimeGraph(runtime: Runtime, operatorOf: (planNode: number) => string | null): Graph {
  const readers = new Map<string, number[]>();
  for (const node of runtime.nodes) {
    for (const topic of node.topics) readers.set(topic, [...(readers.get(topic) ?? []), node.id]);
  }
  const parents = new Map(runtime.nodes.map((node) => [node.id, [...node.predecessors]]));
  for (const node of runtime.nodes) {
    for (const reader of node.topic === null ? [] : (readers.get(node.topic) ?? [])) parents.get(reader)?.push(node.id);
  }
  const children = parentsOf([...parents]);
  return new Map(
    runtime.nodes.map((node) => [
      node.id,
      {
        id: node.id,
        label: runtimeLabel(node, operatorOf),
        name: node.name,
        topics: [...node.topics, ...(node.topic === null ? [] : [node.topic])],
        stores: node.stores,
        parents: parents.get(node.id) ?? [],
        children: children.get(node.id) ?? [],
      },
    ]),
  );
}

/** The node one step away, or null at the end of the way. Left and right go round the children of the same parents. */
export function walk(graph: Graph, from: number, direction: Direction): number | null {
  const node = graph.get(from);
  if (node === undefined) return null;
  if (direction === "down") return node.children[0] ?? null;
  if (direction === "up") return node.parents[0] ?? null;
  const siblings = siblingsOf(graph, node);
  const step = direction === "right" ? 1 : -1;
  return siblings[siblings.indexOf(from) + step] ?? null;
}

/** Where a walk begins when nothing is chosen. */
export function firstNode(graph: Graph): number | null {
  for (const node of graph.values()) if (node.parents.length === 0) return node.id;
  return graph.keys().next().value ?? null;
}

function siblingsOf(graph: Graph, node: GraphNode): number[] {
  if (node.parents.length === 0) return [...graph.values()].filter((one) => one.parents.length === 0).map(({ id }) => id);
  return [...new Set(node.parents.flatMap((parent) => graph.get(parent)?.children ?? []))];
}

/** Turns edges round. */
function parentsOf(edges: readonly (readonly [number, readonly number[]])[]): Map<number, number[]> {
  const turned = new Map<number, number[]>();
  for (const [from, targets] of edges) {
    for (const target of targets) turned.set(target, [...(turned.get(target) ?? []), from]);
  }
  return turned;
}

function runtimeLabel(node: RuntimeNode, operatorOf: (planNode: number) => string | null): string {
  const operator = node.plan_node === null ? null : operatorOf(node.plan_node);
  return node.title || operator || node.kind;
}
