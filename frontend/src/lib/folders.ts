// Files as the browser gives them: dropped or chosen, alone or in folders. What no program needs is not read.

import { MOST_BYTES_OF_ONE, choose, decode, isWanted, leadsNowhere, notRead, whyNoText, type Taken } from "../model/intake";
import type { SourceText } from "../api/types";

/** A file that may be read, by its path in the folder. */
export interface Candidate {
  path: string;
  file: () => Promise<File>;
}

const AT_ONCE = 16;

/** The files below folders that may belong to a program. Throws the signal's reason once that is aborted. */
export async function filesBelow(
  entries: readonly FileSystemEntry[],
  signal: AbortSignal,
  onfound: (count: number) => void,
): Promise<Candidate[]> {
  const found: Candidate[] = [];
  const only = entries.length === 1 && entries[0]?.isDirectory;
  const visit = async (entry: FileSystemEntry, path: string): Promise<void> => {
    signal.throwIfAborted();
    if (entry.isDirectory) {
      const below = path === "" ? "" : `${path}/`;
      if (leadsNowhere(`${below}file`)) return;
      for (const one of await entriesOf(entry as FileSystemDirectoryEntry)) await visit(one, `${below}${one.name}`);
    } else if (isWanted(path)) {
      found.push({ path, file: () => new Promise((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)) });
      onfound(found.length);
    }
  };
  for (const entry of entries) await visit(entry, only ? "" : entry.name);
  return found;
}

/** The files of a chosen folder that may belong to a program; without the folder's own name. */
export function filesChosen(files: readonly File[]): Candidate[] {
  return files
    .map((file) => ({ path: file.webkitRelativePath.split("/").slice(1).join("/"), file: () => Promise.resolve(file) }))
    .filter(({ path }) => isWanted(path));
}

/** Reads files of a folder and chooses among them. Throws the signal's reason once that is aborted. */
export async function readFolder(
  candidates: readonly Candidate[],
  mostBytes: number,
  signal: AbortSignal,
  onread: (count: number) => void,
): Promise<Taken> {
  const { files, notes } = await readFiles(candidates, Math.min(mostBytes, MOST_BYTES_OF_ONE), signal, onread);
  const chosen = choose(files);
  return { files: chosen.files, notes: [...chosen.notes, ...notes] };
}

/** Reads files as they are, but for those that are too large or no text. */
export async function readFiles(
  candidates: readonly Candidate[],
  mostBytes: number,
  signal: AbortSignal,
  onread: (count: number) => void,
): Promise<Taken> {
  const files: SourceText[] = [];
  const large: string[] = [];
  const noText = new Map<string, string[]>();
  for (let start = 0; start < candidates.length; start += AT_ONCE) {
    signal.throwIfAborted();
    const some = candidates.slice(start, start + AT_ONCE).map(async ({ path, file }) => {
      const one = await file();
      return { path, data: one.size > mostBytes ? null : await one.arrayBuffer() };
    });
    for (const { path, data } of await Promise.all(some)) {
      const text = data && decode(data);
      if (data === null) large.push(path);
      else if (text === null) noText.set(whyNoText(data), [...(noText.get(whyNoText(data)) ?? []), path]);
      else files.push({ name: path, text });
    }
    onread(Math.min(start + AT_ONCE, candidates.length));
  }
  const tooLarge = notRead(large, `more than ${Math.round(mostBytes / 1000)} KB`);
  return { files, notes: [...tooLarge, ...[...noText].flatMap(([why, names]) => notRead(names, why))] };
}

/** All entries of a folder; browsers give some at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all.sort((left, right) => (left.name < right.name ? -1 : 1));
    all.push(...some);
  }
}
