// What the server is asked, from what stands in the form; each line of a text leads back to the field it comes from.

import type { AnalyzedTopology } from "../../api/types";
import type { Assignment, Question, SizingGiven } from "../../api/taskTypes";
import { shortened } from "../../lib/pastes";
import { MACHINE_FACTS, NOTHING_ASKED, STANDBYS, THREADS, TWO_INSTANCES, type AskedTasks, type Instance, type MachineFact, type Machines } from "./asked";

/** Where an error stands in the form. */
export type Field =
  | { kind: "counts" }
  | { kind: "topic"; topic: string }
  | { kind: "cluster" }
  | { kind: "instance"; index: number }
  | { kind: "setting"; name: string }
  | { kind: "assignor" }
  | { kind: "machines"; fact: MachineFact }
  | { kind: "sizes" };

export function questionOf(asked: AskedTasks): Question {
  const settings = { [STANDBYS]: asked.standbys, ...asked.settings };
  return {
    partitions: countsText(asked),
    cluster: asked.clusterText ?? instancesText(asked.instances),
    settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => value.trim() !== "")),
    assignor: asked.assignor,
    sizing: sizingOf(asked.machines),
    lag_report: asked.sizesOf,
  };
}

/** What a setting is where the form says nothing of it: its value, null where nobody knows it, and who says so. */
export interface Starting {
  value: string | null;
  /** Such as application.properties, line 3; nothing for a default. */
  from: string;
}

export function startingOf(topology: AnalyzedTopology, result: Pick<Assignment, "settings" | "said_by" | "threads"> | null, name: string): Starting | null {
  const said = result?.said_by?.[name];
  const used = name === THREADS ? result?.threads?.toString() : result?.settings[name];
  const own = topology.settings?.find((one) => one.name === name);
  if (used !== undefined && (said?.by === "program" || said?.by === "cluster")) return { value: used, from: said.words };
  if (own) return { value: own.value, from: own.file === null ? "the program" : `${own.file}${own.line === null ? "" : `, line ${own.line}`}` };
  return used === undefined || said?.by === "question" ? null : { value: used, from: "" };
}

/** Who says what a field starts with, in words; nothing for a default. */
export function hintOf(starting: Starting | null): string {
  if (starting === null || starting.from === "") return "";
  return starting.value === null ? `${starting.from} sets it; to what, the text does not say.` : `${starting.value}, from ${starting.from}`;
}

function sizingOf(machines: Machines): SizingGiven | null {
  const said = Object.entries(machines).filter(([, value]) => value.trim() !== "");
  return said.length === 0 ? null : Object.fromEntries(said.map(([fact, value]) => [fact, numberIn(value)]));
}

/** The topics that the program reads and whose counts only the user knows, each once, in the order of their numbers. */
export function sourceTopics(topology: AnalyzedTopology): string[] {
  const runtime = topology.topology;
  if (runtime === null) return [];
  const ofGlobal = new Set(runtime.sub_topologies.filter(({ is_global }) => is_global).flatMap(({ nodes }) => nodes));
  const names = (runtime.named_topics ?? [])
    .filter(({ is_pattern, is_repartition }) => !is_pattern && !is_repartition)
    .filter(({ readers }) => readers.some((id) => !ofGlobal.has(id)))
    .map(({ name }) => name);
  return [...new Set(names)];
}

/** Patterns by which the program reads topics: their topics have to be named. */
export function patternsOf(topology: AnalyzedTopology): string[] {
  return (topology.topology?.named_topics ?? []).filter(({ is_pattern, readers }) => is_pattern && readers.length > 0).map(({ name }) => name);
}

/** Whether a name may be a topic's; others stand for what the text does not say, such as `${input.topic}`. */
export function isTopic(name: string): boolean {
  return /^[\w.-]{1,249}$/.test(name);
}

const TRIED = [12, 8, 6, 4];

/**
 * Counts to try, the first topic's first: topics that have to have equally many partitions get them. A dump does not say
 * which have to, so that all get one count.
 */
export function countsToTry(topology: AnalyzedTopology, tries: readonly number[] = TRIED): Record<string, string> {
  const topics = sourceTopics(topology).filter(isTopic);
  if (topology.plan === null) return Object.fromEntries(topics.map((topic) => [topic, String(tries[0])]));
  const runtime = topology.topology;
  const set = new Map((runtime?.repartition_topics ?? []).flatMap(({ name, partitions }) => (partitions === null ? [] : [[name, partitions]])));
  const counts: Record<string, string> = {};
  let tried = 0;
  for (const topic of topics) {
    if (counts[topic] !== undefined) continue;
    const group = (runtime?.copartition_groups ?? []).find((one) => one.includes(topic)) ?? [topic];
    const given = group.map((name) => set.get(name)).find((count) => count !== undefined);
    const count = given ?? tries[tried++ % tries.length] ?? 4;
    for (const name of group) if (topics.includes(name)) counts[name] = String(count);
  }
  return counts;
}

