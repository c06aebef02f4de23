// The wire format, `topoviz/analysis@1`: what the server sends and nothing else. Later fields are only ever added.

import type { SharedComparison } from "./compareTypes";
import type { SharedScenario } from "./scenarioTypes";
import type { SharedSimulation } from "./simulationTypes";
import type { SharedAssignment } from "./taskTypes";

export type Optimize = string | null;

export interface SourceText {
  name: string;
  text: string;
}

export interface Settings {
  /** null takes what a build file says, else the newest that fits the text. */
  kafka_version: string | null;
  /** null takes what the program itself sets. */
  optimize: Optimize;
  language: string;
  set: Record<string, string>;
  application_id: string | null;
}

export interface Place {
  file_id: number;
  file: string;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
  start: number;
  end: number;
  start_utf16: number;
  end_utf16: number;
}

export interface Origin {
  at: Place | null;
  callers: (Place | null)[];
}

export interface PlanNode {
  id: number;
  name: string;
  type: string;
  operator: string;
  changes_key: boolean;
  changes_value: boolean;
  replaces: number[];
  children: number[];
  unsure: string | null;
  origin: Origin | null;
}

export interface Doubt {
  name: string;
  reason: string;
}

export interface Plan {
  nodes: PlanNode[];
  unsure: Doubt[];
}

export type Effect = "gain" | "nothing" | "loss";

export interface Firing {
  nodes: number[];
  sentence: string;
  effect: Effect;
}

export interface Step {
  rule: string;
  config: string | null;
  title: string;
  firings: Firing[];
}

export interface RuntimeNode {
  id: number;
  name: string;
  /** What it does, as the picture says it; an analysis kept since before has none. */
  title?: string;
  kind: "source" | "processor" | "sink";
  sub_topology: number;
  plan_node: number | null;
  predecessors: number[];
  topics: string[];
  pattern: string | null;
  stores: string[];
  topic: string | null;
  extractor: string | null;
  origin: Origin | null;
}

/** What ends a program, and who does it: the library, a compiler, or the program itself. */
export interface Refusal {
  by: "kafka-streams" | "compiler" | "program";
  /** What it is refused for, the same in every version's words: `Why` in `engine/refusal.py` lists all. */
  code?: string;
  /** A version that takes the program, and the release with which that changed. */
  taken_by?: { version: string; changed: string; reference: string } | null;
  exception: string;
  message: string;
  at: Origin | null;
}

export interface SubTopology {
  id: number;
  is_global: boolean;
  nodes: number[];
}

export interface TopicsOfSubTopology {
  sub_topology: number;
  sources: string[];
  patterns: string[];
  sinks: string[];
}

/** A topic that nodes read or write, by its number. */
export interface NamedTopic {
  id: number;
  name: string;
  is_pattern: boolean;
  is_repartition: boolean;
  readers: number[];
  writers: number[];
}

export type StoreUse = "writes" | "reads" | "both" | "unknown";

export interface Store {
  name: string;
  kind: string;
  is_global: boolean;
  users: number[];
  /** What each user does with it; an analysis kept since before this was known has none. */
  uses?: StoreUse[];
  changelog: string | null;
  changelog_is_source: boolean;
}

export interface Runtime {
  nodes: RuntimeNode[];
  sub_topologies: SubTopology[];
  topics: TopicsOfSubTopology[];
  /** An analysis kept since before there were any has none. */
  named_topics?: NamedTopic[];
  /** A store's number is its place here. */
  stores: Store[];
  repartition_topics: { name: string; partitions: number | null }[];
  copartition_groups: string[][];
}

export interface Line {
  file: string;
  line: number;
}

export interface Figures {
  repartition_topics: number;
  changelog_topics: number;
  sub_topologies: number;
}

export interface Part {
  id: string;
  kind: string;
  subject: string;
  what: string[];
  why: string[];
  advice: string[];
  reference: string;
  places: (Line & { callers: Line[] })[];
  effect: Effect | null;
  figures: { before: Figures; after: Figures } | null;
  names: string[];
}

export interface Explanation {
  parts: Part[];
  terms: { name: string; sentence: string; reference: string }[];
}

/** A setting with which the program itself starts. */
export interface ProgramSetting {
  name: string;
  /** null where the text does not say it. */
  value: string | null;
  /** Why it may be another; empty where it is certain. */
  doubt: string;
  file: string | null;
  line: number | null;
}

