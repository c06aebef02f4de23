// The two versions that are compared: with which settings the other one is read, and which of its topologies is meant.

import type { ComparisonDocument, HowItRuns, Side, Which } from "../../api/compareTypes";
import type { Analysis, AnalyzedTopology, Settings, SourceText } from "../../api/types";
import { isBuildFile } from "../intake";
import type { VersionChoices } from "../versions";
import { countsText } from "../tasks/question";
import type { AskedTasks } from "../tasks/asked";
import { BY_ITSELF, NOTHING_COMPARED, type AskedChange, type Other } from "./asked";

/** Which version the text in the editor is. */
export function editorSide({ isSwapped }: Pick<AskedChange, "isSwapped">): Which {
  return isSwapped ? "old" : "new";
}

/** What is saved on the server has settings of its own, and is taken as it is where nothing else is asked. */
export function isAsSaved(other: Other, { kafka, optimize }: Pick<AskedChange, "kafka" | "optimize">): boolean {
  return (other.kind === "analysis" || other.kind === "link") && kafka === null && optimize === null;
}

/**
 * The settings with which the other version is read. What nobody says is as in the editor, so that pasting a text asks
 * for nothing else: two versions of one program mostly run on one version of Kafka Streams. A build file says its own.
 */
export function settingsOfOther(
  other: Other,
  asked: Pick<AskedChange, "kafka" | "optimize">,
  files: readonly SourceText[],
  own: Settings,
  editor: { settings: Settings; version: string | undefined },
): Settings {
  const saysVersion = own.kafka_version !== null || files.some(({ name }) => isBuildFile(name));
  const isSaved = other.kind === "analysis" || other.kind === "link";
  const usual = saysVersion || isSaved ? own.kafka_version : (editor.version ?? null);
  return {
    ...own,
    set: { ...editor.settings.set, ...own.set },
    application_id: own.application_id ?? editor.settings.application_id,
    kafka_version: asked.kafka === null ? usual : asked.kafka === BY_ITSELF.kafka ? null : asked.kafka,
    optimize: asked.optimize === null ? (own.optimize ?? (isSaved ? null : editor.settings.optimize)) : asked.optimize === BY_ITSELF.optimize ? null : asked.optimize,
  };
}

/** Which topology of the other version follows on this one: the one that was chosen, of the same name, or the only one. */
export function topologyOfOther(analysis: Analysis, chosen: number | null, name: string): number | null {
  const { topologies } = analysis;
  if (chosen !== null && topologies[chosen] !== undefined) return chosen;
  const alike = topologies.flatMap((one, index) => (one.name === name ? [index] : []));
  const started = topologies.flatMap(({ not_started }, index) => (not_started ? [] : [index]));
  const all = topologies.map((_, index) => index);
  return [alike, started, all].find(({ length }) => length === 1)?.[0] ?? null;
}

/** Why a version cannot be compared with another, in a sentence; null where it can. */
export function whyNot(which: Which, analysis: Analysis, topology: AnalyzedTopology | null): { title: string; sentence: string } | null {
  const called = which === "old" ? "The version that is deployed" : "The new version";
  if (analysis.topologies.length === 0) {
    const sentence = analysis.is_unreadable ? "It cannot be read as it is." : "It was read, and nothing in it builds a topology.";
    return { title: `${called} has no topology`, sentence };
  }
  if (which === "old" && topology?.refusal) {
    const sentence = "So it never ran with this version, and there is nothing to compare with.";
    return { title: `Kafka Streams ${analysis.kafka_version} refuses the version that is deployed`, sentence };
  }
  return null;
}

/** The line of versions before that of this one, for those who look at an upgrade; null where there is none. */
export function versionBefore({ choices }: VersionChoices, version: string | undefined): string | null {
  const line = (version ?? "").split(".").slice(0, 2).join(".");
  const exact = choices.filter(({ isExact }) => isExact);
  const place = exact.findIndex((one) => one.version === line);
  return place < 0 ? null : (exact[place + 1]?.version ?? null);
}

export function howItRuns(asked: AskedChange, counts: Pick<AskedTasks, "counts" | "countsText" | "sizesOf">): HowItRuns {
  return {
    application_id: asked.applicationId.trim() || null,
    guarantee: asked.guarantee,
    guarantee_before: asked.guaranteeBefore,
    protocol: asked.protocol,
    protocol_before: asked.protocolBefore,
    partitions: countsText(counts),
    lag_report: counts.sizesOf,
  };
}

/** The two in their order. */
export function sidesOf(asked: Pick<AskedChange, "isSwapped">, editor: Side, other: Side): { old: Side; new: Side } {
  return asked.isSwapped ? { old: editor, new: other } : { old: other, new: editor };
}

/** The page as it was when a comparison was asked that is kept; null where it does not say what was compared. */
export function askedOfComparison({ old, question = {} }: ComparisonDocument): AskedChange | null {
  if (!old) return null;
  return {
    ...NOTHING_COMPARED,
    other: { kind: "analysis", id: old.analysis },
    topology: old.topology,
    applicationId: question.application_id ?? "",
    guarantee: question.guarantee ?? null,
    guaranteeBefore: question.guarantee_before ?? null,
    protocol: question.protocol ?? null,
    protocolBefore: question.protocol_before ?? null,
  };
}
