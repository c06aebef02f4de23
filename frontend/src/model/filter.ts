// What a filter leaves bright in the picture: nodes by what they are or use, with their topics and stores.

import type { AnalyzedTopology, NamedTopic, RuntimeNode, Store } from "../api/types";
import { planNodeOf } from "./facts";

export const FILTER_KINDS = ["ends", "key", "state", "internal", "unsure"] as const;
export type FilterKind = (typeof FILTER_KINDS)[number];

export const KIND_WORDS: Record<FilterKind, string> = {
  ends: "Sources and sinks",
  key: "Changes the key",
  state: "Keeps state",
  internal: "Internal topics",
  unsure: "Not certain",
};

/** All that is said has to hold; null says nothing. */
export interface Filter {
  kind: FilterKind | null;
  topic: number | null;
  store: number | null;
  subTopology: number | null;
}

export const NO_FILTER: Filter = { kind: null, topic: null, store: null, subTopology: null };

export interface Matches {
  /** Keys of all nodes, topics and stores that match. */
  keys: ReadonlySet<string>;
  nodes: number;
  of: number;
}

export function isFiltering(filter: Filter): boolean {
  return writeFilter(filter) !== "";
}

/** As the address holds it: `state.t3.s1.sub4`. */
export function writeFilter({ kind, topic, store, subTopology }: Filter): string {
  const numbered = [["t", topic], ["s", store], ["sub", subTopology]] as const;
  return [kind ?? "", ...numbered.map(([letter, id]) => (id === null ? "" : `${letter}${id}`))].filter((part) => part !== "").join(".");
}

export function readFilter(text: string | null): Filter {
  const parts = (text ?? "").split(".");
  const number = (letter: string) => {
    const found = parts.map((part) => new RegExp(`^${letter}(\\d{1,7})$`).exec(part)?.[1]).find((one) => one !== undefined);
    return found === undefined ? null : Number(found);
  };
  const kind = FILTER_KINDS.find((one) => parts.includes(one)) ?? null;
  return { kind, topic: number("t"), store: number("s"), subTopology: number("sub") };
}

/** What matches, or null when the filter says nothing or there is no topology; within one sub-topology, or in all. */
export function matchesOf(topology: AnalyzedTopology, filter: Filter, within: number | null = null): Matches | null {
  const runtime = topology.topology;
  if (runtime === null || !isFiltering(filter)) return null;
  const topics = runtime.named_topics ?? [];
  const unsure = new Set(topology.unsure.map(({ name }) => name));
  const internal = new Set(topics.filter((topic) => topic.is_repartition).flatMap(({ readers, writers }) => [...readers, ...writers]));
  const logged = new Set(runtime.stores.filter(hasOwnChangelog).flatMap(({ users }) => users));
  const isOfKind = (node: RuntimeNode) => {
    switch (filter.kind) {
      case "ends":
        return node.kind !== "processor";
      case "key":
        return changesKey(topology, node);
      case "state":
        return node.stores.length > 0;
      case "internal":
        return internal.has(node.id) || logged.has(node.id);
      case "unsure":
        return unsure.has(node.name) || (node.plan_node !== null && planNodeOf(topology, node.plan_node)?.unsure != null);
      case null:
        return true;
    }
  };
  const topic = topics.find(({ id }) => id === filter.topic);
  const store = filter.store === null ? undefined : runtime.stores[filter.store];
  const nodes = runtime.nodes.filter(
    (node) =>
      isOfKind(node) &&
      (filter.topic === null || (topic !== undefined && [...topic.readers, ...topic.writers].includes(node.id))) &&
      (filter.store === null || store?.users.includes(node.id) === true) &&
      (filter.subTopology === null || node.sub_topology === filter.subTopology),
  );
  const ids = new Set(nodes.map(({ id }) => id));
  const keys = new Set([
    ...nodes.map(({ id }) => `r${id}`),
    ...topics.filter((one) => isTopicBright(filter, one, ids, unsure)).map(({ id }) => `t${id}`),
    ...runtime.stores.flatMap((one, id) => (isStoreBright(filter, one, id, ids, unsure) ? [`s${id}`] : [])),
  ]);
  const counted = (all: readonly RuntimeNode[]) => all.filter((node) => within === null || node.sub_topology === within).length;
  return { keys, nodes: counted(nodes), of: counted(runtime.nodes) };
}

function isTopicBright(filter: Filter, topic: NamedTopic, nodes: ReadonlySet<number>, unsure: ReadonlySet<string>): boolean {
  if (filter.topic !== null) return topic.id === filter.topic;
  if (filter.store !== null || filter.kind === "key" || filter.kind === "state") return false;
  const isUsed = [...topic.readers, ...topic.writers].some((id) => nodes.has(id));
  if (filter.kind === "unsure") return unsure.has(topic.name);
  return isUsed && (filter.kind !== "internal" || topic.is_repartition);
}

function isStoreBright(filter: Filter, store: Store, id: number, nodes: ReadonlySet<number>, unsure: ReadonlySet<string>): boolean {
  if (filter.store !== null) return id === filter.store;
  if (filter.topic !== null || filter.kind === "key" || filter.kind === "ends") return false;
  if (filter.kind === "unsure") return unsure.has(store.name);
  return store.users.some((user) => nodes.has(user)) && (filter.kind !== "internal" || hasOwnChangelog(store));
}

function hasOwnChangelog(store: Store): boolean {
  return store.changelog !== null && !store.changelog_is_source;
}

/** Of a dump only the name says it, as far as Kafka Streams made the name. */
function changesKey(topology: AnalyzedTopology, node: RuntimeNode): boolean {
  if (node.plan_node === null) return /^KSTREAM-(MAP|FLATMAP|KEY-SELECT)-\d{10}$/.test(node.name);
  const plan = planNodeOf(topology, node.plan_node);
  return plan?.name === node.name && plan.changes_key;
}
