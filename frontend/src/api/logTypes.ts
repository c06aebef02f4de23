// The wire format, `topoviz/explained-log@1`: what lines of a log mean, and which events of a run they belong to.

import type { SimulationEvent } from "./simulationTypes";

export interface PrintedBy {
  class: string;
  logger: string;
  method: string;
  level: string | null;
  exception: string | null;
  releases: string;
  template: string;
}

export interface ExplainedException {
  exception: string;
  becomes: string;
  where: string;
  follows: string;
  help: string;
}

export interface ExplainedLine {
  line: number;
  text: string;
  printed_by: PrintedBy[];
  is_of_version: boolean | null;
  meaning: string | null;
  look: string | null;
  exceptions: ExplainedException[];
  /** Null where it stands for no event. */
  in_simulation: { count: number; first: SimulationEvent[] } | null;
}

export interface ExplainedLog {
  kafka_version: string | null;
  is_cut: boolean;
  lines: ExplainedLine[];
  not_known: { line: number; text: string }[];
  /** What `after` takes to look at more events; null where all were looked at. */
  goes_on_after: number | null;
}
