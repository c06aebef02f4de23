// What the search box finds: sub-topologies by number, topics and stores by name, and nodes by all that belongs to them,
// the line of the source that made them included.

import type { AnalyzedTopology, Place } from "../api/types";
import type { Graph } from "./graph";
import { originOf } from "./places";
import type { Space } from "./selection";
import { subTopologiesOf, type Target } from "./sight";

export interface Found {
  target: Target;
  label: string;
  detail: string;
  /** Such as `sub-topology 4`. */
  where: string;
}

/** Something to be found, with its words in small letters. */
interface Entry extends Found {
  names: string[];
  line: { number: number; text: string } | null;
}

/** The text of a place's lines, or nothing when the text is another by now. */
export type TextOf = (place: Place) => string;

const GENERATED = /^(?:COGROUPKSTREAM|KSTREAM|KTABLE)-[A-Z-]+-(\d{10})$/;
const MOST_WHERE = 3;

/** Everything that can be found in a topology. */
export function entriesOf(topology: AnalyzedTopology, space: Space, graph: Graph, textOf: TextOf): Entry[] {
  return [...subTopologyEntries(topology), ...thingEntries(topology), ...nodeEntries(topology, space, graph, textOf)];
}

/**
 * Those that have the text in a name, exact names first and beginnings next; then those that have each of its words in
 * some name, and those with the text in their line.
 */
export function find(entries: readonly Entry[], text: string): Found[] {
  const wanted = text.trim().toLowerCase().replace(/\s+/g, " ");
  if (wanted === "") return [];
  const ranked = entries.flatMap((entry) => {
    const rank = rankOf(entry, wanted);
    return rank === null ? [] : [{ entry: rank === 4 ? withLine(entry) : entry, rank }];
  });
  return ranked.sort((left, right) => left.rank - right.rank).map(({ entry }) => entry);
}

/** `sub-topology 4`, `sub-topologies 1, 2, 3 and 2 more`, or nothing. */
export function whereOf(ids: readonly number[]): string {
  if (ids.length === 0) return "";
  const more = ids.length > MOST_WHERE ? ` and ${ids.length - MOST_WHERE} more` : "";
  return `${ids.length === 1 ? "sub-topology" : "sub-topologies"} ${ids.slice(0, MOST_WHERE).join(", ")}${more}`;
}

/** The number that stands beside a step in the picture, `#7`, or nothing. */
export function numberOf(name: string): string {
  const digits = GENERATED.exec(name)?.[1];
  return digits === undefined ? "" : `#${Number(digits)}`;
}

function rankOf({ names, line }: Entry, wanted: string): number | null {
  if (names.includes(wanted)) return 0;
  if (names.some((name) => name.startsWith(wanted))) return 1;
  if (names.some((name) => name.includes(wanted))) return 2;
  if (wanted.split(" ").every((word) => names.some((name) => name.includes(word)))) return 3;
  return line?.text.toLowerCase().includes(wanted) ? 4 : null;
}

function withLine(entry: Entry): Entry {
  return entry.line === null ? entry : { ...entry, detail: `line ${entry.line.number}: ${entry.line.text}` };
}

function subTopologyEntries(topology: AnalyzedTopology): Entry[] {
  return (topology.topology?.sub_topologies ?? []).map(({ id, nodes, is_global }) => ({
    target: { space: "sub-topology", id },
    label: `sub-topology ${id}`,
    detail: `${nodes.length} ${nodes.length === 1 ? "node" : "nodes"}${is_global ? ", for a global store" : ""}`,
    where: "",
    names: [`sub-topology ${id}`, `subtopology ${id}`, `sub-topology${id}`, `sub ${id}`, String(id)],
    line: null,
  }));
}

function thingEntries(topology: AnalyzedTopology): Entry[] {
  const topics = topology.topology?.named_topics ?? [];
  const stores = topology.topology?.stores ?? [];
  const where = (space: "topic" | "store", id: number) => whereOf(subTopologiesOf(topology, { space, id }));
  return [
    ...topics.map(({ id, name, is_repartition }) => {
      const label = is_repartition ? "repartition topic" : "topic";
      return {
        target: { space: "topic", id } as const,
        label,
        detail: name,
        where: where("topic", id),
        names: [label, name.toLowerCase()],
        line: null,
      };
    }),
    ...stores.map(({ name, changelog }, id) => ({
      target: { space: "store", id } as const,
      label: "store",
      detail: name,
      where: where("store", id),
      names: ["store", "state store", name, changelog ?? ""].filter((one) => one !== "").map((one) => one.toLowerCase()),
      line: null,
    })),
  ];
}

function nodeEntries(topology: AnalyzedTopology, space: Space, graph: Graph, textOf: TextOf): Entry[] {
  const nodes = new Map(topology.topology?.nodes.map((node) => [node.id, node]));
  return [...graph.values()].map((node) => {
    const built = space === "runtime" ? nodes.get(node.id) : undefined;
    const number = numberOf(node.name);
    const place = originOf(topology, { space, id: node.id })?.at ?? null;
    const text = place === null ? "" : textOf(place).trim().replace(/\s+/g, " ");
    return {
      target: { space, id: node.id },
      label: [node.label === node.name && built ? built.kind : node.label, number].filter((one) => one !== "").join(" "),
      detail: [node.name, ...node.topics].join(" · "),
      where: built === undefined ? "" : whereOf([built.sub_topology]),
      names: [node.label, node.name, number, ...node.topics, ...node.stores].filter((one) => one !== "").map((one) => one.toLowerCase()),
      line: place === null || text === "" ? null : { number: place.line, text },
    };
  });
}
