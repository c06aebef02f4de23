// The state of the view that compares: the other version, what the server says of both, and what of it is chosen.

import { Trouble, askComparison, cancelAnalysis, cancelAnswer, fetchAnalysis, fetchExamples, fetchShared, fetchSourced, pause, submit, type Form } from "./api/client";
import type { Change, ComparisonDocument, ComparisonQuestion, SharedComparison, Side, Which } from "./api/compareTypes";
import type { Analysis, AnalysisDocument, Place, Settings, SourceText } from "./api/types";
import { cancellable } from "./lib/cancelling";
import { keptProgram } from "./lib/otherPrograms";
import { wholeText } from "./lib/pastes";
import type { AskedChange, Other, Picked } from "./model/compare/asked";
import { NOTHING_COMPARED } from "./model/compare/asked";
import { editorSide, howItRuns, isAsSaved, settingsOfOther, sidesOf, topologyOfOther, whyNot } from "./model/compare/sides";
import { pickOfRef, pickedThings } from "./model/compare/things";
import { refOf } from "./model/folding";
import { nameOf } from "./model/kept";
import type { AskedTasks } from "./model/tasks/asked";
import type { Waiting } from "./tasks.svelte";
import type { Program, Viewer } from "./viewer.svelte";

/** The version beside that in the editor, as the server read it. */
export interface OtherVersion {
  /** How the server finds it again. */
  analysis: string | null;
  link: string | null;
  result: Analysis;
  files: readonly SourceText[];
  settings: Settings;
  title: string;
}

/** Why there is nothing new to show. */
export interface NotCompared {
  title: string;
  sentence: string;
  nextStep: string;
  /** It is about the partition counts, and is said there. */
  isOfCounts?: boolean;
  /** It is about the sizes of stores, and is said there too. */
  isOfSizes?: boolean;
}

/** What the server says of partition counts that it cannot read. */
const BAD_COUNTS = "bad-partitions";
const CANCELLED = new Trouble("Cancelled", "It was stopped before it was done.", "", 0);

export interface ComparedAnswer {
  document: ComparisonDocument;
  change: Change;
}

const TYPING_PAUSE = 80;
/** What begins within so many milliseconds of what came before belongs to it. */
const ONE_WAIT = 300;
const KEPT = 30;
const NO_SETTINGS: Settings = { kafka_version: null, optimize: null, language: "auto", set: {}, application_id: null };

export class CompareDesk {
  other = $state.raw<OtherVersion | null>(null);
  otherTrouble = $state.raw<NotCompared | null>(null);
  isReading = $state(false);
  /** What is on show; it stays until there is something newer. */
  answer = $state.raw<ComparedAnswer | null>(null);
  refused = $state.raw<NotCompared | null>(null);
  isAsking = $state(false);
  waiting = $state.raw<Waiting | null>(null);
  /** How many times the same was asked again. */
  tries = $state(0);
  /** A place of the other version that is to be read; a new object each time. */
  shownPlace = $state.raw<{ at: Place } | null>(null);
  isSourceOpen = $state(false);
  private readonly answers = new Map<string, ComparedAnswer>();
  private readonly others = new Map<string, OtherVersion>();
  private isFirst = true;
  private isReadAgain = false;
  /** The last thing that was waited for to its end. */
  private waited = { since: 0, until: 0 };
  /** Over when the server knows what the visitor cancelled last. */
  private ended: Promise<unknown> = Promise.resolve();
  /** The picture that is on show, as its address asks for it: of another answer it is wanted too. */
  picture = "view=changes";

  readonly change: Change | null = $derived(this.answer?.change ?? null);
  /** Which of the two the text in the editor is. */
  readonly editorSide: Which = $derived.by(() => editorSide(this.asked));
  readonly otherSide: Which = $derived(this.editorSide === "new" ? "old" : "new");
  /** Which topology of the other version is compared; null where somebody has to say it. */
  readonly otherTopology: number | null = $derived.by(() =>
    this.other === null ? null : topologyOfOther(this.other.result, this.asked.topology, this.viewer.topology?.name ?? ""),
  );
  /** Why the other version cannot be compared. */
  readonly obstacle = $derived.by(() => {
    if (this.other === null) return null;
    const { result } = this.other;
    return whyNot(this.otherSide, result, this.otherTopology === null ? null : (result.topologies[this.otherTopology] ?? null));
  });
  readonly pick: Picked | null = $derived.by(() =>
    this.viewer.address.pick ?? (this.change === null ? null : pickOfRef(this.change, this.viewer.chosen, this.editorSide)),
  );

  constructor(
    readonly viewer: Viewer,
    /** What a link shows, where nothing can be asked. */
    readonly shared: SharedComparison | null = null,
  ) {
    if (shared === null) return;
    this.answer = { document: { id: "", url: "", status: "done" }, change: shared.result };
  }

  get asked(): AskedChange {
    return this.viewer.address.change;
  }

  /** The files of the other version, as far as they are here. */
  get otherFiles(): readonly SourceText[] {
    return this.shared?.old?.files ?? this.other?.files ?? [];
  }

