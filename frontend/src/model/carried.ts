// A link that carries a program in itself: what stands behind its `#`, packed and unpacked. No server sees that part of
// an address, so nothing is stored until somebody opens the link.

import type { Settings, SourceText } from "../api/types";

/** The page that opens such links. */
export const PAGE = "/s";
/** Its first letters say how the rest is written: JSON, deflated, in the letters of addresses. */
const START = "p1=";

/** How long a whole link may be: browsers carry more, chats and mails cut what is longer. */
export const MOST_LETTERS = 8_000;
/** How much may come of it: a few letters can be made to unpack into gigabytes. */
const MOST_BYTES = 4_000_000;
const MOST_FILES = 1_000;

export interface Carried {
  files: SourceText[];
  settings: Partial<Settings>;
}

/** A link that is no program: the message is a sentence that says why. */
export class NotCarried extends Error {}

/** Writes what stands behind the `#` of a link. */
export async function pack({ files, settings }: { files: readonly SourceText[]; settings: Settings }): Promise<string> {
  const said = Object.entries(settings).filter(([name, value]) => !isUsual(name, value));
  const json = JSON.stringify({ files: files.map(({ name, text }) => ({ name, text })), settings: Object.fromEntries(said) });
  const packed = new Blob([json]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return START + letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Reads what stands behind the `#`. Throws NotCarried. */
export async function unpack(hash: string): Promise<Carried> {
  const text = hash.replace(/^#/, "");
  if (text === "") throw new NotCarried("It carries no program: it was cut off at its #. Ask for the whole link.");
  if (!text.startsWith(START)) throw new NotCarried("It was not made by Share, or by a newer topoviz than this one.");
  if (text.length > 10 * MOST_LETTERS) throw new NotCarried("It is longer than Share makes any.");
  let given: unknown;
  try {
    const letters = text.slice(START.length).replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
    given = JSON.parse(await inflated(bytes));
  } catch (error) {
    if (error instanceof NotCarried) throw error;
    throw new NotCarried("Part of it is missing or was changed on the way. Ask for the whole link, or for a saved one.");
  }
  return checked(given);
}

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > MOST_BYTES) {
      void reader.cancel();
      throw new NotCarried("What it carries is larger than any program that is read here.");
    }
    text += decoder.decode(value, { stream: true });
  }
}

function checked(given: unknown): Carried {
  const { files, settings } = (isRecord(given) ? given : {}) as { files?: unknown; settings?: unknown };
  if (!Array.isArray(files) || files.length === 0 || files.length > MOST_FILES || !files.every(isFile)) {
    throw new NotCarried("It carries something, but no program.");
  }
  return { files: files.map(({ name, text }) => ({ name, text })), settings: settingsOf(settings) };
}

/** What is said of settings, as far as this page knows it. */
function settingsOf(given: unknown): Partial<Settings> {
  if (!isRecord(given)) return {};
  const found: Partial<Settings> = {};
  for (const name of ["kafka_version", "language", "application_id"] as const) {
    const value = given[name];
    if (typeof value === "string") found[name] = value;
  }
  const { optimize, set } = given;
  if (typeof optimize === "string" || (Array.isArray(optimize) && optimize.every((one) => typeof one === "string"))) {
    found.optimize = optimize as NonNullable<Settings["optimize"]>;
  }
  if (isRecord(set)) found.set = Object.fromEntries(Object.entries(set).filter((one): one is [string, string] => typeof one[1] === "string"));
  return found;
}

function isUsual(name: string, value: unknown): boolean {
  return value === null || (name === "language" && value === "auto") || (name === "set" && Object.keys(value as object).length === 0);
}

function isFile(value: unknown): value is SourceText {
  return isRecord(value) && typeof value.name === "string" && value.name.length <= 500 && typeof value.text === "string";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
