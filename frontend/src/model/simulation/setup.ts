// The configuration of a run, whose text is the truth: the form reads lines of it and changes lines of it. What is written
// in another way than the form writes it stays as it is, and is changed in the text.

export type Section = "settings" | "costs" | "nodes" | "topics" | "punctuators" | "generate" | "seed" | "events" | "look";

/** In the order in which they are written. */
const ORDER: readonly Section[] = ["settings", "costs", "nodes", "topics", "punctuators", "generate", "seed", "events", "look"];

/** An entry of a list, such as {topic: orders, rate: 20}: its values as they are written, without quotes. */
export interface Item {
  values: Readonly<Record<string, string>>;
  /** Lines of the text, counted from 1. */
  first: number;
  last: number;
}

export interface Setting {
  value: string;
  line: number;
}

export interface Setup {
  /** null where the form cannot read how they are written. */
  settings: ReadonlyMap<string, Setting> | null;
  generate: readonly Item[] | null;
  events: readonly Item[] | null;
}

interface Part {
  name: string;
  /** What stands behind the colon. */
  inline: string;
  /** Of its first line, from 0. */
  start: number;
  /** Behind its last line that says anything. */
  end: number;
}

const HEAD = /^([A-Za-z][\w.-]*):(?:[ \t]+(.*))?$/;
const SAYS = /^[ \t]*[^\s#]/;

export function readSetup(text: string): Setup {
  const lines = text.split("\n");
  const parts = partsOf(lines);
  if (parts === null) return { settings: null, generate: null, events: null };
  const part = (name: Section) => parts.find((one) => one.name === name);
  return { settings: settingsIn(lines, part("settings")), generate: itemsIn(lines, part("generate")), events: itemsIn(lines, part("events")) };
}

/** The text with a setting; an empty value takes it away. */
export function withSetting(text: string, name: string, value: string): string {
  const known = readSetup(text).settings;
  if (known === null) return text;
  const values = new Map([...known].map(([key, one]) => [key, one.value]));
  if (value.trim() === "") values.delete(name);
  else values.set(name, value.trim());
  const written = [...values].map(([key, one]) => `  ${scalar(key)}: ${scalar(one)}`);
  return withBody(text, "settings", keepComments(text, "settings", written));
}

/** The text with another list of items; each gets a line, and the comments between them stay at its beginning. */
export function withItems(text: string, name: "generate" | "events", items: readonly Readonly<Record<string, string>>[]): string {
  if (readSetup(text)[name] === null) return text;
  return withBody(text, name, keepComments(text, name, items.map((one) => `- ${flow(one)}`)));
}

/** The text with an interval in which each node is an event of its own, in ms; as it is where only the text shows how it is written. */
export function withLook(text: string, from: number, to: number): string {
  const lines = text.split("\n");
  const parts = partsOf(lines);
  if (parts === null) return text;
  const look = `look: ${flow({ from: `${Math.floor(from)}ms`, to: `${Math.ceil(to)}ms` })}`;
  const part = parts.find(({ name }) => name === "look");
  if (part !== undefined) lines.splice(part.start, part.end - part.start, look);
  else lines.splice(parts.at(-1)?.end ?? 0, 0, look);
  return lines.join("\n");
}

/** Values as a mapping in braces; what is empty is left away. */
export function flow(values: Readonly<Record<string, string>>): string {
  return `{${Object.entries(values)
    .filter(([, value]) => value.trim() !== "")
    .map(([key, value]) => `${key}: ${scalar(value.trim())}`)
    .join(", ")}}`;
}

function partsOf(lines: readonly string[]): Part[] | null {
  const parts: Part[] = [];
  for (const [at, line] of lines.entries()) {
    const head = HEAD.exec(line);
    const last = parts.at(-1);
    if (head) parts.push({ name: head[1] ?? "", inline: withoutComment(head[2] ?? ""), start: at, end: at + 1 });
    else if (SAYS.test(line)) {
      if (last === undefined || /^[\]{}"]/.test(line)) return null;
      last.end = at + 1;
    }
  }
  return parts;
}

function settingsIn(lines: readonly string[], part: Part | undefined): ReadonlyMap<string, Setting> | null {
  const found = new Map<string, Setting>();
  if (part === undefined) return found;
  if (part.inline !== "") {
    const values = part.end === part.start + 1 ? flowIn(part.inline) : null;
    if (values === null) return null;
    return new Map(Object.entries(values).map(([key, value]) => [key, { value, line: part.start + 1 }]));
  }
  for (let at = part.start + 1; at < part.end; at += 1) {
    const line = lines[at] ?? "";
    if (!SAYS.test(line)) continue;
    const pair = /^[ \t]/.test(line) ? pairIn(withoutComment(line.trim())) : null;
    if (pair === null) return null;
    found.set(pair[0], { value: pair[1], line: at + 1 });
  }
  return found;
}

function itemsIn(lines: readonly string[], part: Part | undefined): readonly Item[] | null {
  if (part === undefined) return [];
  if (part.inline !== "") return part.end === part.start + 1 ? flowItems(part.inline, part.start + 1) : null;
  const found: { values: Record<string, string>; first: number; last: number; indent: number }[] = [];
  for (let at = part.start + 1; at < part.end; at += 1) {
    const line = lines[at] ?? "";
    if (!SAYS.test(line)) continue;
    const [, indent = "", rest] = /^([ \t]*)- +(.*)$/.exec(line) ?? [];
    const says = withoutComment((rest ?? line).trim());
    const last = found.at(-1);
    if (rest !== undefined) {
      const values = says.startsWith("{") ? flowIn(says) : one(pairIn(says));
      if (values === null || (last !== undefined && last.indent !== indent.length)) return null;
      found.push({ values, first: at + 1, last: at + 1, indent: indent.length });
      continue;
    }
    const pair = pairIn(says);
    if (last === undefined || pair === null || /^\S/.test(line)) return null;
    last.values[pair[0]] = pair[1];
    last.last = at + 1;
  }
  return found.map(({ values, first, last }) => ({ values, first, last }));
}

/** The items of a list in brackets, such as [{at: 2s, kill: a}]; null for what is none. */
function flowItems(text: string, line: number): readonly Item[] | null {
  const pieces = text.startsWith("[") && text.endsWith("]") ? piecesOf(text.slice(1, -1)) : null;
  const items = (pieces ?? []).filter((piece) => piece.trim() !== "").map((piece) => flowIn(piece.trim()));
  return pieces === null || items.includes(null) ? null : items.map((values) => ({ values: values ?? {}, first: line, last: line }));
}

function one(pair: [string, string] | null): Record<string, string> | null {
  return pair === null ? null : { [pair[0]]: pair[1] };
}

/** The values of a mapping in braces; null for what is none, or goes on in the next line. */
function flowIn(text: string): Record<string, string> | null {
  if (!text.startsWith("{") || !text.endsWith("}")) return null;
  const found: Record<string, string> = {};
  for (const each of piecesOf(text.slice(1, -1))?.filter((piece) => piece.trim() !== "") ?? [""]) {
    const pair = pairIn(each.trim());
    if (pair === null) return null;
    found[pair[0]] = pair[1];
  }
  return found;
}

/** What stands between commas that are within no brackets and no quotes; null where those do not close. */
function piecesOf(text: string): string[] | null {
  let depth = 0;
  let quote = "";
  let piece = "";
  const pieces: string[] = [];
  for (const sign of text) {
    if (quote !== "") quote = sign === quote ? "" : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") depth -= 1;
    if (depth < 0) return null;
    if (sign === "," && depth === 0 && quote === "") {
      pieces.push(piece);
      piece = "";
    } else piece += sign;
  }
  return depth !== 0 || quote !== "" ? null : [...pieces, piece];
}

function pairIn(text: string): [string, string] | null {
  const pair = /^("[^"]*"|'[^']*'|[^\s:"'{}[\],][^:{}[\],]*):[ \t]+(\S.*)$/.exec(text);
  const value = pair?.[2]?.trim() ?? "";
  if (pair === null || /^[|>&*!]/.test(value)) return null;
  return [plain(pair[1] ?? ""), plain(value)];
}

function plain(text: string): string {
  const trimmed = text.trim();
  if (/^"[^"\\]*"$/.test(trimmed) || /^'[^']*'$/.test(trimmed)) return trimmed.slice(1, -1);
  return trimmed;
}

function withoutComment(text: string): string {
  let quote = "";
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (quote !== "") quote = sign === quote ? "" : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === "#" && (at === 0 || /\s/.test(text[at - 1] ?? ""))) return text.slice(0, at).trim();
  }
  return text.trim();
}

