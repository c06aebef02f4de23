// Names of files and which language the editor colours them as.

import type { SourceText } from "../api/types";

export type Colouring = "java" | "kotlin" | "plain";

const FIRST_NAMES: Record<string, readonly [string, string]> = {
  java: ["Topology", ".java"],
  kotlin: ["Topology", ".kt"],
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
  if (language === "java" || language === "kotlin") return language;
  if (language === "describe" || file === undefined) return "plain";
  if (/^\s*Topolog(y|ies)\b/.test(file.text)) return "plain";
  if (/\.(kt|kts)$/.test(file.name)) return "kotlin";
  if (!file.name.includes(".") && /^\s*(fun|val|package [\w.]+\s*$)/m.test(file.text) && !file.text.includes(";")) return "kotlin";
  if (!file.name.includes(".") && looksLikeSettings(file.text)) return "plain";
  return /\.(txt|log|properties|ya?ml)$/.test(file.name) ? "plain" : "java";
}

/** Whether every line sets something, as in an application.yml that was pasted without its name. */
function looksLikeSettings(text: string): boolean {
  const lines = text.split("\n").filter((line) => !/^\s*([#!].*|---\s*)?$/.test(line));
  return lines.length > 0 && lines.every((line) => /^\s*(- )*[\w%"'][\w.[\]%"'-]*\s*[:=]|^\s*- /.test(line) && !/[;{(]\s*$/.test(line));
}

/** Whether anything at all was written. */
export function hasText(files: readonly SourceText[]): boolean {
  return files.some((file) => file.text.trim() !== "");
}
