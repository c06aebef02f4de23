// Long texts that were pasted: the address holds a short name for each, and this device keeps the text.

import { find, keep } from "./shelf";

/** Texts up to this length stand in the address itself. */
const SHORT = 1_500;
const known = new Map<string, string>();

/** What the address holds for a text. */
export function shortened(text: string): string {
  if (text.length <= SHORT) return text;
  const name = `@${digestOf(text)}`;
  known.set(name, text);
  void keep({
    id: name,
    kind: "draft",
    name: "Pasted",
    isListed: false,
    what: "",
    fileCount: 0,
    when: Date.now(),
    program: { files: [{ name, text }], settings: { kafka_version: null, optimize: null, language: "auto", set: {}, application_id: null } },
    address: "",
  });
  return name;
}

/** The text that the address stands for, or null where this device does not have it. */
export async function wholeText(text: string): Promise<string | null> {
  if (!isName(text)) return text;
  const here = known.get(text) ?? (await find(text))?.program?.files[0]?.text ?? null;
  if (here !== null) known.set(text, here);
  return here;
}

export function isName(text: string): boolean {
  return /^@[0-9a-z]{8,}$/.test(text);
}

/** Two sums of 32 bits: enough to tell the texts of one person apart (FNV-1a, with two beginnings). */
export function digestOf(text: string): string {
  const sums = [0x811c9dc5, 0x01000193].map((start) => {
    let sum = start;
    for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193) >>> 0;
    return sum.toString(36).padStart(7, "0");
  });
  return sums.join("");
}
