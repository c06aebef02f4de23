// The views of a topology, as their tabs name them: what each is, in a sentence, and why one has nothing to show.

import type { AnalyzedTopology } from "../api/types";
import { VIEWS, type View } from "./addressState";

export interface About {
  title: string;
  sentence: string;
  /** Why this topology has nothing to show there, or null when it has. */
  missing: (topology: AnalyzedTopology) => string | null;
}

const isRefused = (what: string) => (topology: AnalyzedTopology) =>
  topology.topology === null ? `Kafka Streams would refuse this program, so there ${what}.` : null;

export const ABOUT: Record<View, About> = {
  topology: {
    title: "Topology",
    sentence: "What runs: the sub-topologies, their topics and state stores.",
    missing: isRefused("is no topology. The plan shows what was built up to there"),
  },
  "sub-topologies": {
    title: "Sub-topologies",
    sentence: "One sub-topology at a time; each runs in tasks of its own.",
    missing: isRefused("are no sub-topologies"),
  },
  plan: {
    title: "Plan",
    sentence: "What the code says, before and after the optimizer.",
    missing: ({ plan }) =>
      plan === null ? "There is no code: a describe() text shows only what Kafka Streams made of it." : null,
  },
  steps: {
    title: "Optimizer",
    sentence: "Each rule: what it changes in the plan, or why nothing.",
    missing: ({ plan }) =>
      plan === null ? "There is no code: a describe() text shows only what the optimizer left." : null,
  },
  why: {
    title: "Why",
    sentence: "Why each topic, store and name is there, and what to do.",
    missing: ({ explanation }) => (explanation.parts.length === 0 ? "There is nothing in this topology that needs a reason." : null),
  },
  text: {
    title: "describe()",
    sentence: "The text that Topology.describe() prints.",
    missing: (topology) => (topology.describe === null ? "Kafka Streams would refuse this program, so there is no describe() text." : null),
  },
  tasks: {
    title: "Tasks",
    sentence: "Which instance and thread runs which task, and what moves when one dies.",
    missing: isRefused("are no tasks"),
  },
  run: {
    title: "Run",
    sentence: "What happens to records on stream threads, event by event.",
    missing: isRefused("is nothing that could run"),
  },
  compare: {
    title: "Compare",
    sentence: "Whether a change is safe to deploy, and how to bring it in.",
    missing: () => null,
  },
  lag: {
    title: "Lag",
    sentence: "Which task is slow: upload a history of consumer lag.",
    missing: isRefused("is no topology that could have lag"),
  },
};

const ASKED_WHERE_THE_PROGRAM_IS: readonly View[] = ["tasks", "run", "compare", "lag"];

/** Those of an analysis that cannot be edited. */
export const SHARED_VIEWS: readonly View[] = VIEWS.filter((view) => !ASKED_WHERE_THE_PROGRAM_IS.includes(view));

/** Those of a link that shows who gets which task. */
export const SHARED_TASK_VIEWS: readonly View[] = [...SHARED_VIEWS, "tasks"];

/** Those of a link that shows what changes between two versions. */
export const SHARED_CHANGE_VIEWS: readonly View[] = [...SHARED_VIEWS, "compare"];

/** Those of a link that shows a run. */
export const SHARED_RUN_VIEWS: readonly View[] = [...SHARED_VIEWS, "run"];
