// Puts explanations into groups, in the order in which one asks.

import type { Part } from "../api/types";

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
