// The state of the page of a lag report: how far it is, and what is chosen in it.

import { Trouble, cancelLagReport, fetchLagReport, formAddress, pause } from "./api/client";
import type { InitialReport, LagReport, ReportDocument } from "./api/lagTypes";
import type { AnalyzedTopology } from "./api/types";
import { find, keep } from "./lib/shelf";
import { keptReport } from "./model/kept";
import type { Focus } from "./model/lagFocus";
import { isFinal, progressSentence } from "./model/lagProgress";
import { Clock, counted } from "./model/lagWords";

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 4000;

export class Report {
  document = $state.raw<ReportDocument>() as ReportDocument;
  focus = $state.raw<Focus | null>(null);
  /** Why the newest state is not known, while that lasts. */
  trouble = $state.raw<Trouble | null>(null);
  isCancelling = $state(false);
  /** What the page has just done, for those who hear it. */
  announcement = $state("");

  readonly isShared: boolean;
  readonly topology: AnalyzedTopology | null;
  /** The saved analysis, and null where it is not the viewer's to open. */
  readonly analysisId: string | null;
  readonly picture: string | null;
  readonly result: LagReport | null = $derived(this.document.status === "done" ? this.document.result : null);
  readonly clock = $derived(this.result === null ? null : new Clock(this.result.start, this.result.end));
  readonly isFinal = $derived(isFinal(this.document));

  constructor(initial: InitialReport) {
    this.document = initial.document;
    this.isShared = initial.is_shared;
    const { analysis, topology } = initial.document;
    this.analysisId = initial.is_shared ? null : analysis;
    this.picture = initial.picture ?? (analysis === null ? null : formAddress(analysis, "svg", { view: "topology" }, topology));
    this.topology = initial.analysis?.result?.topologies[topology] ?? null;
    void this.list();
    void this.follow();
  }

  /** Chooses something, or releases it when it is chosen already. */
  choose(focus: Focus | null): void {
    this.focus = focus === null || focus.key === this.focus?.key ? null : focus;
    this.announcement =
      this.focus === null
        ? "Nothing is chosen."
        : `${this.focus.label} is chosen: ${counted(this.focus.partitions.size, "partition")} marked.`;
  }

  async cancel(): Promise<void> {
    this.isCancelling = true;
    try {
      await cancelLagReport(this.document.url);
      this.take(await fetchLagReport(this.document.url, AbortSignal.timeout(10_000)));
    } catch (error) {
      this.trouble = troubleOf(error);
    } finally {
      this.isCancelling = false;
    }
  }

  /** Asks until the report is final. A server that does not answer for a while is asked on, less often. */
  private async follow(): Promise<void> {
    const { signal } = new AbortController();
    let wait = FIRST_PAUSE;
    while (!this.isFinal) {
      await pause(wait, signal);
      wait = Math.min(wait * 1.2, LONGEST_PAUSE);
      try {
        this.take(await fetchLagReport(this.document.url, signal));
        this.trouble = null;
      } catch (error) {
        this.trouble = troubleOf(error);
        // What is gone does not come back.
        if (this.trouble.status === 403 || this.trouble.status === 404) return;
      }
    }
  }

  /** Lists the report on this device, under the name of the program from which it was asked for. */
  private async list(): Promise<void> {
    if (this.isShared) return;
    const before = await find(this.document.page);
    await keep(keptReport(this.document, this.topology, before?.name ?? null, Date.now()));
  }

  private take(document: ReportDocument): void {
    // A late answer to an earlier question knows less.
    if (this.isFinal && !isFinal(document)) return;
    const before = this.document;
    this.document = document;
    if (isFinal(document) && !isFinal(before)) void this.list();
    if (document.status === "done" && before.status !== "done") this.announcement = "The report is done.";
    else if (isFinal(document) && !isFinal(before)) {
      this.announcement = document.status === "failed" ? "The report could not be made." : "The report is cancelled.";
    } else if (!isFinal(document) && (document.stage !== before.stage || document.status !== before.status)) {
      this.announcement = progressSentence(document);
    }
  }
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof Trouble) return error;
  return new Trouble("No answer", "The server did not answer in time.", "The page goes on asking.", 0);
}
