// What the side panel says about a topic or a store: facts that are in the analysis, put together and never added to.

import type { AnalyzedTopology, Origin, Part, RuntimeNode, Store, StoreUse } from "../api/types";
import { doubtOf, factsOf, planNodeOf, runtimeNodeOf } from "./facts";
import { isDump, storeFactsOf, type StoreFact } from "./storeFacts";
import { isThing, topicOf, type NodeRef, type Ref, type ThingRef } from "./selection";

/** A node that uses the topic or store. */
export interface User {
  ref: NodeRef;
  label: string;
  name: string;
  subTopology: number;
  origin: Origin | null;
}

export interface ThingFacts {
  /** Such as `Repartition topic`. */
  kind: string;
  name: string;
  unsure: string | null;
  /** What there is to say in a sentence, beside the explanations. */
  what: string[];
  /** What is known of a store, each by its title; what is not known has the reason instead. */
  known: StoreFact[];
  users: { title: string; nodes: User[] }[];
  /** Why it is there. */
  parts: Part[];
}

/** Everything known of a topic or store, or null when the analysis has none of this number. */
export function thingFactsOf(topology: AnalyzedTopology, ref: ThingRef): ThingFacts | null {
  return ref.space === "topic" ? topicFacts(topology, ref.id) : storeFacts(topology, ref);
}

/** What is chosen, in a word or two. */
export function titleOf(topology: AnalyzedTopology, ref: Ref): string {
  return isThing(ref) ? (thingFactsOf(topology, ref)?.name ?? "") : (factsOf(topology, ref)?.title ?? "");
}

function topicFacts(topology: AnalyzedTopology, id: number): ThingFacts | null {
  const topic = topicOf(topology, id);
  if (topic === null) return null;
  const restored = (topology.topology?.stores ?? []).filter(
    (store) => store.changelog_is_source && store.changelog === topic.name,
  );
  return {
    kind: topic.is_repartition ? "Repartition topic" : topic.is_pattern ? "Topics that match a pattern" : "Topic",
    name: topic.name,
    unsure: doubtOf(topology, topic.name),
    what: topic.is_repartition ? [] : [ownTopicSentence(topic.is_pattern)],
    known: [],
    users: [
      { title: "Written by", nodes: topic.writers.flatMap((node) => userOf(topology, node)) },
      { title: "Read by", nodes: topic.readers.flatMap((node) => userOf(topology, node)) },
    ],
    parts: partsOf(topology, [`repartition-topic:${topic.name}`, ...restored.map(({ name }) => `store:${name}`)]),
  };
}

function storeFacts(topology: AnalyzedTopology, ref: ThingRef): ThingFacts | null {
  const store = topology.topology?.stores[ref.id];
  if (store === undefined) return null;
  return {
    kind: store.is_global ? "Global state store" : "State store",
    name: store.name,
    unsure: doubtOf(topology, store.name),
    what: [],
    known: storeFactsOf(topology, store),
    users: usersByUse(topology, store),
    parts: partsOf(topology, ["store", "changelog-topic", "global-store"].map((kind) => `${kind}:${store.name}`)),
  };
}

/** Who writes a store and who reads it, as far as that is known. */
function usersByUse(topology: AnalyzedTopology, store: Store): ThingFacts["users"] {
  const uses: readonly [StoreUse, string][] = [
    ["writes", "Written by"],
    ["both", "Read and written by"],
    ["reads", "Read by"],
    ["unknown", isDump(topology) ? "Used by (a dump does not say who of them writes, and who reads)" : "Used by"],
  ];
  const found = uses.flatMap(([use, title]) => {
    const nodes = store.users.filter((_, index) => (store.uses?.[index] ?? "unknown") === use);
    return nodes.length === 0 ? [] : [{ title, nodes: nodes.flatMap((node) => userOf(topology, node)) }];
  });
  return found.length > 0 ? found : [{ title: "Used by", nodes: [] }];
}

function ownTopicSentence(isPattern: boolean): string {
  return isPattern
    ? "They are the application's own: Kafka Streams makes none of them."
    : "It is the application's own: Kafka Streams does not make it, and it must be there before the start.";
}

function userOf(topology: AnalyzedTopology, id: number): User[] {
  const node = runtimeNodeOf(topology, id);
  if (node === null) return [];
  return [
    {
      ref: { space: "runtime", id },
      label: labelOf(topology, node),
      name: node.name,
      subTopology: node.sub_topology,
      origin: node.origin,
    },
  ];
}

function labelOf(topology: AnalyzedTopology, node: RuntimeNode): string {
  const operator = node.plan_node === null ? null : planNodeOf(topology, node.plan_node)?.operator;
  return node.title || operator || node.kind;
}

function partsOf(topology: AnalyzedTopology, ids: readonly string[]): Part[] {
  const wanted = new Set(ids);
  return topology.explanation.parts.filter((part) => wanted.has(part.id));
}
