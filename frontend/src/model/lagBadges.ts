// What stands on the topics of the diagram: how far behind their reader is, and how much of all lag that is.

import type { LagReport } from "../api/lagTypes";
import type { AnalyzedTopology, NamedTopic } from "../api/types";
import type { Mark } from "./lagMarks";
import { count, share } from "./lagWords";

/** From little to most: how dark a badge is. */
export type Shade = 0 | 1 | 2 | 3;

export interface Badge {
  /** Number of the topic in the diagram. */
  topic: number;
  /** Its names on the broker. */
  names: ReadonlySet<string>;
  lag: number | null;
  share: number | null;
  shade: Shade;
  text: string;
  /** The same, as a whole sentence. */
  sentence: string;
}

export const SHADES: readonly { shade: Shade; label: string }[] = [
  { shade: 0, label: "under 1 % of all lag" },
  { shade: 1, label: "1 % or more" },
  { shade: 2, label: "10 % or more" },
  { shade: 3, label: "50 % or more" },
];

/** One badge for each topic of the topology that it reads; those that the history does not know say so. */
export function badgesOf(report: LagReport, topology: AnalyzedTopology): Badge[] {
  const read = report.partitions.filter((one) => one.task !== null && (report.group === null || one.group === report.group));
  const total = read.reduce((sum, one) => sum + (one.lag_last ?? 0), 0);
  const topics = (topology.topology?.named_topics ?? []).filter(({ readers }) => readers.length > 0);
  const names = namesOnBroker(report, topology, topics);
  return topics.flatMap((topic) => {
    const own = names.get(topic.id) ?? new Set<string>();
    if (own.size === 0) return report.topics_not_in_history.includes(topic.name) ? [missing(topic)] : [];
    const lags = read.filter((one) => own.has(one.topic)).map((one) => one.lag_last);
    return [badgeOf(topic, own, lags.filter((lag) => lag !== null), lags.length, total)];
  });
}

/** A badge on a card: that of its one topic, or of the one that is farthest behind of all that it shows and hides. */
export interface CardBadge {
  card: string;
  badge: Badge;
  text: string;
  sentence: string;
  /** Findings on any of its topics, the worst first. */
  marks: readonly Mark[];
}

/** What a card holds: the numbers of its topics, in sight or folded. */
export interface CardTopics {
  card: string;
  topics: readonly number[];
}

/** At most one badge for each card: the worst of its topics, and the sum of them; an average would hide the worst. */
export function badgesOnCards(
  badges: readonly Badge[],
  cards: readonly CardTopics[],
  marksOn: ReadonlyMap<number, readonly Mark[]> = new Map(),
): CardBadge[] {
  return cards.flatMap(({ card, topics }) => {
    const own = badges.filter(({ topic }) => topics.includes(topic)).sort((left, right) => weightOf(right) - weightOf(left));
    const [worst] = own;
    if (worst === undefined) return [];
    const onCard = new Map(own.flatMap(({ topic }) => marksOn.get(topic) ?? []).map((mark) => [mark.finding, mark]));
    const marks = [...onCard.values()].sort((left, right) => left.finding - right.finding);
    if (own.length === 1) return [{ card, badge: worst, text: worst.text, sentence: worst.sentence, marks }];
    const unknown = own.filter(({ lag }) => lag === null).length;
    const sum = own.reduce((total, { lag }) => total + (lag ?? 0), 0);
    const isShared = worst.lag !== null && sum > worst.lag;
    const together = isShared ? ` Together they are ${count(sum)} behind.` : "";
    const rest = unknown > 0 && worst.lag !== null ? ` Of ${unknown} of them the lag is not known.` : "";
    const sentence = `${worst.sentence} It is the worst of ${own.length} topics of this card.${together}${rest}`;
    return [{ card, badge: worst, text: textOfCard(worst, own.length, unknown, isShared ? sum : null), sentence, marks }];
  });
}

function textOfCard({ lag, text }: Badge, topics: number, unknown: number, sum: number | null): string {
  if (lag === null) return `lag of ${unknown} of ${topics} not known`;
  if (lag === 0) return `all ${topics} caught up`;
  return sum === null ? `${text}, worst of ${topics}` : `worst ${text}, sum ${count(sum)}`;
}

/** The card that is farthest behind: there a picture opens. */
export function worstCard(cards: readonly CardBadge[]): CardBadge | null {
  return cards.reduce<CardBadge | null>((worst, one) => ((one.badge.lag ?? 0) > (worst?.badge.lag ?? 0) ? one : worst), null);
}

/** What is not known is worse than what is caught up, since it may be behind. */
function weightOf({ lag }: Badge): number {
  return lag ?? 0.5;
}

function badgeOf(topic: NamedTopic, names: ReadonlySet<string>, known: number[], partitions: number, total: number): Badge {
  if (known.length === 0) {
    const sentence = `Topic ${topic.name}: nothing was committed, so its lag is not known.`;
    return { topic: topic.id, names, lag: null, share: null, shade: 0, text: "lag not known", sentence };
  }
  const lag = known.reduce((sum, one) => sum + one, 0);
  const part = total > 0 ? lag / total : null;
  const text = lag === 0 ? "caught up" : `${count(lag)} behind`;
  const apart = known.length < partitions ? ` The lag of ${partitions - known.length} of its partitions is not known.` : "";
  const sentence = `Topic ${topic.name}: ${text} at the end${part === null ? "" : `, ${share(part)} of all lag`}.${apart}`;
  return { topic: topic.id, names, lag, share: part, shade: shadeOf(part), text, sentence };
}

function missing(topic: NamedTopic): Badge {
  const sentence = `Topic ${topic.name} is not in the history.`;
  return { topic: topic.id, names: new Set(), lag: null, share: null, shade: 0, text: "not in the history", sentence };
}

export function shadeOf(part: number | null): Shade {
  if (part === null || part < 0.01) return 0;
  return part < 0.1 ? 1 : part < 0.5 ? 2 : 3;
}

/**
 * Which topics of the broker are which of the topology. Internal ones carry the application's id, which is the group,
 * before their name; what no name explains belongs to its sub-topology's pattern, where there is one only.
 */
function namesOnBroker(
  report: LagReport,
  topology: AnalyzedTopology,
  topics: readonly NamedTopic[],
): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, Set<string>>();
  for (const one of report.partitions) {
    if (one.sub_topology === null) continue;
    const named =
      topics.find(({ name, is_pattern }) => !is_pattern && name === one.topic) ??
      topics.find(({ name, is_pattern }) => !is_pattern && `${one.group}-${name}` === one.topic) ??
      onlyPattern(topology, topics, one.sub_topology);
    if (named !== undefined) found.set(named.id, (found.get(named.id) ?? new Set()).add(one.topic));
  }
  return found;
}

function onlyPattern(topology: AnalyzedTopology, topics: readonly NamedTopic[], subTopology: number): NamedTopic | undefined {
  const nodes = new Set(topology.topology?.nodes.filter((node) => node.sub_topology === subTopology).map(({ id }) => id));
  const patterns = topics.filter((topic) => topic.is_pattern && topic.readers.some((node) => nodes.has(node)));
  return patterns.length === 1 ? patterns[0] : undefined;
}