  compare(change: Partial<AskedChange>, isStep = false): void {
    this.viewer.go({ change: { ...this.asked, ...change } }, isStep);
  }

  /** Another version beside the one in the editor, read anew. */
  choose(other: Other | null, change: Partial<AskedChange> = {}): void {
    this.compare({ topology: null, kafka: null, optimize: null, open: [], openOld: [], openNew: [], ...change, other }, true);
    this.viewer.go({ pick: null });
  }

  clear(): void {
    this.viewer.go({ change: NOTHING_COMPARED, pick: null }, true);
  }

  again(): void {
    this.refused = null;
    this.otherTrouble = null;
    this.tries += 1;
  }

  /** Chooses a thing or a finding: what of it is in the editor is marked there too. */
  mark(pick: Picked | null): void {
    const { change, viewer } = this;
    if (change === null || pick === null) return viewer.go({ pick: null, chosen: null });
    const keys = pickedThings(change, pick).flatMap((thing) => thing[`${this.editorSide}_key`] ?? []);
    const chosen = keys.map(refOf).find((ref) => ref !== null) ?? null;
    viewer.choose(chosen, true);
    viewer.go({ pick });
  }

  /** Shows a line: in the editor, or in the text of the other version. */
  showPlace(which: Which, at: Place): void {
    if (which === this.editorSide) this.viewer.showLine(at.file_id, at.line);
    else {
      this.shownPlace = { at };
      this.isSourceOpen = true;
    }
  }

  /** Where the server has what is on show in some form. */
  formAddress(form: Form, question: Record<string, string>): string {
    if (this.answer === null) return "";
    const isFile = form === "md" || form === "txt" || form === "json";
    const address = this.viewer.changeAddress(this.answer.document, isFile ? `change.${form}` : form);
    return isFile ? address : `${address}?${new URLSearchParams(question).toString().replaceAll("%2C", ",")}`;
  }

  /** What the picture on show asks for, beside its form; side by side, that of both versions in one stands for it. */
  pictureQuestion(isWhole: boolean): Record<string, string> {
    const { picture, open } = this.asked;
    const view = picture === "changes-all" ? "changes-all" : "changes";
    return isWhole ? { view: "changes-all", whole: "1" } : { view, ...(open.length > 0 ? { open: [...open].sort().join(",") } : {}) };
  }

