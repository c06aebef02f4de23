// What a step of bringing a change in says, where the page lists what its sentence lists too.

import type { MigrationStep, NameToGive } from "../../api/compareTypes";

/** The names to give, each once: one call may make several stores of the same name. */
export function namesToGive(names: readonly NameToGive[]): NameToGive[] {
  const keyOf = ({ code, at }: NameToGive) => `${code} ${at === null ? "" : `${at.file_id}:${at.line}:${at.column}`}`;
  const keys = names.map(keyOf);
  return names.filter((one, index) => one.code !== null && keys.indexOf(keyOf(one)) === index);
}

/** The sentence of a step; names that stand below it are not listed in it again. */
export function sentenceOf({ kind, sentence }: MigrationStep, given: readonly NameToGive[]): string {
  const end = kind === "name" && given.length > 0 ? sentence.indexOf(": `") : -1;
  return end < 0 ? sentence : `${sentence.slice(0, end)}.`;
}
