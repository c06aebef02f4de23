// What this device keeps of the programs that were worked on: drafts with their text, and where saved ones are found.

import type { Analysis, AnalyzedTopology, Settings, SourceText, Status } from "../api/types";
import { firstPlaceOf } from "./names";

export type Kind = "draft" | "analysis" | "report";

export interface Kept {
  id: string;
  kind: Kind;
  name: string;
  /** Whether it is worth a line: not an example that nobody changed, nor the draft of what was saved since. */
  isListed: boolean;
  /** What it showed, such as "4 sub-topologies". */
  what: string;
  fileCount: number;
  /** When it was last on show, in milliseconds since 1970. */
  when: number;
  /** Text and settings of a draft; null for what the server keeps. */
  program: { files: SourceText[]; settings: Settings } | null;
  /** Where it is found: the page's own path, with what was chosen in it. */
  address: string;
}

export const MOST_KEPT = 20;

/** What the list tells of a lag report; of one that was just asked for, the server says no more. */
interface ReportState {
  page: string;
  status: Status;
  files: readonly { name: string }[];
  result: { group: string | null } | null;
}

/** How a report ended that has nothing to show. */
const ENDS: Partial<Record<Status, string>> = { failed: "could not be made", cancelled: "cancelled" };

const KINDS: Record<Kind, string> = { draft: "Draft", analysis: "Saved", report: "Lag report" };

/** What is worth a line, the newest first. */
export function listed(all: readonly Kept[]): Kept[] {
  return newest(all.filter(({ isListed }) => isListed)).slice(0, MOST_KEPT);
}

/** Ids of what is too old to be listed; of what is not listed as much is kept, since one may go back to it. */
export function outdated(all: readonly Kept[]): string[] {
  const others = newest(all.filter(({ isListed }) => !isListed));
  return [...newest(all.filter(({ isListed }) => isListed)).slice(MOST_KEPT), ...others.slice(MOST_KEPT)].map(({ id }) => id);
}

/** One line about it: what it is, how many files it has and what it showed. */
export function lineOf({ kind, fileCount, what }: Kept): string {
  const files = fileCount === 0 ? "" : fileCount === 1 ? "1 file" : `${fileCount} files`;
  return [KINDS[kind], files, what].filter((part) => part !== "").join(" · ");
}

/** A lag report, by its program, its topology or its group, with what it was made from and, where it is none, how it ended. */
export function keptReport(
  { page, status, files, result }: ReportState,
  topology: AnalyzedTopology | null,
  program: string | null,
  when: number,
): Kept {
  const own = topology !== null && isNamed(topology) ? topology.name : null;
  return {
    id: page,
    kind: "report",
    name: program ?? own ?? result?.group ?? "Consumer lag",
    isListed: true,
    what: [historyOf(files.map(({ name }) => name)), ENDS[status] ?? ""].filter((part) => part !== "").join(" · "),
    fileCount: 0,
    when,
    program: null,
    address: page,
  };
}

function historyOf([first = "", ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

/** A program by its topology where that has a name of its own, else by its files. */
export function nameOf(files: readonly SourceText[], analysis: Analysis | null): string {
  const names = (analysis?.topologies ?? []).filter(isNamed).map(({ name }) => name);
  const [first] = names;
  if (first !== undefined) return names.length === 1 ? first : `${first} and ${names.length - 1} more`;
  return nameOfFiles(files);
}

/** A topology by its own name, else by the file in which it begins. */
export function nameOfTopology(topology: AnalyzedTopology, files: readonly SourceText[]): string {
  if (isNamed(topology)) return topology.name;
  const at = firstPlaceOf(topology);
  const own = files.filter(({ name }) => name === at?.file);
  return nameOfFiles(own.length > 0 ? own : files);
}

/** Whether a topology has a name: plain statements have none. */
function isNamed({ name, is_named }: AnalyzedTopology): boolean {
  return name !== "" && is_named !== false;
}

function nameOfFiles(files: readonly SourceText[]): string {
  const file = files.find(({ text }) => text.trim() !== "")?.name ?? "";
  const short = file.slice(file.lastIndexOf("/") + 1);
  if (short !== "" && !/^(pasted|Topology|describe)\d*(\.\w+)?$/.test(short)) return short;
  return firstWordsOf(files) || "A program without a name";
}

/** What an analysis found, in few words. */
export function whatOf(analysis: Analysis): string {
  const count = analysis.topologies.reduce((sum, { topology }) => sum + (topology?.sub_topologies.length ?? 0), 0);
  return count === 0 ? "no topology" : count === 1 ? "1 sub-topology" : `${count} sub-topologies`;
}

/** How long ago, in words. */
export function agoOf(when: number, now: number): string {
  const minutes = Math.floor((now - when) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return minutes === 1 ? "1 minute ago" : `${minutes} minutes ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return hours === 1 ? "1 hour ago" : `${hours} hours ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "yesterday" : `${days} days ago`;
}

/** The first topic of a text or the first class in it says more than the name of a pasted file. */
function firstWordsOf(files: readonly SourceText[]): string {
  const text = files.find((one) => one.text.trim() !== "")?.text.slice(0, 20_000) ?? "";
  const named = /\b(?:class|object|interface)\s+(\w+)/.exec(text)?.[1];
  if (named !== undefined) return named;
  const topic = /\b(?:stream|table|globalTable)\s*(?:<[^>(]*>)?\(\s*"([^"]+)"/.exec(text)?.[1] ?? /topics: \[([^\],]+)/.exec(text)?.[1];
  return topic === undefined ? "" : `Reads ${topic}`;
}

function newest(all: readonly Kept[]): Kept[] {
  return [...all].sort((left, right) => right.when - left.when);
}
