// Which files of a folder are looked at: the rule of `topoviz/intake/choice.py`. One table of names tests both.

import type { Limits, SourceText } from "../api/types";

/** Files that are looked at, and sentences about what is not. */
export interface Taken {
  files: SourceText[];
  notes: string[];
}

/** More than people write in one file; what is larger is generated. */
export const MOST_BYTES_OF_ONE = 1_000_000;

const PROGRAM = /\.(java|kts?|scala)$/;
const SETTINGS = /\.(properties|ya?ml)$/i;
const BUILD = /(^|\/)([\w.-]*pom\.xml|[^/]+\.pom|[^/]+\.gradle(\.kts)?|gradle\.properties|[^/]*versions\.toml)$/i;
const ARCHIVE = /\.(zip|tar|tar\.gz|tgz|tar\.bz2|tar\.xz)$/i;
const TOOLS = new Set(["__MACOSX", "bin", "build", "dist", "node_modules", "out", "target"]);
/** Files in which macOS keeps attributes of others. */
const OF_MACOS = /(^|\/)\._[^/]*$/;
const OF_TESTS = /(^|\/)(src\/[^/]*[tT]est[^/]*|tests?|androidTest|testFixtures)\//;
const OF_STREAMS = /kafka\.streams|\bStreamsBuilder\b|\bK(?:Stream|Table)\b|spring\.cloud\.stream/;

/** Whether a path lies in a folder that a tool keeps or a build makes. */
export function leadsNowhere(path: string): boolean {
  const folders = path.split("/").slice(0, -1);
  return folders.some((one, index) => one.startsWith(".") || (TOOLS.has(one) && !folders.slice(0, index).includes("src")));
}

/** Whether a file may belong to a program, by its path. */
export function isWanted(path: string): boolean {
  return !leadsNowhere(path) && !OF_MACOS.test(path) && (PROGRAM.test(path) || SETTINGS.test(path) || BUILD.test(path));
}

export function isOfTests(path: string): boolean {
  return OF_TESTS.test(path);
}

/** Whether a file says the version of Kafka Streams, by its name. */
export function isBuildFile(name: string): boolean {
  return BUILD.test(name);
}

/** Whether a file only says how a program is read, and is none itself. */
export function isSettings(name: string): boolean {
  return BUILD.test(name) || SETTINGS.test(name);
}

export function isArchive(name: string): boolean {
  return ARCHIVE.test(name);
}

/** Those of tests only where nothing else has to do with Kafka Streams. */
export function choose(given: readonly SourceText[]): Taken {
  const files = [...given].sort((left, right) => (left.name < right.name ? -1 : 1));
  const own = files.filter(({ name }) => !isOfTests(name));
  if (own.length === files.length || !own.some(isAboutStreams)) return { files, notes: [] };
  return { files: own, notes: [`Not read: ${countOf(files.length - own.length, "file")} of tests.`] };
}

/** Says what was not read, and why. */
export function notRead(names: readonly string[], reason: string): string[] {
  if (names.length === 0) return [];
  const more = names.length > 1 ? ` and ${names.length - 1} more` : "";
  return [`Not read: ${names[0]}${more}; ${reason}.`];
}

/** Which files are read as settings and which as build files, in a sentence; nothing where there are none. */
export function readAs(files: readonly SourceText[]): string[] {
  const short = (name: string) => name.slice(name.lastIndexOf("/") + 1);
  const build = files.filter(({ name }) => BUILD.test(name)).map(({ name }) => short(name));
  const settings = files.filter(({ name }) => SETTINGS.test(name) && !BUILD.test(name)).map(({ name }) => short(name));
  const some = (names: string[]) => [...new Set(names.length > 2 ? [...names.slice(0, 2), `${names.length - 2} more`] : names)].join(", ");
  const parts = [
    ...(settings.length > 0 ? [`settings: ${some(settings)}`] : []),
    ...(build.length > 0 ? [`build files, which say the version: ${some(build)}`] : []),
  ];
  return parts.length === 0 ? [] : [`Recognized ${parts.join("; ")}.`];
}

/** Why so many files cannot be sent at once; null where they can. */
export function tooMuch(files: readonly SourceText[], limits: Limits): string | null {
  const bytes = bytesOf(files);
  if (files.length > limits.files) return tooManyFiles(files.length, limits);
  if (bytes > limits.total_bytes) return `Its files have ${megabytes(bytes)}, and ${megabytes(limits.total_bytes)} are taken at once.`;
  return null;
}

export function tooManyFiles(count: number, limits: Limits): string {
  return `It holds ${count} programs, settings and build files, and ${limits.files} are taken at once.`;
}

/** Bytes of all texts together, in UTF-8. */
export function bytesOf(files: readonly SourceText[]): number {
  const encoder = new TextEncoder();
  return files.reduce((sum, { text }) => sum + encoder.encode(text).length, 0);
}

/** Why bytes that `decode` cannot read are no text of a program. */
export function whyNoText(data: ArrayBuffer): string {
  return new Uint8Array(data).includes(0) ? "not a text file" : "not in UTF-8; save it in UTF-8 and open it again";
}

/** Reads bytes as UTF-8, or UTF-16 with a mark; null for what is no text. */
export function decode(data: ArrayBuffer): string | null {
  const [first, second] = new Uint8Array(data, 0, Math.min(2, data.byteLength));
  const wide = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : null;
  try {
    const text = new TextDecoder(wide ?? "utf-8", { fatal: wide === null }).decode(data);
    return wide === null && text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

export function countOf(number: number, word: string): string {
  return number === 1 ? `1 ${word}` : `${number} ${word}s`;
}

function isAboutStreams(file: SourceText): boolean {
  return PROGRAM.test(file.name) && OF_STREAMS.test(file.text);
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
