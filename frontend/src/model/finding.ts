// What the search box finds: topics and stores by their names, and nodes by all that belongs to them.

import type { AnalyzedTopology } from "../api/types";
import { search, type Graph } from "./graph";
import type { Ref, Space } from "./selection";

export interface Found {
  ref: Ref;
  label: string;
  detail: string;
}

/** Topics and stores whose names hold the text, then nodes; in each, names that begin with it first. */
export function find(topology: AnalyzedTopology, space: Space, graph: Graph, text: string): Found[] {
  const things = byBeginning(thingsOf(topology), text);
  const nodes = search(graph, text).map((node) => ({
    ref: { space, id: node.id } as const,
    label: node.label,
    detail: [node.name, ...node.topics].join(" · "),
  }));
  return [...things, ...nodes];
}

function thingsOf(topology: AnalyzedTopology): Found[] {
  const topics = topology.topology?.named_topics ?? [];
  const stores = topology.topology?.stores ?? [];
  return [
    ...topics.map((topic) => ({
      ref: { space: "topic", id: topic.id } as const,
      label: topic.is_repartition ? "repartition topic" : "topic",
      detail: topic.name,
    })),
    ...stores.map((store, id) => ({ ref: { space: "store", id } as const, label: "store", detail: store.name })),
  ];
}

function byBeginning(things: readonly Found[], text: string): Found[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return [];
  const holding = things.filter(({ detail }) => detail.toLowerCase().includes(wanted));
  const begins = (thing: Found) => thing.detail.toLowerCase().startsWith(wanted);
  return [...holding.filter(begins), ...holding.filter((thing) => !begins(thing))];
}
