// A text to be read in a dialog: the lines around the one that is wanted, since a whole program may be long.

export interface Lines {
  /** How many stand before those that are shown, and how many after. */
  before: number;
  shown: readonly string[];
  after: number;
}

const MOST = 1_000;

export function linesAround(text: string, line: number): Lines {
  const all = text.replace(/\r\n?/g, "\n").split("\n");
  const before = Math.max(Math.min(line - 1 - MOST / 2, all.length - MOST), 0);
  const shown = all.slice(before, before + MOST);
  return { before, shown, after: all.length - before - shown.length };
}
