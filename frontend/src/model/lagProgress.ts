// How far a lag report is.

import type { ReportDocument } from "../api/lagTypes";

export interface Stage {
  name: string;
  state: "done" | "current" | "waiting";
}

export function isFinal({ status }: ReportDocument): boolean {
  return status === "done" || status === "failed" || status === "cancelled";
}

/** What the server calls a stage, as a reader understands it. */
const STAGES: Record<string, string> = {
  starting: "Starting Spark",
  reading: "Reading the files",
  "sorting out": "Checking the rows",
  measuring: "Measuring lag and rates",
  joining: "Finding the tasks",
  writing: "Writing the report",
};

/** The stages in their order. A report that waits has none that is current. */
export function stagesOf({ status, stage, stages }: ReportDocument): Stage[] {
  const at = status === "running" && stage !== null ? stages.indexOf(stage) : -1;
  return stages.map((name, index) => ({
    name: STAGES[name] ?? sentenceCase(name),
    state: index < at ? "done" : index === at ? "current" : "waiting",
  }));
}

/** What goes on, in a sentence. */
export function progressSentence(document: ReportDocument): string {
  if (document.status === "queued") {
    return document.attempts > 0 ? "It waits to be begun again." : "It waits for its turn.";
  }
  const stages = stagesOf(document);
  const at = stages.findIndex(({ state }) => state === "current");
  if (at < 0) return "It has begun.";
  const why = document.stage === "starting" ? " The first report after a pause takes a minute longer for it." : "";
  return `Step ${at + 1} of ${stages.length}: ${stages[at]?.name}.${why}`;
}

/** Seconds since it was asked for, by this computer's clock, which may be a little off. */
export function elapsedSeconds({ created }: ReportDocument, now: number): number {
  const since = (now - Date.parse(created)) / 1000;
  return Number.isFinite(since) ? Math.max(since, 0) : 0;
}

function sentenceCase(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
