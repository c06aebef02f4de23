// Puts explanations into groups, in the order in which one asks.

import type { AnalyzedTopology, Explanation, Part } from "../api/types";
import { factsOf } from "./facts";
import { isThing, type Ref } from "./selection";
import { thingFactsOf } from "./things";

export interface Group {
  title: string;
  parts: Part[];
  /** Rules that changed nothing: there for those who look. */
  quiet: Part[];
}

const TITLES: readonly (readonly [string, readonly string[]])[] = [
  ["The refusal", ["refusal"]],
  ["What the text leaves open", ["not known"]],
  ["The text that was pasted", ["dump"]],
  ["The optimizer", ["optimizer", "optimizer step", "firing"]],
  ["Repartition topics", ["repartition topic"]],
  ["State stores and changelog topics", ["state store", "changelog topic", "global store"]],
  ["Sub-topologies", ["sub-topology"]],
  ["Under other settings", ["other setting"]],
];

/** Where a shared page explains what is chosen: the end of its address, or nothing. */
export function placeOnSharedPage(topology: AnalyzedTopology, index: number, chosen: Ref | null): string {
  if (chosen === null) return "";
  const [about] = isThing(chosen) ? (thingFactsOf(topology, chosen)?.parts ?? []) : (factsOf(topology, chosen)?.parts ?? []);
  const number = about === undefined ? -1 : topology.explanation.parts.indexOf(about);
  return number < 0 ? "" : `#why-${index}-${number}`;
}

/** What another setting of the optimizer would change, in a sentence; null where nothing is said of one. */
export function otherSetting({ parts }: Explanation): string | null {
  return parts.find(({ kind }) => kind === "other setting")?.what[0] ?? null;
}

/** Groups that have something to say; kinds that are new come last, so that nothing is left out. */
export function grouped(parts: readonly Part[]): Group[] {
  const known = new Set(TITLES.flatMap(([, kinds]) => kinds));
  const titles = [...TITLES, ["More", [...new Set(parts.map(({ kind }) => kind))].filter((kind) => !known.has(kind))] as const];
  return titles
    .map(([title, kinds]) => groupOf(title, parts.filter((part) => kinds.includes(part.kind))))
    .filter((group) => group.parts.length + group.quiet.length > 0);
}

function groupOf(title: string, parts: readonly Part[]): Group {
  const isQuiet = (part: Part) => part.kind === "optimizer step" && part.figures === null && part.effect === null;
  return { title, parts: parts.filter((part) => !isQuiet(part)), quiet: parts.filter(isQuiet) };
}