/** The field that a refused question is about; `code` and `sentence` are the server's. */
export function fieldOf(asked: AskedTasks, code: string, sentence: string): Field {
  const line = Number(/^Line (\d+)\b/.exec(sentence)?.[1] ?? 0);
  switch (code) {
    case "bad-partitions": {
      const topic = asked.countsText === null ? givenTopics(asked)[line - 1] : undefined;
      return topic === undefined ? { kind: "counts" } : { kind: "topic", topic };
    }
    case "bad-cluster":
      return asked.clusterText === null && asked.instances[line - FIRST_LINE] !== undefined
        ? { kind: "instance", index: line - FIRST_LINE }
        : { kind: "cluster" };
    case "bad-setting":
      return fieldOfSetting(asked, sentence.split(" ")[0] ?? "");
    default:
      return { kind: "assignor" };
  }
}

/** The field of a member of the question that the server did not take, as it names it; null for what has no field. */
export function fieldOfMember(member: string): Field | null {
  if (member === "lag_report") return { kind: "sizes" };
  const fact = MACHINE_FACTS.find((one) => member === `sizing.${one}`);
  return fact === undefined ? null : { kind: "machines", fact };
}

/** A sentence about a setting begins with its name; one about an assignor does not. */
function fieldOfSetting({ settings, clusterText }: AskedTasks, name: string): Field {
  if (name === STANDBYS || settings[name] !== undefined) return { kind: "setting", name };
  return clusterText !== null && name.includes(".") ? { kind: "cluster" } : { kind: "assignor" };
}

/** What the field says: the line means nothing where nobody wrote lines. */
export function said(field: Field, sentence: string): string {
  if (field.kind !== "topic" && field.kind !== "instance") return sentence;
  const rest = sentence.replace(/^Line \d+ of the (?:partition counts|cluster) /, "");
  return `This ${rest}`;
}

function givenTopics({ counts }: Pick<AskedTasks, "counts">): string[] {
  return Object.keys(counts).filter((topic) => counts[topic]?.trim() !== "");
}

export function countsText(asked: Pick<AskedTasks, "counts" | "countsText">): string {
  if (asked.countsText !== null) return asked.countsText;
  return givenTopics(asked)
    .map((topic) => `${topic}=${asked.counts[topic]?.trim()}`)
    .join("\n");
}

/** The line of the text in which the first instance stands. */
const FIRST_LINE = 2;

/** Our own form of a cluster, as JSON, with a line for each instance. */
export function instancesText(instances: readonly Instance[]): string {
  if (instances.length === 0) return "";
  const lines = instances.map(({ name, threads, rack, tags }) =>
    JSON.stringify({
      name: name.trim(),
      ...(threads.trim() === "" ? {} : { threads: numberOr(threads) }),
      ...(rack.trim() === "" ? {} : { rack: rack.trim() }),
      ...(tags.trim() === "" ? {} : { tags: tagsOf(tags) }),
    }),
  );
  return `{"clients": [\n${lines.join(",\n")}\n]}`;
}

/** A number as such, whole or not; what is none is sent as it was typed, for the server to refuse. */
function numberIn(text: string): number | string {
  return /^\d{1,15}(\.\d{1,9})?$/.test(text.trim()) ? Number(text) : text.trim();
}

/** A whole number as such; what is none is sent as it was typed, for the server to refuse. */
function numberOr(text: string): number | string {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : text.trim();
}

export function tagsOf(text: string): Record<string, string> {
  const pairs = text.split(",").map((pair) => pair.split("="));
  return Object.fromEntries(pairs.flatMap(([name = "", value = ""]) => (name.trim() === "" ? [] : [[name.trim(), value.trim()]])));
}

/** The form of a question that was asked before. */
export function askedOf(question: Question): AskedTasks {
  const { [STANDBYS]: standbys = NOTHING_ASKED.standbys, ...settings } = question.settings;
  const counts = countsIn(question.partitions);
  const instances = instancesIn(question.cluster);
  return {
    ...NOTHING_ASKED,
    counts: counts ?? {},
    countsText: counts === null ? shortened(question.partitions) : null,
    instances: instances ?? TWO_INSTANCES,
    clusterText: instances === null ? shortened(question.cluster) : null,
    standbys,
    settings,
    assignor: question.assignor,
    machines: machinesIn(question.sizing ?? {}),
  };
}

function machinesIn(given: SizingGiven): Machines {
  return Object.fromEntries(MACHINE_FACTS.flatMap((fact) => (given[fact] == null ? [] : [[fact, String(given[fact])]])));
}

/** Counts as the form writes them, or null for any other text. */
function countsIn(text: string): Record<string, string> | null {
  const lines = text.split("\n").map((line) => /^([\w.-]+)=(\d+)$/.exec(line));
  if (text !== "" && lines.some((line) => line === null)) return null;
  return Object.fromEntries(lines.flatMap((line) => (line === null ? [] : [[line[1] ?? "", line[2] ?? ""]])));
}

/** Instances as the form writes them, or null for any other text. */
function instancesIn(text: string): Instance[] | null {
  try {
    const { clients } = JSON.parse(text) as { clients: { name: string; threads?: unknown; rack?: string; tags?: Record<string, string> }[] };
    const found = clients.map(({ name, threads, rack = "", tags = {} }) => ({
      name,
      threads: threads === undefined ? "" : String(threads),
      rack,
      tags: Object.entries(tags).map(([tag, value]) => `${tag}=${value}`).join(","),
    }));
    return instancesText(found) === text ? found : null;
  } catch {
    return null;
  }
}
