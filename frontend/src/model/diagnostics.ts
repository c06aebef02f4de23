// Puts diagnostics in order, and says what the user can settle.

import type { Diagnostic, Severity } from "../api/types";

const WEIGHTS: Record<Severity, number> = { refused: 0, unreadable: 1, unsure: 2, note: 3 };

/** What matters most first, else in the order of the analysis. */
export function byWeight(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort((left, right) => WEIGHTS[left.severity] - WEIGHTS[right.severity]);
}

/** The keys that this diagnostic asks for; an analysis kept since before there were any has none. */
export function keysOf(diagnostic: Diagnostic): string[] {
  return diagnostic.keys ?? [];
}