/** Lists and mappings stay as they are; anything else is quoted where YAML would take it for more than a text. */
function scalar(text: string): string {
  if (/^[[{].*[\]}]$/.test(text)) return text;
  return /^[\w.+/$-][\w.+/$ -]*$/.test(text) && !text.endsWith(" ") ? text : JSON.stringify(text);
}

function keepComments(text: string, name: Section, written: readonly string[]): string[] {
  const lines = text.split("\n");
  const part = partsOf(lines)?.find((one) => one.name === name);
  const within = part === undefined ? [] : lines.slice(part.start + 1, part.end);
  return [...within.filter((line) => line.trim().startsWith("#")), ...written];
}

/** The text with another body of a section, which comes to its place where there was none, and goes with its last line. */
function withBody(text: string, name: Section, body: readonly string[]): string {
  const lines = text.split("\n");
  const parts = partsOf(lines) ?? [];
  const part = parts.find((one) => one.name === name);
  const next = body.length === 0 ? [] : [`${name}:`, ...body];
  if (part !== undefined) {
    lines.splice(part.start, part.end - part.start, ...next);
    return lines.join("\n");
  }
  const rank = ORDER.indexOf(name);
  const after = parts.findLast((one) => ORDER.indexOf(one.name as Section) < rank && ORDER.includes(one.name as Section));
  const first = parts[0];
  lines.splice(after?.end ?? first?.start ?? (text.trim() === "" ? 0 : lines.length), 0, ...next);
  return lines.join("\n");
}
