// Puts diagnostics in order, and says what the user can settle.

import type { Analysis, AnalyzedTopology, Diagnostic, Severity } from "../api/types";
import { filesOf } from "./names";

const WEIGHTS: Record<Severity, number> = { refused: 0, unreadable: 1, unsure: 2, note: 3 };

/** What matters most first, and of that what lies in these files; else in the order of the analysis. */
export function byWeight(diagnostics: readonly Diagnostic[], files: ReadonlySet<number> = new Set()): Diagnostic[] {
  const weight = ({ severity, at }: Diagnostic) => 2 * WEIGHTS[severity] - (at !== null && files.has(at.file_id) ? 1 : 0);
  return [...diagnostics].sort((left, right) => weight(left) - weight(right));
}

/** What is to be said while this topology is on show; what only matters to one that nothing starts is said with it. */
export function saidOf(analysis: Analysis | null, topology: AnalyzedTopology | null): Diagnostic[] {
  const all = [...(topology?.not_started?.diagnostics ?? []), ...(analysis?.diagnostics ?? [])];
  return byWeight(all, topology ? filesOf(topology) : undefined);
}

/** What one of a severity is called, and several. */
const WORDS: Record<Severity, [string, string]> = {
  refused: ["refusal", "refusals"],
  unreadable: ["unreadable", "unreadable"],
  unsure: ["unsure", "unsure"],
  note: ["note", "notes"],
};

/** The severities that there are, the weightiest first, each with how many and in words, such as "2 refusals". */
export function countsOf(diagnostics: readonly Diagnostic[]): { severity: Severity; words: string }[] {
  return (Object.keys(WEIGHTS) as Severity[]).flatMap((severity) => {
    const count = diagnostics.filter((each) => each.severity === severity).length;
    return count === 0 ? [] : [{ severity, words: `${count} ${WORDS[severity][count === 1 ? 0 : 1]}` }];
  });
}

/** What somebody should look at, in few words: the weightiest kind and how many; nothing where there are only notes. */
export function waitingOf(diagnostics: readonly Diagnostic[]): string {
  return countsOf(diagnostics).find(({ severity }) => severity !== "note")?.words ?? "";
}

/** Who only reads has no field in which to say what a value is, and nowhere to paste more code. */
export const WAY_TO_CHANGE = "“Open in the editor” makes a copy of your own, in which you can give values and paste more code.";

/** The keys that this diagnostic asks for; an analysis kept since before there were any has none. */
export function keysOf(diagnostic: Diagnostic): string[] {
  return diagnostic.keys ?? [];
}
