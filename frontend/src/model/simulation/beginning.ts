// What a run begins with where nobody has said anything: a minute of records in which something happens.

import type { AnalyzedTopology, RuntimeNode } from "../../api/types";
import { countsToTry, isTopic, sourceTopics } from "../tasks/question";
import { flow } from "./setup";

/** Records a second, over all topics. */
const RATE = 40;
const FEW = [4, 3, 2];
const MOST_TOPICS = 40;

/** Partition counts to begin with: few, so that each task can be seen. */
export function fewPartitions(topology: AnalyzedTopology): Record<string, string> {
  return countsToTry(topology, FEW);
}

/** The configuration to begin with, as a text that one reads and changes. `instances` are the names of those that run. */
export function beginningOf(topology: AnalyzedTopology, instances: readonly string[]): string {
  const topics = sourceTopics(topology).filter(isTopic).slice(0, MOST_TOPICS);
  const joined = joinedTopics(topology, topics);
  const slow = slowNode(topology);
  const each = Math.max(Math.round((RATE / Math.max(topics.length, 1)) * 10) / 10, 0.5);
  const busy = joined?.[0] ?? topics[0];
  const made = topics.map((topic) => {
    const isSparse = topic === joined?.[1];
    return flow({
      topic,
      rate: String(isSparse ? Math.max(each / 4, 0.5) : each),
      for: "1m",
      keys: "50",
      ...(topic === busy ? { skew: "0.8", disorder: "2s" } : {}),
      ...(isSparse ? { spans: "[{from: 20s, to: 28s, times: 0}]" } : {}),
    });
  });
  const dies = instances.at(-1);
  const late = joined?.[1] ?? topics[0];
  const events = [
    ...(late === undefined ? [] : [flow({ at: "10s", slow: `${late}-0`, by: "2s", for: "6s" })]),
    ...(dies === undefined ? [] : [flow({ at: "35s", kill: dies, for: "10s" })]),
  ];
  return [
    `# A minute of records${joined ? `, in which ${joined[1]} has none for 8 s` : ""}.`,
    "settings:",
    "  commit.interval.ms: 10000",
    ...(joined ? ["  max.task.idle.ms: 100"] : []),
    ...(slow ? ["# Some work that takes its time: its thread has less for other tasks.", "nodes:", `  ${slow.name}: {cost: 15ms}`] : []),
    ...(made.length > 0 ? ["generate:", ...made.map((line) => `- ${line}`)] : []),
    "seed: 1",
    ...(events.length > 0 ? ["events:", ...events.map((line) => `- ${line}`)] : []),
    "# For these seconds each node that a record reaches is an event of its own.",
    "look: {from: 0s, to: 5s}",
    "",
  ].join("\n");
}

/** Two topics that one sub-topology reads, the busier one first: a task of it may have to wait for one of them. */
function joinedTopics(topology: AnalyzedTopology, topics: readonly string[]): [string, string] | null {
  const groups = topology.topology?.topics ?? [];
  for (const { sources } of groups) {
    const own = topics.filter((topic) => sources.includes(topic));
    const [first, second] = own.sort((left, right) => Number(isTable(topology, left)) - Number(isTable(topology, right)));
    if (first !== undefined && second !== undefined) return [first, second];
  }
  return null;
}

/** Whether what is read from a topic goes into a table, which few records change. */
function isTable(topology: AnalyzedTopology, topic: string): boolean {
  const nodes = topology.topology?.nodes ?? [];
  const readers = nodes.filter(({ topics }) => topics.includes(topic)).map(({ id }) => id);
  return nodes.some(({ predecessors, stores, name }) => predecessors.some((id) => readers.includes(id)) && stores.length > 0 && name.startsWith("KTABLE-SOURCE"));
}

/** A node that could well be slow: the last one with a state store, else any that works. */
function slowNode(topology: AnalyzedTopology): RuntimeNode | null {
  const nodes = (topology.topology?.nodes ?? []).filter(({ kind, name }) => kind === "processor" && /^[\w.-]+$/.test(name) && !name.startsWith("KTABLE-SOURCE"));
  return nodes.findLast(({ stores }) => stores.length > 0) ?? nodes[0] ?? null;
}