export interface AnalyzedTopology {
  /** Those from which an assignment starts; an analysis kept since before has none. */
  settings?: ProgramSetting[];
  name: string;
  /** False of plain statements: the name says what they are. An analysis kept since before does not say. */
  is_named?: boolean;
  /** The folder of its application, empty where there is one only; an analysis kept since before has none. */
  application?: string;
  /** The function, class or beans with which it starts. */
  starts_at?: { name: string; at: Place | null } | null;
  /** Nothing in the files starts it; those that are started come first. */
  not_started?: { reason: string; diagnostics: Diagnostic[] } | null;
  made_at: Origin | null;
  optimization: {
    text: string;
    rules: string[];
    set_by_program: boolean;
    built_without_properties: boolean;
    /** The program sets it where it does nothing: in the properties that KafkaStreams gets, and not build(). */
    set_for_start_only?: boolean;
  };
  application_id: string | null;
  refusal: Refusal | null;
  plan: { before: Plan; after: Plan | null; steps: Step[] } | null;
  topology: Runtime | null;
  describe: { text: string; lines: { sub_topology: number | null; node: number | null }[] } | null;
  unsure: Doubt[];
  shape_unsure: string | null;
  explanation: Explanation;
}

export type Severity = "refused" | "unreadable" | "unsure" | "note";

export interface Diagnostic {
  severity: Severity;
  code: string;
  reason: string;
  effect: string;
  next_step: string;
  /** What the text leaves open here; settings.set says what it is. */
  keys?: string[];
  at: Place | null;
}

export interface Analysis {
  schema: string;
  kafka_version: string;
  /** What decided the version; an analysis kept since before has none. */
  version_choice?: { by: "given" | "build-file" | "text" | "newest"; sentence: string; at: Place | null };
  jdk: number;
  language: string | null;
  settings: { optimize: Optimize; set: Record<string, string>; application_id: string | null };
  files: { id: number; name: string }[];
  is_unsure: boolean;
  is_unreadable: boolean;
  topologies: AnalyzedTopology[];
  diagnostics: Diagnostic[];
  ledger: { calls: number; modelled: number; not_reachable: number; reported: number };
}

export type Status = "queued" | "running" | "done" | "failed" | "cancelled";

export interface AnalysisDocument {
  id: string;
  status: Status;
  stage?: string | null;
  attempts?: number;
  reason?: { code: string; sentence: string; next_step: string } | null;
  result?: Analysis | null;
}

export interface Example {
  id: string;
  /** Name of its file. */
  name?: string;
  title: string;
  teaches: string;
  language: string;
  kafka_version: string | null;
  optimize: Optimize;
  /** What is asked about its tasks, in words of the address. */
  tasks?: string | null;
  /** The version before, where the example shows what a change does. */
  old?: SourceText | null;
  /** How it runs, where the example shows what happens to records. */
  run?: ExampleRun | null;
  text: string;
}

/** What a simulation is asked beside partitions and instances, and the story of what happens in it. */
export interface ExampleRun {
  configuration: string;
  records: string;
  steps: readonly StoryStep[];
}

/** A paragraph, and the number of the event that it is about. */
export interface StoryStep {
  say: string;
  number: number;
}

/** A new link. One with a password has nothing for other sites. */
export interface ShareLink {
  url: string;
  svg: string | null;
  png: string | null;
  badge: string | null;
  /** A page to embed in another. */
  embed: string | null;
  delete_key: string;
}

/** What a share link shows. */
export interface SharedDocument {
  title: string;
  files: SourceText[];
  settings: Settings;
  result: Analysis;
  /** Who gets which task, where the link shows that. */
  assignment?: SharedAssignment | null;
  scenario?: SharedScenario | null;
  /** What happens to records, where the link shows that. */
  simulation?: SharedSimulation | null;
  /** What changes between two versions, where the link shows that. */
  comparison?: SharedComparison | null;
  /** Which revision of a project it is, where the link shows one. */
  revision?: { number: number; is_latest: boolean; verdict_words: string } | null;
  created: string;
  expires: string | null;
}

/** How much can be sent at once, in bytes where it is no count. */
export interface Limits {
  files: number;
  file_bytes: number;
  total_bytes: number;
  archive_bytes: number;
  /** How long the server keeps what is not saved. */
  preview_seconds: number;
}

/** What an archive holds that may belong to a program. */
export interface ArchiveDocument {
  files: SourceText[];
  notes: string[];
}

/** A note of the project, and what it is about in the revision on show. */
export interface Note {
  id: string;
  sort: NoteSort;
  name: string;
  /** The revision for which it was written. */
  revision: number;
  text: string;
  author: string | null;
  /** What it is about is called this in the revision on show; null where it is not there. */
  name_there: string | null;
}

export type NoteSort = "topic" | "store" | "node";

/** The revision of a project that is on show. */
export interface ProjectRevision {
  project: { id: string; name: string; main_branch: string; page: string };
  number: number;
  page: string;
  notes_url: string;
  notes_page: string;
  may_write: boolean;
  notes: Note[];
  /** How the project runs, where the address asks for it. */
  deployment: { partitions: string; cluster: string } | null;
}

export interface Initial {
  files?: SourceText[];
  settings?: Settings | null;
  analysis?: AnalysisDocument | null;
  revision?: ProjectRevision | null;
  versions?: unknown;
  examples?: Example[] | null;
  /** Whether whoever looks may submit and upload anything. */
  can_write?: boolean;
  limits: Limits;
}
