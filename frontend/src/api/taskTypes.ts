// The wire format, `topoviz/assignment@1`: which tasks there are, and who gets them. Later fields are only ever added.

import type { Diagnostic, Status } from "./types";

export interface AssignedTask {
  id: string;
  /** Such as orders-3. */
  partitions: string[];
  changelogs: string[];
}

export interface TasksOfSubTopology {
  id: number;
  topics: string[];
  /** null where a count is not known, or where the counts are refused. */
  tasks: AssignedTask[] | null;
  /** Its stores that have a changelog, with the topic of each. */
  stores: Record<string, string>;
}

export interface Tasks {
  /** How many tasks there are for how many partitions, in a sentence. */
  why?: string;
  kafka_version: string;
  partitions: Record<string, number>;
  missing: string[];
  undetermined: string[];
  refusal: string | null;
  diagnostics: Diagnostic[];
  global_topics: string[];
  sub_topologies: TasksOfSubTopology[];
  restores?: TaskRestores | null;
}

export type Role = "active" | "standby" | "warm-up";

export interface ThreadTasks {
  name: string;
  active: string[];
  standby: string[];
  /** State that it restores so as to take the task over. */
  warm_up: string[];
  /** Given to this thread in the rebalance that follows, when another has given it back. */
  withheld: { task: string; held_by: { client: string; thread: string } | null }[];
  revoked: string[];
  is_idle: boolean;
}

export interface ClientTasks {
  name: string;
  process_id: string;
  is_process_id_given: boolean;
  rack: string | null;
  tags: Record<string, string>;
  threads: ThreadTasks[];
}

export interface Placement {
  task: string;
  role: Role;
  client: string;
  thread: string | null;
  because: string;
  sentence: string;
  was: { client: string; thread: string; role: Role }[];
  is_moved: boolean;
}

export interface Rebalance {
  clients: ClientTasks[];
  placements: Placement[];
  threads: number;
  idle_threads: number;
  moved: number;
  follow_up: "at-once" | "probing" | null;
  follow_up_after_ms: number | null;
  warnings: string[];
  doubts: string[];
}

export interface MemoryTerm {
  title: string;
  /** null where the sentence says what is missing. */
  bytes: number | null;
  unused: number;
  arithmetic: string;
  limit: string;
  place: string;
  sentence: string;
  settings?: { name: string; value: string; is_given: boolean; said_by?: SaidBy }[];
}

export interface MemoryNeeds {
  clients: string[];
  thread: string | null;
  threads: number;
  active: number;
  standby: number;
  heap_bytes: number;
  native_bytes: number;
  not_reckoned: string[];
  terms: MemoryTerm[];
  jvm_threads: { name: string; count: number | null; sentence: string }[];
}

/** What the cluster needs, what of it is of no use, and what could be done. */
export interface Sizing {
  useful_threads: { most: number; threads: number; idle: number; sentence: string };
  one_more_partition: { sentence: string }[];
  splits: { sentence: string; next_step: string }[];
  memory: { thread: MemoryNeeds; instances: MemoryNeeds[] };
  polls: { sentence: string; arithmetic: string; settings?: MemoryTerm["settings"] } | null;
  suggestions: { change: string; sentence: string; arithmetic: string; next_step: string }[];
  notes: string[];
}

export interface SaidBy {
  by: "default" | "program" | "cluster" | "question";
  /** Such as application.properties, line 3. */
  words: string;
}

export interface Assignment {
  schema: string;
  tasks: Tasks;
  settings: Record<string, string>;
  /** Who says each of them; an answer kept since before does not say. */
  said_by?: Record<string, SaidBy>;
  /** Stream threads of an instance that does not say how many it has. */
  threads?: number;
  assignor: { name: string; sentence: string; reference: string } | null;
  rebalance: Rebalance | null;
  /** What the text of the cluster has and is not taken. */
  notes: string[];
  sizing?: Sizing | null;
}

/** What is asked: texts in any form that is read, settings by name, and the assignor. */
export interface Question {
  partitions: string;
  cluster: string;
  settings: Record<string, string>;
  assignor: string | null;
  sizing?: SizingGiven | null;
  /** The lag report whose sizes of stores are taken. */
  lag_report?: string | null;
}

/** What a task without local state restores. */
export interface RestoredTask {
  bytes: number;
  /** Stores whose size is not known. */
  unknown: string[];
}

/** What tasks restore, by sizes that were measured. */
export interface TaskRestores {
  day: string | null;
  sentences: string[];
  tasks: Record<string, RestoredTask>;
  /** Copies on clients that did not have them. */
  copies: (RestoredTask & { task: string; client: string; role: Role })[];
}

/** What is said of machines and records: numbers, or what was typed in their place, for the server to refuse. */
export type SizingGiven = Partial<Record<"cpus" | "record_bytes" | "record_ms", number | string | null>>;

export interface AssignmentDocument {
  id: string;
  url: string;
  status: Status;
  topology?: number;
  name?: string;
  question?: Question;
  reason?: { code: string; sentence: string; next_step: string } | null;
  result?: Assignment | null;
}

/** An answer that has a name. */
export interface NamedAnswer {
  id: string;
  url: string;
  topology: number;
  name: string;
  created: string;
}

/** What a share link shows of an assignment. */
export interface SharedAssignment {
  name: string;
  topology: number;
  question: Question;
  result: Assignment;
}
