// Programs that are compared with the one in the editor: the address has a short name for each, this device the text.

import type { SourceText } from "../api/types";
import type { Program } from "../viewer.svelte";
import { digestOf } from "./pastes";
import { find, keep } from "./shelf";

export interface NamedProgram extends Program {
  name: string;
}

const known = new Map<string, NamedProgram>();

/** Keeps a program, and gives the name that the address has for it. */
export function keepProgram(program: NamedProgram): string {
  const id = `@${digestOf(JSON.stringify([program.files, program.settings]))}`;
  known.set(id, program);
  const { files, settings, name } = program;
  void keep({
    id,
    kind: "draft",
    name,
    isListed: false,
    what: "",
    fileCount: files.length,
    when: Date.now(),
    program: { files: files.map((one) => ({ ...one })), settings: { ...settings } },
    address: "",
  });
  return id;
}

/** The program of such a name, or null where this device does not have it. */
export async function keptProgram(id: string): Promise<NamedProgram | null> {
  const here = known.get(id);
  if (here) return here;
  const kept = await find(id);
  if (!kept?.program) return null;
  const program = { ...kept.program, name: kept.name };
  known.set(id, program);
  return program;
}

/** Whether two programs have the same text. */
export function sameText(left: readonly SourceText[], right: readonly SourceText[]): boolean {
  return left.length === right.length && left.every(({ text }, index) => text === right[index]?.text);
}
