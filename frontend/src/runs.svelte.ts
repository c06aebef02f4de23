// The analysis that is under way: sent, followed until its result is there, and given up for a newer one.

import { Trouble, cancelAnalysis, fetchAnalysis, pause, submit } from "./api/client";
import type { Analysis, AnalysisDocument, Settings, SourceText } from "./api/types";
import type { Tab } from "./files.svelte";

export type Run =
  | { phase: "idle" }
  | { phase: "working"; stage: string; id: string | null; isLong: boolean }
  | { phase: "failed"; title: string; detail: string; nextStep: string };

export interface Listener {
  /** Whether a result is on show. */
  hasShown: () => boolean;
  onresult: (id: string, analysis: Analysis, tabs: readonly Tab[]) => void;
  onfailure: (sentence: string) => void;
}

const LONG_AFTER = 900;

export class Runs {
  run = $state.raw<Run>({ phase: "idle" });
  private current: AbortController | null = null;

  constructor(private readonly listener: Listener) {}

  /** Analyses these files, in the place of whatever ran before. */
  async analyze(tabs: readonly Tab[], settings: Settings): Promise<void> {
    const control = this.begin();
    try {
      const document = await submit({ files: sent(tabs), settings, preview: true }, control.signal, 0);
      await this.untilShown(document, control, tabs);
    } catch (error) {
      this.fail(error, control);
    }
  }

  /** Follows an analysis that was begun elsewhere. */
  async follow(document: AnalysisDocument, tabs: readonly Tab[]): Promise<void> {
    await this.untilShown(document, this.begin(), tabs);
  }

  /** Stops as somebody asked for. */
  cancel(): void {
    const id = this.run.phase === "working" ? this.run.id : null;
    this.current?.abort(new Error("cancelled"));
    this.current = null;
    this.run = {
      phase: "failed",
      title: "Cancelled",
      detail: "The analysis was stopped before it was done.",
      nextStep: "Change the text to start it again.",
    };
    if (id !== null) cancelAnalysis(id).catch(() => undefined);
  }

  /** Stops since there is nothing left to analyse. */
  stop(): void {
    this.current?.abort(new Error("nothing to do"));
    this.current = null;
    this.run = { phase: "idle" };
  }

  /** Starts a run that replaces whatever ran before. */
  private begin(): AbortController {
    this.current?.abort(new Error("a newer text came"));
    const control = new AbortController();
    this.current = control;
    const wasFailed = this.run.phase === "failed";
    this.run = { phase: "working", stage: "sending", id: null, isLong: wasFailed && !this.listener.hasShown() };
    setTimeout(() => {
      if (this.current === control && this.run.phase === "working") this.run = { ...this.run, isLong: true };
    }, LONG_AFTER);
    return control;
  }

  /** Asks for an analysis until it is final, then hands it on, unless something newer has begun. */
  private async untilShown(first: AnalysisDocument, control: AbortController, tabs: readonly Tab[]): Promise<void> {
    let document = first;
    let wait = 60;
    try {
      // A result is there before its pictures are drawn; those are fetched one by one.
      while (isUnderWay(document) && !document.result) {
        this.note(document, control);
        await pause(wait, control.signal);
        wait = Math.min(wait * 1.3, 800);
        document = await fetchAnalysis(document.id, control.signal);
      }
      if (this.current !== control) return;
      if (!document.result) throw troubleOf(document);
      this.listener.onresult(document.id, document.result, tabs);
      this.run = { phase: "idle" };
      this.current = null;
    } catch (error) {
      this.fail(error, control);
    }
  }

  private note(document: AnalysisDocument, control: AbortController): void {
    if (this.current !== control || this.run.phase !== "working") return;
    this.run = { ...this.run, id: document.id, stage: document.stage || document.status };
  }

  private fail(error: unknown, control: AbortController): void {
    if (this.current !== control) return;
    this.current = null;
    if (!(error instanceof Trouble)) {
      this.run = { phase: "failed", title: "This page has a fault", detail: String(error), nextStep: "Reload the page." };
      throw error;
    }
    this.run = { phase: "failed", title: error.title, detail: error.detail, nextStep: error.nextStep };
    this.listener.onfailure(`${error.title}. ${error.detail}`);
  }
}

/** Saves text and settings as a revision and gives its id. Throws Trouble. */
export async function saveRevision(tabs: readonly SourceText[], settings: Settings): Promise<string> {
  const signal = new AbortController().signal;
  let document = await submit({ files: sent(tabs), settings, preview: false }, signal, 10);
  while (isUnderWay(document)) {
    await pause(400, signal);
    document = await fetchAnalysis(document.id, signal);
  }
  if (document.status !== "done") throw troubleOf(document);
  return document.id;
}

function sent(tabs: readonly SourceText[]): { name: string; text: string }[] {
  return tabs.map(({ name, text }) => ({ name, text }));
}

function isUnderWay(document: AnalysisDocument): boolean {
  return document.status === "queued" || document.status === "running";
}

function troubleOf(document: AnalysisDocument): Trouble {
  if (document.status === "cancelled") {
    return new Trouble("Cancelled", "The analysis was stopped before it was done.", "Change the text to start it again.", 0);
  }
  const reason = document.reason;
  return new Trouble(
    "The analysis did not finish",
    reason?.sentence ?? "The server gives no reason.",
    reason?.next_step || "Change the text, or try again.",
    0,
  );
}
