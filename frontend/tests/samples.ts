// Analyses, and a change, as the server gives them, made by the engine.

import type { Change } from "../src/api/compareTypes";
import type { Analysis, AnalyzedTopology } from "../src/api/types";
import changeJson from "./samples/change.json";
import dumpJson from "./samples/dump.json";
import joinAndCountJson from "./samples/join_and_count.json";
import refusedJson from "./samples/refused.json";
import unsureJson from "./samples/unsure.json";

export const joinAndCount = joinAndCountJson as Analysis;
export const unsure = unsureJson as Analysis;
export const dump = dumpJson as Analysis;
export const refused = refusedJson as Analysis;
/** What one filter more changes. */
export const change = changeJson as Change;

export function topologyOf(analysis: Analysis): AnalyzedTopology {
  const [topology] = analysis.topologies;
  if (topology === undefined) throw new Error("The sample has no topology.");
  return topology;
}
