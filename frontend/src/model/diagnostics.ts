// Puts diagnostics in order, and finds in a next step the keys that would settle it, as the command line spells them: --set 'KEY=…'.

import type { Diagnostic, Severity } from "../api/types";

const WEIGHTS: Record<Severity, number> = { refused: 0, unreadable: 1, unsure: 2, note: 3 };

/** What matters most first, else in the order of the analysis. */
export function byWeight(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort((left, right) => WEIGHTS[left.severity] - WEIGHTS[right.severity]);
}

/** The keys that this diagnostic asks for. */
export function setKeysOf(diagnostic: Diagnostic): string[] {
  const found = [...diagnostic.next_step.matchAll(/--set '(.+?)=…'/gs)].map((match) => match[1] ?? "");
  return found.flatMap(splitAtCommas);
}

/** Each key once, in the order of the diagnostics. */
export function setKeys(diagnostics: readonly Diagnostic[]): string[] {
  return [...new Set(diagnostics.flatMap(setKeysOf))];
}

/** The next step in words for a page that has input fields, without the command line's spelling. */
export function nextStepWords(diagnostic: Diagnostic): string {
  return diagnostic.next_step
    .replace(/:? ?--set '.+=…'/s, "")
    .replace(/\s+\./, ".")
    .trim();
}

/** Several keys of one condition come with commas between; commas inside brackets and texts belong to a key. */
function splitAtCommas(text: string): string[] {
  const keys: string[] = [];
  let depth = 0;
  let quote = "";
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (quote !== "") {
      if (char === quote) quote = "";
    } else if (char === "'" || char === '"') quote = char;
    else if ("([{<".includes(char)) depth += 1;
    else if (")]}>".includes(char)) depth -= 1;
    else if (char === "," && depth === 0) {
      keys.push(text.slice(start, index).trim());
      start = index + 1;
    }
  }
  return [...keys, text.slice(start).trim()].filter((key) => key !== "");
}
