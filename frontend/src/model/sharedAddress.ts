// The address of a shared page, in the server's words for views: the same address then means the same without scripts.

import type { Analysis, AnalyzedTopology, Part } from "../api/types";
import { MOST_STEPS, readAddress, writeAddress, type AddressState, type Side } from "./addressState";
import { storeRef, topicRef, type Ref } from "./selection";
import { CHANGE_WORDS } from "./compare/asked";
import { RUN_WORDS, SEEN_WORDS } from "./simulation/asked";
import { STEP_WORD, TASK_WORDS } from "./tasks/asked";

const SIDES: Record<string, Side> = { plan: "before", "plan-optimized": "after", "before-after": "both" };

/** Reads `?view=sub-topology:4&open=r5,t2&node=s3`; what is missing or nonsense takes its starting value. */
export function readSharedAddress(query: string): AddressState {
  const values = new URLSearchParams(query);
  const [view = "", key = "", steps = ""] = (values.get("view") ?? "").split(":");
  if (view === "sub-topology") {
    values.set("view", "sub-topologies");
    values.set("sub", key);
  } else if (view === "around") {
    values.set("view", "topology");
    values.set("around", `${key}.${Math.min(Number(steps), MOST_STEPS)}`);
  } else if (SIDES[view] !== undefined) {
    values.set("view", "plan");
    if (!values.has("plan")) values.set("plan", SIDES[view]);
  }
  values.set("open", (values.get("open") ?? "").replaceAll(",", "."));
  const state = readAddress(values.toString());
  return state.view === "lag" ? { ...state, view: "topology" } : state;
}

/** Writes what `readSharedAddress` reads; empty or with its question mark. */
export function writeSharedAddress(state: AddressState): string {
  const { view, side, around, subTopology } = state;
  const values = new URLSearchParams(writeAddress(state));
  for (const word of ["plan", "sub", "around", ...TASK_WORDS, ...RUN_WORDS, ...CHANGE_WORDS]) values.delete(word);
  if (view !== "tasks") values.delete(STEP_WORD);
  if (view !== "run") for (const word of SEEN_WORDS) values.delete(word);
  if (view === "sub-topologies") values.set("view", `sub-topology:${subTopology}`);
  if (view === "topology" && around !== null) values.set("view", `around:${around.key}:${around.steps}`);
  if (view === "plan") values.set("view", Object.keys(SIDES).find((word) => SIDES[word] === side) ?? "before-after");
  if (state.open.length > 0) values.set("open", state.open.join(","));
  const text = values.toString().replaceAll("%3A", ":").replaceAll("%2C", ",");
  return text === "" ? "" : `?${text}`;
}

/** What the end of an address leads to: another address, and a line of the source or an explanation to show there. */
export interface Place {
  change: Partial<AddressState>;
  line: { file: number; line: number } | null;
  part: Part | null;
}

/** Reads `#why-0-3`, `#file-0-12`, `#describe-0` and the like, the places of the page as text; null for others. */
export function readPlace(hash: string, analysis: Analysis): Place | null {
  const [, word = "", first = "0", second] = /^#(why|file|describe|topology|source)(?:-(\d{1,6}))?(?:-(\d{1,7}))?$/.exec(hash) ?? [];
  const number = Number(first);
  if (word === "file" || word === "source") {
    const line = { file: number, line: Number(second ?? 1) };
    return analysis.files[number] === undefined ? null : { change: {}, line, part: null };
  }
  const topology = analysis.topologies[number];
  if (word === "" || topology === undefined) return null;
  const place = { change: { topology: number }, line: null, part: null };
  if (word === "topology") return place;
  if (word === "describe") return { ...place, change: { ...place.change, view: "text" } };
  const part = second === undefined ? null : (topology.explanation.parts[Number(second)] ?? null);
  const [, kind = "", name = ""] = /^([a-z-]+):(.*)$/.exec(part?.id ?? "") ?? [];
  if (kind === "sub-topology") return { ...place, change: { ...place.change, view: "sub-topologies", subTopology: Number(name) } };
  const chosen = thingOf(topology, kind, name);
  return chosen === null ? { ...place, change: { ...place.change, view: "why" }, part } : { ...place, change: { ...place.change, chosen } };
}

function thingOf(topology: AnalyzedTopology, kind: string, name: string): Ref | null {
  if (kind === "repartition-topic") return topicRef(topology, name);
  return ["store", "changelog-topic", "global-store"].includes(kind) ? storeRef(topology, name) : null;
}
