// What is known of a state store. Each fact has a value or the reason why it is not known, and never both.

import type { AnalyzedTopology, Store } from "../api/types";
import { doubtOf, planNodeOf, runtimeNodeOf } from "./facts";

export type StoreFact = { title: string; value: string } | { title: string; unknown: string };

const HOLDS: Record<string, string> = {
  "key-value": "the latest value of each key",
  window: "values by key and window",
  session: "values by key and session",
  versioned: "the values of each key with their time (versioned)",
};

const BUFFERING = new Set(["suppress", "join", "leftJoin"]);

/** What a store holds, and from where it is restored. */
export function storeFactsOf(topology: AnalyzedTopology, store: Store): StoreFact[] {
  return [holds(topology, store), changelog(topology, store)];
}

function holds(topology: AnalyzedTopology, store: Store): StoreFact {
  const title = "Holds";
  const value = HOLDS[store.kind];
  if (value !== undefined) return { title, value };
  if (isDump(topology)) return { title, unknown: "A dump does not say it." };
  const doubt = doubtOf(topology, store.name);
  if (doubt !== null) return { title, unknown: doubt };
  if (isBuffer(topology, store)) return { title, value: "records that wait to be sent on (a buffer)" };
  return { title, unknown: "The code does not say which kind of store this is." };
}

function changelog(topology: AnalyzedTopology, store: Store): StoreFact {
  const title = "Restored from";
  if (store.changelog === null) {
    const doubt = doubtOf(topology, `${store.name}-changelog`);
    if (doubt !== null) return { title, unknown: doubt };
    return { title, value: store.users.length > 0 ? "nothing: it has no changelog topic" : "nothing: no processor uses it" };
  }
  if (store.changelog_is_source) return { title, value: `\`${store.changelog}\`, the topic that fills it` };
  const doubt = doubtOf(topology, store.changelog);
  if (doubt !== null) return { title, unknown: doubt };
  return { title, value: `its changelog topic \`${store.changelog}\`` };
}

function isBuffer(topology: AnalyzedTopology, store: Store): boolean {
  return store.users.some((id) => {
    const planNode = runtimeNodeOf(topology, id)?.plan_node ?? null;
    return planNode !== null && BUFFERING.has(planNodeOf(topology, planNode)?.operator ?? "");
  });
}

/** Whether the topology was read from a describe() text. */
export function isDump(topology: AnalyzedTopology): boolean {
  return topology.explanation.parts.some(({ id }) => id === "dump");
}
