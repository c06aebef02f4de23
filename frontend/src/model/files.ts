// Names of files and which language the editor colours them as.

import type { SourceText } from "../api/types";

export type Colouring = "java" | "kotlin" | "scala" | "plain";

const FIRST_NAMES: Record<string, readonly [string, string]> = {
  java: ["Topology", ".java"],
  kotlin: ["Topology", ".kt"],
  scala: ["Topology", ".scala"],
  describe: ["describe", ".txt"],
};

/**
 * A name for one more file. Where the language is to be told by the text, the name has no ending, for an ending would
 * count more than the text.
 */
export function freshName(language: string, taken: readonly SourceText[]): string {
  const [stem, ending] = FIRST_NAMES[language] ?? ["pasted", ""];
  const names = new Set(taken.map((file) => file.name));
  for (let number = 1; ; number += 1) {
    const name = `${stem}${number === 1 ? "" : number}${ending}`;
    if (!names.has(name)) return name;
  }
}

/** A name that none of these files has: this one, or this one with a number. */
export function otherName(name: string, taken: readonly SourceText[]): string {
  const names = new Set(taken.map((file) => file.name));
  const [, stem = name, ending = ""] = /^(.*?)(\.[^./]*)?$/.exec(name) ?? [];
  for (let number = 1; ; number += 1) {
    const other = number === 1 ? name : `${stem}-${number}${ending}`;
    if (!names.has(other)) return other;
  }
}

/** How to colour a text: by the chosen language, else by the file's ending, else by how it begins. */
export function colouringOf(language: string, file: SourceText | undefined): Colouring {
  if (language === "java" || language === "kotlin" || language === "scala") return language;
  if (language === "describe" || file === undefined) return "plain";
  if (/^\s*Topolog(y|ies)\b/.test(file.text)) return "plain";
  if (/\.(kt|kts)$/.test(file.name)) return "kotlin";
  if (/\.(scala|sc)$/.test(file.name)) return "scala";
  if (!file.name.includes(".")) {
    if (ONLY_SCALA.test(file.text)) return "scala";
    if (/^\s*(fun|val|package [\w.]+\s*$)/m.test(file.text) && !file.text.includes(";")) return "kotlin";
  }
  if (!file.name.includes(".") && looksLikeSettings(file.text)) return "plain";
  return /\.(txt|log|properties|ya?ml)$/.test(file.name) ? "plain" : "java";
}

/** What only Scala has; `engine/languages.py` has the last word. */
const ONLY_SCALA =
  /^[^\S\n]*(?:import\s+[\w.]+\.scala\.|import\s+[\w.]+\.(?:_[^\S\n]*;?$|\{)|(?:(?:private|protected|override|final|implicit|lazy)\s+)*(?:def\s+\w+|implicit\s+val\s|case\s+(?:class|object)\s)|(?:object|trait)\s+\w+\s+(?:extends|with)\s)|\bK(?:Stream|Table)\[/m;

/** Whether every line sets something, as in an application.yml that was pasted without its name. */
function looksLikeSettings(text: string): boolean {
  const lines = text.split("\n").filter((line) => !/^\s*([#!].*|---\s*)?$/.test(line));
  return lines.length > 0 && lines.every((line) => /^\s*(- )*[\w%"'][\w.[\]%"'-]*\s*[:=]|^\s*- /.test(line) && !/[;{(]\s*$/.test(line));
}

/** Lines that many programs have say nothing about which it is. */
const SAYS_NOTHING = /^(import|package)\b|^\W*$/;
/** Share of its lines that a program keeps at least when it is edited. */
const KEPT_BY_EDITS = 0.25;

/** Whether a text took the place of another program: it was pasted over it, or all of it was deleted. */
export function isAnother(before: string, after: string): boolean {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  let end = 0;
  while (end < before.length - same && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  if (same + end > before.length / 2) return false;
  const linesOf = (text: string) => text.split("\n").map((line) => line.trim()).filter((line) => !SAYS_NOTHING.test(line));
  const old = linesOf(before);
  const now = new Set(linesOf(after));
  return old.length > 1 && old.filter((line) => now.has(line)).length < old.length * KEPT_BY_EDITS;
}

/** Whether anything at all was written. */
export function hasText(files: readonly SourceText[]): boolean {
  return files.some((file) => file.text.trim() !== "");
}
