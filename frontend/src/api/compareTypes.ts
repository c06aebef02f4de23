// The wire format, `topoviz/change@1`: what differs between two versions, and whether that is safe to deploy. Later
// fields are only ever added.

import type { AnalysisDocument, Place, Settings, SourceText, Status } from "./types";

export type Level = "compatible" | "note" | "stop-all" | "state-loss" | "will-not-start";
export type Fate = "kept" | "renamed" | "moved" | "added" | "removed";
export type Sort = "source" | "processor" | "sink" | "store" | "global store" | "topic" | "repartition topic";
export type Which = "old" | "new";

export interface Verdict {
  level: Level | "cannot-tell";
  certain: Level;
  worst: Level;
  sentence: string;
}

export interface ChangeSide {
  name: string;
  kafka_version: string;
  /** null for a dump, which does not say it. */
  optimization: string | null;
  is_dump: boolean;
  nodes: number;
  sub_topologies: number;
}

export interface ChangeFinding {
  code: string;
  level: Level;
  sentence: string;
  effect: string;
  way_out: string;
  reference: string;
  old: string[];
  new: string[];
  is_unsure: boolean;
  rests_on: string[];
  by: "version" | "edit" | null;
}

export interface ChangedThing {
  sort: Sort;
  fate: Fate;
  old: string | null;
  new: string | null;
  evidence: string | null;
  is_sure: boolean;
  old_at: Place | null;
  new_at: Place | null;
  old_sub_topology: number | null;
  new_sub_topology: number | null;
  /** Where it stands in the picture of both versions, and in that of each. */
  key?: string | null;
  old_key?: string | null;
  new_key?: string | null;
}

export interface ChangedSubTopology {
  fate: "kept" | "renumbered" | "split" | "merged" | "rearranged" | "added" | "removed";
  old: number[];
  new: number[];
  sentence: string;
}

export interface ChangedTasks {
  before: number;
  now: number;
  added: string[];
  removed: string[];
  became_stateful: string[];
  refusal: string | null;
}

export interface NameToGive {
  store: string;
  now: string;
  /** null where no name leads to the old topic. */
  code: string | null;
  at: Place | null;
}

export interface MigrationStep {
  kind: string;
  sentence: string;
  why: string;
  commands: string[];
  topics: string[];
}

export interface Change {
  schema: string;
  verdict: Verdict;
  relation: "same" | "changed" | "unrelated";
  old: ChangeSide;
  new: ChangeSide;
  deployment: {
    application_id: string | null;
    guarantee: string;
    guarantee_before: string | null;
    protocol: string;
    protocol_before?: string | null;
  };
  findings: ChangeFinding[];
  rests_on: string[];
  things: ChangedThing[];
  sub_topologies: ChangedSubTopology[];
  tasks: ChangedTasks | null;
  migration: { names: NameToGive[]; steps: MigrationStep[] };
  /** What restoring takes; null where nobody said sizes of stores. */
  state?: { sentences: string[] } | null;
  words: { alone: string | null; settings: string; rests_on: string[]; unchanged: string };
}

/** One of the two versions: an analysis of mine, or what a share link of this server shows. */
export type Side = { analysis: string; topology: number | null } | { link: string; topology: number | null };

/** What is asked beside the two versions; null takes what the programs say. */
export interface HowItRuns {
  application_id: string | null;
  guarantee: string | null;
  guarantee_before: string | null;
  protocol: string | null;
  protocol_before: string | null;
  partitions: string;
  /** The lag report whose sizes of stores are taken. */
  lag_report?: string | null;
}

export interface ComparisonQuestion extends HowItRuns {
  old: Side;
  new: Side;
}

export interface ComparisonDocument {
  id: string;
  url: string;
  status: Status;
  stage?: string | null;
  analysis?: string;
  topology?: number;
  name?: string;
  old?: { analysis: string; topology: number | null };
  new?: { analysis: string; topology: number | null };
  question?: Partial<HowItRuns>;
  reason?: { code: string; sentence: string; next_step: string } | null;
  result?: Change | null;
}

/** An analysis with the text that it was made from. */
export interface SourcedAnalysis extends AnalysisDocument {
  files?: SourceText[];
  settings?: Settings;
}

/** What a share link shows of a comparison: the other version's text is in it, that of the new one in the document. */
export interface SharedComparison {
  name: string;
  topology: number;
  question: Partial<HowItRuns>;
  result: Change;
  old?: { files: SourceText[] } | null;
}
