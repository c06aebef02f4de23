// Puts diagnostics in order, and says what the user can settle.

import type { Diagnostic, Severity } from "../api/types";

const WEIGHTS: Record<Severity, number> = { refused: 0, unreadable: 1, unsure: 2, note: 3 };

/** What matters most first, and of that what lies in these files; else in the order of the analysis. */
export function byWeight(diagnostics: readonly Diagnostic[], files: ReadonlySet<number> = new Set()): Diagnostic[] {
  const weight = ({ severity, at }: Diagnostic) => 2 * WEIGHTS[severity] - (at !== null && files.has(at.file_id) ? 1 : 0);
  return [...diagnostics].sort((left, right) => weight(left) - weight(right));
}

/** The keys that this diagnostic asks for; an analysis kept since before there were any has none. */
export function keysOf(diagnostic: Diagnostic): string[] {
  return diagnostic.keys ?? [];
}