  /** Reads the other version, unless the signal says that another one is wanted. */
  async read(other: Other | null, asked: Pick<AskedChange, "kafka" | "optimize">, signal: AbortSignal): Promise<void> {
    this.otherTrouble = null;
    if (other === null) {
      this.other = null;
      this.answer = null;
      this.refused = null;
      this.isReading = false;
      return;
    }
    this.isReading = true;
    try {
      const found = await this.found(other, asked, signal);
      if (!signal.aborted) this.other = found;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Trouble)) throw error;
      this.other = null;
      this.otherTrouble = { title: error.title, sentence: error.detail, nextStep: error.nextStep };
    } finally {
      if (!signal.aborted) this.isReading = false;
    }
  }

  /** Asks what changes, unless the signal says that something newer is asked. */
  async follow(analysis: string, topology: number, asked: AskedChange, counts: Pick<AskedTasks, "counts" | "countsText" | "sizesOf">, signal: AbortSignal): Promise<void> {
    const { other, otherTopology } = this;
    if (other === null || otherTopology === null || this.obstacle !== null) {
      this.isAsking = false;
      return;
    }
    this.isAsking = true;
    try {
      if (!this.isFirst) await pause(TYPING_PAUSE, signal);
      this.isFirst = false;
      const text = counts.countsText === null ? null : await wholeText(counts.countsText);
      const own: Side = { analysis, topology };
      const there: Side = other.link === null ? { analysis: other.analysis ?? "", topology: otherTopology } : { link: other.link, topology: otherTopology };
      const question = { ...sidesOf(asked, own, there), ...howItRuns(asked, { ...counts, countsText: text }) };
      const answer = await this.answered(question, signal);
      if (signal.aborted) return;
      this.answer = answer;
      this.refused = null;
      this.isReadAgain = false;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Trouble)) throw error;
      // What is only looked at is not kept for long; it is read again, once.
      if (error.status === 404 && !this.isReadAgain) {
        this.isReadAgain = true;
        this.others.clear();
        this.tries += 1;
        return;
      }
      const [first] = error.errors;
      this.refuse({ title: error.title, sentence: first === undefined ? error.detail : first.detail, nextStep: error.nextStep, isOfCounts: first?.field === "partitions", isOfSizes: first?.field === "lag_report" });
    } finally {
      if (!signal.aborted) this.isAsking = false;
    }
  }

  private async answered(question: ComparisonQuestion, signal: AbortSignal): Promise<ComparedAnswer> {
    const key = JSON.stringify(question);
    const known = this.answers.get(key);
    if (known) return known;
    return this.whileWaiting(signal, async (given, begun) => {
      const document = await askComparison(question, this.picture, given, ({ url, stage }) => begun(() => cancelAnswer(url), stage));
      if (document.status === "cancelled") throw CANCELLED;
      if (!document.result) {
        const { code = "", sentence = "The server gives no reason.", next_step: nextStep = "Change something, or try again." } = document.reason ?? {};
        throw new Trouble("The two versions could not be compared", sentence, nextStep, 0, code === BAD_COUNTS ? [{ field: "partitions", detail: sentence }] : []);
      }
      return kept(this.answers, key, { document, change: document.result });
    });
  }

  private async found(other: Other, asked: Pick<AskedChange, "kafka" | "optimize">, signal: AbortSignal): Promise<OtherVersion> {
    if (other.kind === "analysis") {
      const document = await fetchSourced(other.id, signal);
      if (isAsSaved(other, asked) && document.result) return otherOf(document, document.files ?? [], document.settings ?? NO_SETTINGS, { analysis: other.id });
      return this.analyzed(other, asked, { files: document.files ?? [], settings: document.settings ?? NO_SETTINGS }, null, signal);
    }
    if (other.kind === "link") {
      const document = await fetchShared(other.path, signal);
      if (isAsSaved(other, asked)) return { ...document, analysis: null, link: other.path };
      return this.analyzed(other, asked, document, document.title, signal);
    }
    const [program, title] = await this.programOf(other, signal);
    return this.analyzed(other, asked, program, title, signal);
  }

  private async programOf(other: Other, signal: AbortSignal): Promise<[Program, string | null]> {
    const { program } = this.viewer;
    if (other.kind === "same" && program !== null) return [program, "This program"];
    if (other.kind === "example") {
      const example = (await fetchExamples()).find(({ id }) => id === other.id);
      signal.throwIfAborted();
      if (example?.old) return [{ files: [example.old], settings: { ...NO_SETTINGS, kafka_version: example.kafka_version, optimize: example.optimize } }, "The example's version before"];
    }
    const kept = other.kind === "kept" ? await keptProgram(other.id) : null;
    if (kept === null) {
      throw new Trouble("The version before is not here", "A text that was pasted is kept on the device where that was done.", "Paste it again.", 0);
    }
    return [kept, kept.name];
  }

  /** Has a text read beside that in the editor. */
  private async analyzed(other: Other, asked: Pick<AskedChange, "kafka" | "optimize">, { files, settings: own }: Program, title: string | null, signal: AbortSignal): Promise<OtherVersion> {
    const version = this.viewer.shown?.analysis.kafka_version;
    const settings = settingsOfOther(other, asked, files, own, { settings: this.viewer.program?.settings ?? NO_SETTINGS, version });
    const key = JSON.stringify([files, settings]);
    const known = this.others.get(key);
    if (known) return known;
    return this.whileWaiting(signal, async (given, begun) => {
      let document = await submit({ files: [...files], settings, preview: true }, given, 1, true);
      const { id } = document;
      for (let wait = 60; (document.status === "queued" || document.status === "running") && !document.result; wait = Math.min(wait * 1.3, 800)) {
        begun(() => cancelAnalysis(id));
        await pause(wait, given);
        document = await fetchAnalysis(id, given);
      }
      return kept(this.others, key, otherOf(document, files, settings, { analysis: id, title }));
    });
  }

  /** Does what the visitor may wait for and cancel; throws CANCELLED when that happens. */
  private async whileWaiting<T>(signal: AbortSignal, work: (signal: AbortSignal, begun: (end: () => Promise<void>, stage?: string | null) => void) => Promise<T>): Promise<T> {
    // What is being cancelled has to be over: the same may be asked again.
    await this.ended;
    signal.throwIfAborted();
    const doing = cancellable(signal, CANCELLED, (given, begun) =>
      work(given, (end, stage) => {
        begun(end);
        if (this.waiting?.cancel === cancel) this.waiting = { ...this.waiting, stage: stage ?? "" };
      }),
    );
    const cancel = () => {
      this.ended = doing.ended;
      doing.cancel();
    };
    // Reading a version and comparing it are one wait, with one button that stays.
    const since = Date.now() - this.waited.until < ONE_WAIT ? this.waited.since : Date.now();
    this.waiting = { since, stage: "", cancel };
    try {
      const done = await doing.result;
      this.waited = { since, until: Date.now() };
      return done;
    } finally {
      if (this.waiting?.cancel === cancel) this.waiting = null;
    }
  }

  private refuse(refused: NotCompared): void {
    this.refused = refused;
    this.isAsking = false;
  }
}

/** Throws Trouble where the server has no result. */
function otherOf({ result, reason }: AnalysisDocument, files: readonly SourceText[], settings: Settings, { analysis, title = null }: { analysis: string; title?: string | null }): OtherVersion {
  if (!result) throw new Trouble("The other version could not be read", reason?.sentence ?? "The server gives no reason.", reason?.next_step ?? "Try again.", 0);
  return { analysis, link: null, result, files, settings, title: title ?? nameOf(files, result) };
}

function kept<T>(all: Map<string, T>, key: string, one: T): T {
  all.set(key, one);
  const [oldest] = all.keys();
  if (all.size > KEPT && oldest !== undefined) all.delete(oldest);
  return one;
}
