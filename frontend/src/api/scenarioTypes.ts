// The wire format, `topoviz/scenario@1`: what happens to tasks over time. Each step holds what differs from the one before.

import type { Assignment, ClientTasks, Placement, Question, Rebalance, Role, Tasks } from "./taskTypes";
import type { Status } from "./types";

export interface ScenarioClient extends ClientTasks {
  /** One that does not run has no threads. */
  is_running: boolean;
}

export interface ScenarioRebalance extends Omit<Rebalance, "clients" | "placements"> {
  /** Those that are new, or of which anything is different; each whole. */
  placements: Placement[];
  ended: { task: string; client: string }[];
}

/** A copy that is filled from changelogs, from this step on. */
export interface Restore {
  task: string;
  client: string;
  thread: string;
  role: Role;
  records: number;
  bytes: number;
  from_ms: number;
  /** null where something else ends it, or nothing does. */
  seconds: number | null;
  held_up: string[];
}

export interface WithoutOwner {
  task: string;
  from_ms: number;
  /** null where that lasts. */
  to_ms: number | null;
}

export interface ScenarioStep {
  at_ms: number;
  kind: "event" | "rebalance" | "start-up" | "refused";
  event: string;
  cause: string;
  clients: ScenarioClient[];
  rebalance: ScenarioRebalance | null;
  moved: string[];
  restores: Restore[];
  without_owner: WithoutOwner[];
  idle_threads: string[];
  notes: string[];
  log: string[];
}

export interface ScenarioTotals {
  rebalances: number;
  probing_rebalances: number;
  moved: number;
  restored_records: number;
  restored_bytes: number;
  longest_without_owner_ms: number;
  without_owner_ms: number;
  idle_threads: number;
  /** null where it never comes to rest. */
  stable_at_ms: number | null;
  ends_at_ms: number;
}

export interface Assumption {
  name: string;
  value: string;
  sentence: string;
}

export interface Scenario {
  schema: string;
  tasks: Tasks;
  settings: Record<string, string>;
  assignor: Assignment["assignor"];
  steps: ScenarioStep[];
  refusal: string | null;
  /** null where tasks are not known. */
  totals: ScenarioTotals | null;
  assumptions: Assumption[];
  doubts: string[];
  warnings: string[];
}

/** What is asked: the same as of an assignment, and what happens, as YAML or JSON. */
export interface ScenarioQuestion extends Pick<Question, "partitions" | "cluster" | "settings" | "assignor"> {
  events: string;
}

export interface ScenarioDocument {
  id: string;
  url: string;
  status: Status;
  /** How far the work on it is, such as `step 120, 98 rebalances`. */
  stage?: string | null;
  topology?: number;
  name?: string;
  question?: ScenarioQuestion;
  reason?: { code: string; sentence: string; next_step: string } | null;
  result?: Scenario | null;
}

/** What a share link shows of a scenario. */
export interface SharedScenario {
  name: string;
  topology: number;
  question: ScenarioQuestion;
  result: Scenario;
}
