// How findings stand in the picture: each has a sign of its own and its number, on the topics whose partitions it names,
// and the chosen one lights its sub-topologies and the topic on which most waits.

import type { Finding, FindingKind, LagReport } from "../api/lagTypes";
import type { AnalyzedTopology } from "../api/types";
import { partitionKey, partitionName, subTopologiesOf, type Focus } from "./lagFocus";
import type { Badge } from "./lagBadges";
import { NOTHING, type Highlight } from "./selection";

export type Tone = "bad" | "warn" | "good";

export interface Kind {
  word: string;
  /** Tells kinds apart without colour. */
  sign: string;
  tone: Tone;
}

const KINDS: Record<FindingKind, Kind> = {
  "possibly-lost": { word: "Possibly lost", sign: "✕", tone: "bad" },
  "made-anew": { word: "Made anew", sign: "⊘", tone: "bad" },
  "went-back": { word: "Went back", sign: "↺", tone: "warn" },
  restarts: { word: "Restarts", sign: "⟳", tone: "bad" },
  rebalances: { word: "Rebalances", sign: "⇄", tone: "bad" },
  "hot-partition": { word: "Hot partition", sign: "▲", tone: "bad" },
  "slow-instance": { word: "Slow instance", sign: "◆", tone: "bad" },
  stall: { word: "Stall", sign: "■", tone: "warn" },
  pauses: { word: "Pauses", sign: "‖", tone: "warn" },
  "falling-behind": { word: "Falling behind", sign: "↗", tone: "bad" },
  "slow-code": { word: "Slow code", sign: "▼", tone: "bad" },
  "slow-commits": { word: "Slow commits", sign: "⇓", tone: "bad" },
  "slow-poll": { word: "Records come slowly", sign: "◌", tone: "bad" },
  "slow-punctuation": { word: "Slow punctuators", sign: "◷", tone: "bad" },
  "past-peak": { word: "Past peak", sign: "∧", tone: "warn" },
  backlog: { word: "Backlog", sign: "≡", tone: "warn" },
  offline: { word: "Without a leader", sign: "⨯", tone: "bad" },
  "out-of-sync": { word: "Out of sync", sign: "≠", tone: "bad" },
  "broker-away": { word: "Broker away", sign: "○", tone: "warn" },
  "leader-moves": { word: "Leaders moved", sign: "→", tone: "warn" },
  "count-changed": { word: "Partition count", sign: "#", tone: "bad" },
  "size-skew": { word: "Uneven sizes", sign: "▮", tone: "warn" },
  growth: { word: "State grows", sign: "+", tone: "warn" },
  "not-known": { word: "Not known", sign: "?", tone: "warn" },
  fine: { word: "Keeps up", sign: "✓", tone: "good" },
};

/** How a finding is called and drawn; one of a kind that came later has a plain sign. */
export function kindOf(kind: FindingKind): Kind {
  return KINDS[kind] ?? { word: kind, sign: "i", tone: "warn" };
}

/** A finding on a topic of the picture. */
export interface Mark {
  /** Its place in the report, from 0. */
  finding: number;
  kind: Kind;
}

/** The findings that speak of a problem, by the number of the topic on which they stand. */
export function marksOf(report: LagReport, badges: readonly Badge[]): ReadonlyMap<number, readonly Mark[]> {
  const marks = report.findings.flatMap((finding, index) => (isProblem(finding) ? [{ finding: index, kind: kindOf(finding.kind) }] : []));
  const found = new Map<number, Mark[]>();
  for (const { topic, names } of badges) {
    const own = marks.filter(({ finding }) => report.findings[finding]!.partitions.some((one) => isOfGroup(report, one.group) && names.has(one.topic)));
    if (own.length > 0) found.set(topic, own);
  }
  return found;
}

const MOST_ON_CARD = 3;

/** Such as `▲1 ■2`, the worst first, and how many more there are. */
export function textOfMarks(marks: readonly Mark[]): string {
  const shown = marks.slice(0, MOST_ON_CARD).map(({ finding, kind }) => `${kind.sign}${finding + 1}`);
  return [...shown, ...(marks.length > MOST_ON_CARD ? [`+${marks.length - MOST_ON_CARD}`] : [])].join(" ");
}

/** What the signs in the picture mean: each kind once. */
export function legendOf(marks: ReadonlyMap<number, readonly Mark[]>): Kind[] {
  const all = [...marks.values()].flat().sort((left, right) => left.finding - right.finding);
  return [...new Map(all.map(({ kind }) => [kind.sign, kind])).values()];
}

/** What lights up for what is chosen: the nodes of its sub-topologies, and the topic on which most of it waits. */
export function highlightOf(report: LagReport, topology: AnalyzedTopology, badges: readonly Badge[], focus: Focus | null): Highlight {
  if (focus === null) return NOTHING;
  const chosen = report.partitions.filter((one) => focus.partitions.has(partitionKey(one)));
  const lagOn = ({ names }: Badge) => chosen.filter(({ topic }) => names.has(topic)).reduce((sum, one) => sum + (one.lag_last ?? 0), 0);
  const marked = badges.filter(({ names }) => chosen.some(({ topic }) => names.has(topic))).sort((left, right) => lagOn(right) - lagOn(left));
  const groups = subTopologiesOf(report, focus);
  const topics = new Set(marked.map(({ topic }) => topic));
  const readers = (topology.topology?.named_topics ?? []).filter(({ id }) => topics.has(id)).flatMap((topic) => topic.readers);
  const nodes = (topology.topology?.nodes ?? []).filter((node) => groups.has(String(node.sub_topology))).map(({ id }) => id);
  const [first] = marked;
  return { main: new Set(), related: new Set([...nodes, ...readers]), thing: first ? { space: "topic", id: first.topic } : null };
}

const MOST_NAMED = 4;

/** What is chosen, as one reads it beside the picture: `task 0_2, partition orders-2`. */
export function placesOf(report: LagReport, focus: Focus): string {
  const partitions = report.partitions.filter((one) => focus.partitions.has(partitionKey(one))).map(partitionName);
  return [named("task", [...focus.tasks]), named("partition", [...new Set(partitions)])].filter((part) => part !== "").join("; ");
}

function named(what: string, names: readonly string[]): string {
  if (names.length === 0) return "";
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : "";
  return `${what}${names.length === 1 ? "" : "s"} ${names.slice(0, MOST_NAMED).join(", ")}${more}`;
}

function isProblem({ kind }: Finding): boolean {
  return kind !== "fine" && kind !== "not-known";
}

function isOfGroup(report: LagReport, group: string): boolean {
  return report.group === null || report.group === group;
}
