// The form of a run: what its fields show of the configuration, and what they write into it.

import type { AnalyzedTopology } from "../../api/types";
import type { Item, Setup } from "./setup";

export const GUARANTEE = "processing.guarantee";
export const THREADS = "num.stream.threads";

/** Settings that have a field of their own, with their defaults. */
export const NUMBERS: readonly { name: string; usual: string }[] = [
  { name: THREADS, usual: "1" },
  { name: "max.task.idle.ms", usual: "0" },
  { name: "buffered.records.per.partition", usual: "1000" },
  { name: "commit.interval.ms", usual: "30000" },
];

export const GUARANTEES = ["at_least_once", "exactly_once", "exactly_once_beta", "exactly_once_v2"] as const;

/** What commit.interval.ms is where nobody says it: with transactions it is another. */
export function usualOf({ name, usual }: (typeof NUMBERS)[number], guarantee: string): string {
  return name === "commit.interval.ms" && guarantee.startsWith("exactly_once") ? "100" : usual;
}

/** What the program itself sets, where it is certain. */
export function setByProgram(topology: AnalyzedTopology, name: string): string | null {
  return topology.settings?.find((one) => one.name === name)?.value ?? null;
}

/** Fields of a topic whose records are made. */
export const MADE: readonly { key: string; label: string; usual: string; title: string }[] = [
  { key: "rate", label: "a second", usual: "", title: "Records a second" },
  { key: "for", label: "for", usual: "", title: "For how long, such as 90s or 5m" },
  { key: "keys", label: "keys", usual: "1000", title: "How many keys there are" },
  { key: "skew", label: "skew", usual: "0", title: "How uneven keys are: 0 is even, 1 is as words of a language are" },
  { key: "disorder", label: "disorder", usual: "0s", title: "By how much timestamps go back and forth, such as 2s" },
];

/** What may happen, as the form offers it. */
export const HAPPENINGS = ["kill", "stop", "start", "fail", "fence", "slow", "stall", "burst"] as const;
export type Happens = (typeof HAPPENINGS)[number];

export interface HappensChoice {
  label: string;
  of: "instance" | "new instance" | "thread" | "partition" | "topic";
  /** What is asked beside where and when, with what it begins with. */
  by: { label: string; usual: string } | null;
  /** Whether it is for a time: for good where none is said. */
  lasts: "always" | "perhaps" | "never";
}

export const CHOICES: Record<Happens, HappensChoice> = {
  kill: { label: "an instance dies", of: "instance", by: null, lasts: "perhaps" },
  stop: { label: "an instance is closed", of: "instance", by: null, lasts: "perhaps" },
  start: { label: "another instance starts", of: "new instance", by: { label: "threads", usual: "1" }, lasts: "never" },
  fail: { label: "a processor throws", of: "thread", by: null, lasts: "never" },
  fence: { label: "a producer is fenced", of: "thread", by: null, lasts: "never" },
  slow: { label: "a broker is slow", of: "partition", by: { label: "by", usual: "500ms" }, lasts: "always" },
  stall: { label: "a topic has no records", of: "topic", by: null, lasts: "always" },
  burst: { label: "a topic has many more records", of: "topic", by: { label: "times", usual: "10" }, lasts: "always" },
};

export interface Told {
  happens: Happens;
  of: string;
  at: string;
  lasts: string;
  by: string;
}

/** An event of the list; stalls and bursts are spans of what is made. */
export function eventOf({ happens, of, at, lasts, by }: Told): Record<string, string> {
  if (happens === "start") return { at, start: of, threads: by };
  if (happens === "fence") return { at, fence: of };
  if (happens === "fail") return { at, fail: of, in: "record" };
  return happens === "slow" ? { at, slow: of, by, for: lasts } : { at, [happens]: of, for: lasts };
}

/** The spans of a topic with one more. */
export function spansWith(spans: string | undefined, { happens, at, lasts, by }: Told): string | null {
  const from = millisOf(at);
  const length = millisOf(lasts);
  if (from === null || length === null) return null;
  const own = /^\[(.*)\]$/s.exec(spans?.trim() ?? "[]")?.[1]?.trim() ?? "";
  const next = `{from: ${spanOf(from)}, to: ${spanOf(from + length)}, times: ${happens === "stall" ? "0" : by}}`;
  return `[${own === "" ? next : `${own}, ${next}`}]`;
}

const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, min: 60_000, h: 3_600_000 };

/** A span such as 10s in ms; null for what is none, which the server explains better. */
export function millisOf(text: string): number | null {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|min|h)$/.exec(text.trim()) ?? [];
  const factor = UNITS[unit];
  return factor === undefined ? null : Math.round(Number(number) * factor);
}

export function spanOf(ms: number): string {
  return ms % 1_000 === 0 ? `${ms / 1_000}s` : `${ms}ms`;
}

/** An event of the configuration in words; as it is written where the form does not know its kind. */
export function eventText({ values }: Item): string {
  const { at = "", kill, stop, start, threads, fail, in: place, fence, slow, by, for: lasts } = values;
  const span = lasts === undefined ? "" : `, for ${lasts}`;
  if (kill !== undefined) return `${at}: ${kill} dies${span}`;
  if (stop !== undefined) return `${at}: ${stop} is closed${span}`;
  if (start !== undefined) return `${at}: ${start} starts${threads === undefined || threads === "1" ? "" : `, with ${threads} threads`}`;
  if (fail !== undefined) return `${at}: the next ${place ?? "record"} of ${fail} ends in a KafkaException`;
  if (fence !== undefined) return `${at}: producers of ${fence} are fenced`;
  if (slow === "transactions") return `${at}: initTransactions and commits take ${by ?? ""} more${span}`;
  if (slow !== undefined) return `${at}: fetches of ${slow} take ${by ?? ""} more${span}`;
  const rest = Object.entries(values).filter(([key]) => key !== "at");
  return `${at === "" ? "" : `${at}: `}${rest.map(([key, value]) => `${key} ${value}`).join(", ")}`;
}

/** Stalls and bursts of a topic in words. */
export function spanTexts({ values }: Item): string[] {
  const spans = values["spans"] ?? "";
  return [...spans.matchAll(/\{([^{}]*)\}/g)].map(([, inner = ""]) => {
    const said = Object.fromEntries(inner.split(",").map((pair) => pair.split(":").map((one) => one.trim())));
    const times = Number(said["times"]);
    const what = times === 0 ? "no records" : `${said["times"] ?? "?"} times as many records`;
    return `${values["topic"] ?? ""}: ${what} from ${said["from"] ?? "?"} to ${said["to"] ?? "?"}`;
  });
}

/** The place in the form that a line of the configuration belongs to: a setting, or an item of a list. */
export function fieldAtLine({ settings, generate, events }: Setup, line: number | null): { setting?: string; made?: number; event?: number } {
  if (line === null) return {};
  const setting = [...(settings ?? [])].find(([, one]) => one.line === line)?.[0];
  if (setting !== undefined) return { setting };
  const at = (items: readonly Item[] | null) => {
    const there = (items ?? []).filter(({ first, last }) => first <= line && line <= last);
    // Of several in one line, the text alone shows which one it is.
    return there[0] === undefined || there.length > 1 ? -1 : (items ?? []).indexOf(there[0]);
  };
  const [made, event] = [at(generate), at(events)];
  return made >= 0 ? { made } : event >= 0 ? { event } : {};
}
