// The state of the page, in one place: the text, the settings, the newest analysis, and what is chosen in it.

import { Trouble, cancelAnalysis, fetchAnalysis, pause, submit } from "./api/client";
import type { Analysis, AnalysisDocument, AnalyzedTopology, Example, Initial, Limits, Place, Settings, SourceText } from "./api/types";
import { START, readAddress, writeAddress, type AddressState, type View } from "./model/addressState";
import { freshName, hasText, otherName } from "./model/files";
import { MOST_TABS, firstPlaceOf } from "./model/names";
import { carriedOpen } from "./model/folding";
import { linesOf, withPlainLineEnds } from "./model/places";
import { factsOf } from "./model/facts";
import { carriedOver, exists, isThing, sameRef, type Ref } from "./model/selection";
import { readDraft, writeDraft } from "./model/session";
import type { Target } from "./model/sight";
import { NO_VERSIONS, readVersions, type VersionChoices } from "./model/versions";

/** A file in the editor. Its id stays when it is renamed or moved. */
export interface Tab {
  id: number;
  name: string;
  text: string;
}

/** An analysis on show, and the tabs it was made from, in the order of its file numbers. */
export interface Shown {
  id: string;
  analysis: Analysis;
  tabs: { id: number; text: string }[];
}

export type Run =
  | { phase: "idle" }
  | { phase: "working"; stage: string; id: string | null; isLong: boolean }
  | { phase: "failed"; title: string; detail: string; nextStep: string };

export interface Jump {
  file: number;
  line: number;
  /** Nobody asked for it, so the text does not come to the front. */
  isQuiet: boolean;
}

/**
 * How far one goes for it: `glance` moves to it or to what hides it, `open` also opens what hides it, and `find` shows
 * it so large that it can be read, too, and lets it point itself out.
 */
export type Seeking = "glance" | "open" | "find";

/** Something that the picture should bring into sight; a new object each time. */
export interface Sought {
  target: Target;
  how: Seeking;
}

const TYPING_PAUSE = 250;
/** Letters from which on a program is sent when one stops writing, and no longer at each halt. */
const LARGE = 200_000;
const LARGE_PAUSE = 1200;
const LONG_AFTER = 900;

const NO_SETTINGS: Settings = { kafka_version: null, optimize: null, language: "auto", set: {}, application_id: null };

export class Bench {
  tabs = $state.raw<Tab[]>([]);
  /** The tabs that stand in the bar where there are more files than it holds; the newest last. */
  opened = $state.raw<number[]>([]);
  settings = $state.raw<Settings>(NO_SETTINGS);
  versions = $state.raw<VersionChoices>(NO_VERSIONS);
  examples = $state.raw<Example[] | null>(null);
  shown = $state.raw<Shown | null>(null);
  run = $state.raw<Run>({ phase: "idle" });
  address = $state.raw<AddressState>(START);
  /** A line that the editor should show; a new object each time. */
  jump = $state.raw<Jump | null>(null);
  sought = $state.raw<Sought | null>(null);
  /** The program that made room for an empty page. */
  putAway = $state.raw<{ tabs: Tab[]; settings: Settings } | null>(null);
  /** What the page has just done, for those who hear it. */
  announcement = $state("");
  /** Counts the programs that took the place of others here. */
  programs = $state(0);
  /** Whether the browser keeps the text over a reload. */
  isKept = $state(true);
  readonly limits: Limits;

  readonly hasMany = $derived(this.tabs.length > MOST_TABS);
  readonly tabsInBar = $derived(this.hasMany ? this.tabs.filter(({ id }) => this.opened.includes(id)) : this.tabs);
  readonly isEmpty = $derived(!hasText(this.tabs));
  readonly isStale = $derived(this.shown !== null && !this.isOf(this.shown));
  readonly topologyIndex = $derived(clampIndex(this.address.topology, this.shown?.analysis.topologies.length ?? 0));
  readonly topology: AnalyzedTopology | null = $derived(this.shown?.analysis.topologies[this.topologyIndex] ?? null);
  readonly chosen: Ref | null = $derived(
    this.topology !== null && this.address.chosen !== null && exists(this.topology, this.address.chosen)
      ? this.address.chosen
      : null,
  );

  private active = $state(0);
  private nextTab = 1;
  private isUnkept = false;
  /** The next analysis shows where its first topology begins. */
  private isJustOpened = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private current: AbortController | null = null;

  constructor(initial: Initial, query: string) {
    this.versions = initial.versions ? readVersions(initial.versions) : NO_VERSIONS;
    this.examples = initial.examples ?? null;
    this.limits = initial.limits;
    this.address = readAddress(query);
    if (this.address.chosen !== null) this.sought = { target: this.address.chosen, how: "open" };
    const draft = initial.analysis ? null : readDraft();
    const files = initial.analysis ? (initial.files ?? []) : (draft?.files ?? []);
    const settings = initial.analysis ? initial.settings : draft?.settings;
    if (settings) this.settings = { ...this.settings, ...settings, language: settings.language || "auto" };
    this.setTabs(files.length > 0 ? files : [{ name: freshName("auto", []), text: "" }]);
    this.isJustOpened = this.hasMany && this.address.chosen === null;
    // Places count line ends as they were sent; a text with other line ends than the editor's is analysed anew.
    const isAsSent = files.every(({ text }) => !text.includes("\r"));
    if (initial.analysis && isAsSent) void this.follow(initial.analysis, this.begin(), this.tabs);
    else if (!this.isEmpty) void this.analyze();
  }

  get activeTab(): number {
    return this.active;
  }

  set activeTab(tab: number) {
    this.active = tab;
    if (!this.opened.includes(tab)) this.opened = [...this.opened, tab].slice(-MOST_TABS);
  }

  /** The tab with this file number of the shown analysis. */
  tabOfFile(file: number): number | null {
    return this.shown?.tabs[file]?.id ?? null;
  }

  fileOfTab(tab: number): number | null {
    const file = this.shown?.tabs.findIndex(({ id }) => id === tab) ?? -1;
    return file < 0 ? null : file;
  }

  setText(tab: number, text: string): void {
    const before = this.tabs.find(({ id }) => id === tab);
    if (before === undefined || before.text === text) return;
    this.tabs = this.tabs.map((one) => (one.id === tab ? { ...one, text } : one));
    this.changed(TYPING_PAUSE);
  }

  rename(tab: number, name: string): void {
    const clean = name.trim();
    if (clean === "" || this.tabs.some((one) => one.name === clean)) return;
    this.tabs = this.tabs.map((one) => (one.id === tab ? { ...one, name: clean } : one));
    this.changed(TYPING_PAUSE);
  }

  addTab(): void {
    this.addFiles([{ name: freshName(this.settings.language, this.tabs), text: "" }]);
  }

  /** Puts files beside those that are here; one whose name is taken gets another. */
  addFiles(files: readonly SourceText[]): void {
    const hasNew = hasText(files);
    // A first tab that nobody wrote in makes room.
    let tabs = this.tabs.length === 1 && this.isEmpty && hasNew ? [] : this.tabs;
    for (const { name, text } of files) {
      tabs = [...tabs, { id: this.nextTab++, name: otherName(name, tabs), text: withPlainLineEnds(text) }];
    }
    this.tabs = tabs;
    this.activeTab = tabs.at(-1)?.id ?? this.activeTab;
    if (hasNew) this.changed(0);
  }

  /** Puts a whole program in the place of what is here, which can be brought back. */
  replaceBy(files: readonly SourceText[]): void {
    this.putAway = this.isEmpty ? null : { tabs: this.tabs, settings: this.settings };
    this.settings = NO_SETTINGS;
    this.address = START;
    this.setTabs(files);
    this.isJustOpened = true;
    this.changed(0);
  }

  /** Takes a file away; where there are many, only out of the bar. */
  closeTab(tab: number): void {
    const index = this.tabsInBar.findIndex(({ id }) => id === tab);
    const left = this.tabsInBar.filter(({ id }) => id !== tab);
    if (left.length === 0) return;
    const isOneOfMany = this.hasMany;
    this.opened = this.opened.filter((id) => id !== tab);
    if (!isOneOfMany) this.tabs = left;
    if (this.activeTab === tab) this.activeTab = left[Math.max(index - 1, 0)]?.id ?? 0;
    if (!isOneOfMany) this.changed(0);
  }

  change(settings: Partial<Settings>): void {
    this.settings = { ...this.settings, ...settings };
    this.changed(0);
  }

  setValue(key: string, value: string | null): void {
    const set = { ...this.settings.set };
    if (value === null || value === "") delete set[key];
    else set[key] = value;
    this.change({ set });
  }

  openExample(example: Example): void {
    this.settings = { ...NO_SETTINGS, kafka_version: example.kafka_version, optimize: example.optimize };
    this.address = START;
    const name = example.name ?? freshName(example.language, []);
    this.setTabs([{ name, text: example.text }]);
    this.changed(0);
    this.announcement = `Example: ${example.title}`;
  }

  /** Makes room for another program; the one that was there can be brought back. */
  clear(): void {
    this.putAway = { tabs: this.tabs, settings: this.settings };
    this.settings = { ...NO_SETTINGS, kafka_version: this.settings.kafka_version };
    this.address = START;
    this.setTabs([{ name: freshName("auto", []), text: "" }]);
    this.changed(0);
  }

  /** Shows another view or chooses something in it; `isStep` puts it into the browser's history. */
  go(change: Partial<AddressState>, isStep = false): void {
    const next = { ...this.address, ...change };
    const query = writeAddress(next);
    if (query === writeAddress(this.address)) {
      this.address = next;
      return;
    }
    this.address = next;
    const where = `${location.pathname}${query}`;
    if (isStep) history.pushState(null, "", where);
    else history.replaceState(null, "", where);
  }

  bringBack(): void {
    if (this.putAway === null) return;
    const { tabs, settings } = this.putAway;
    this.putAway = null;
    this.settings = settings;
    this.setTabs(tabs);
    this.changed(0);
  }

  /** Goes to a view, and there to what one wants to see first. */
  showView(view: View): void {
    const change: Partial<AddressState> = { view, around: null };
    const steps = this.topology?.plan?.steps ?? [];
    if (view === "steps" && this.address.view !== view) change.step = Math.max(steps.findIndex((step) => step.firings.length > 0), 0);
    if (view === "sub-topologies" && this.topology && this.chosen && !isThing(this.chosen)) {
      const { subTopology } = factsOf(this.topology, this.chosen) ?? { subTopology: null };
      if (subTopology !== null) change.subTopology = subTopology;
    }
    this.show(change);
  }

  /** Shows another part, and there what is chosen. */
  show(change: Partial<AddressState>): void {
    this.go(change, true);
    if (this.chosen !== null) this.sought ??= { target: this.chosen, how: "glance" };
  }

  /** Chooses something, which comes into sight unless it was chosen where it is. */
  choose(chosen: Ref | null, isInSight = false): void {
    if (!sameRef(chosen, this.address.chosen)) this.go({ chosen });
    this.sought = chosen === null || isInSight ? null : { target: chosen, how: "open" };
    const places = this.topology ? linesOf(this.topology, chosen).filter(({ isCaller }) => !isCaller) : [];
    const tabs = places.flatMap(({ file }) => this.tabOfFile(file) ?? []);
    if (tabs[0] !== undefined && !tabs.includes(this.activeTab)) this.activeTab = tabs[0];
  }

  /** Lets go of what is chosen, and when nothing is, of the filter. */
  letGo(): void {
    if (this.address.chosen !== null) this.choose(null);
    else this.go({ filter: START.filter });
  }

  /** Goes to what was searched for. */
  find(target: Target): void {
    if (target.space !== "sub-topology") this.choose(target);
    this.sought = { target, how: "find" };
  }

  /** Shows a part of the topology alone: what is at most so many steps from what this key names. */
  showAround(key: string, steps: number): void {
    this.show({ view: "topology", around: { key, steps } });
  }

  /** Shows another topology of the program, and where it begins in the text. */
  showTopology(index: number): void {
    const { open, isWhole, around, filter } = START;
    this.go({ topology: index, chosen: null, open, isWhole, around, filter }, true);
    this.showStart();
  }

  /** Shows a line of the source, given by the file's number in the shown analysis. */
  showLine(file: number, line: number, isQuiet = false): void {
    const tab = this.tabOfFile(file);
    if (tab === null) return;
    this.activeTab = tab;
    this.jump = { file, line, isQuiet };
  }

  showLineOf(fileName: string, line: number): void {
    const file = this.shown?.analysis.files.findIndex(({ name }) => name === fileName) ?? -1;
    if (file >= 0) this.showLine(file, line);
  }

  /** The lines of a place as they were analysed. */
  textOf({ file_id, line, end_line }: Place): string {
    const lines = this.shown?.tabs[file_id]?.text.split("\n") ?? [];
    return lines.slice(line - 1, end_line).join("\n");
  }

  /** Saves text and settings as a revision and gives its id; the address becomes its own. Throws Trouble. */
  async save(): Promise<string> {
    const signal = new AbortController().signal;
    const files = this.written().map(({ name, text }) => ({ name, text }));
    let document = await submit({ files, settings: this.settings, preview: false }, signal, 10);
    while (isUnderWay(document)) {
      await pause(400, signal);
      document = await fetchAnalysis(document.id, signal);
    }
    if (document.status !== "done") throw troubleOfDocument(document);
    writeDraft(null);
    history.pushState(null, "", `/a/${document.id}${writeAddress(this.address)}`);
    if (this.shown !== null && !this.isStale) this.shown = { ...this.shown, id: document.id };
    return document.id;
  }

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

  again(): void {
    this.changed(0);
  }

  /** Keeps text and settings over a reload, as far as they have changed since. */
  keepDraft(): void {
    if (!this.isUnkept) return;
    this.isUnkept = false;
    const files = this.tabs.map(({ name, text }) => ({ name, text }));
    this.isKept = writeDraft(this.isEmpty ? null : { files, settings: this.settings });
  }

  /** Takes over what back and forward put into the address. */
  readLocation(): void {
    this.address = readAddress(location.search);
  }

  private showStart(): void {
    const at = this.topology && firstPlaceOf(this.topology);
    if (at) this.showLine(at.file_id, at.line, true);
  }

  private setTabs(files: readonly SourceText[]): void {
    this.programs += 1;
    this.opened = [];
    this.tabs = files.map(({ name, text }) => ({ id: this.nextTab++, name, text: withPlainLineEnds(text) }));
    this.activeTab = this.tabs[0]?.id ?? 0;
  }

  /** Text or settings are others now: what is saved under an address is no longer what is here. */
  private changed(wait: number): void {
    clearTimeout(this.timer);
    const query = writeAddress(this.address);
    if (location.pathname !== "/") history.pushState(null, "", `/${query}`);
    else if (location.search !== query) history.replaceState(null, "", `/${query}`);
    const isLarge = this.tabs.reduce((sum, { text }) => sum + text.length, 0) > LARGE;
    this.isUnkept = true;
    if (!isLarge || wait === 0) this.keepDraft();
    if (this.isEmpty) {
      this.current?.abort(new Error("nothing to do"));
      this.current = null;
      this.shown = null;
      this.run = { phase: "idle" };
      this.go({ ...START });
      return;
    }
    this.timer = setTimeout(() => void this.analyze(), isLarge && wait > 0 ? LARGE_PAUSE : wait);
  }

  private async analyze(): Promise<void> {
    this.keepDraft();
    const control = this.begin();
    const tabs = this.written();
    const files = tabs.map(({ name, text }) => ({ name, text }));
    try {
      const document = await submit({ files, settings: this.settings, preview: true }, control.signal, 0);
      await this.follow(document, control, tabs);
    } catch (error) {
      this.fail(error, control);
    }
  }

  /** Starts a run that replaces whatever ran before. */
  private begin(): AbortController {
    this.current?.abort(new Error("a newer text came"));
    const control = new AbortController();
    this.current = control;
    const wasFailed = this.run.phase === "failed";
    this.run = { phase: "working", stage: "sending", id: null, isLong: wasFailed && this.shown === null };
    setTimeout(() => {
      if (this.current === control && this.run.phase === "working") this.run = { ...this.run, isLong: true };
    }, LONG_AFTER);
    return control;
  }

  /** Asks for an analysis until it is final, then shows it, unless something newer has begun. */
  private async follow(first: AnalysisDocument, control: AbortController, from?: Tab[]): Promise<void> {
    const tabs = from ?? this.written();
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
      if (!document.result) throw troubleOfDocument(document);
      const before = this.topology;
      const chosen = this.chosen;
      this.shown = { id: document.id, analysis: document.result, tabs: tabs.map(({ id, text }) => ({ id, text })) };
      // Numbers belong to one analysis; in the next, the same number is another node.
      if (before !== null) this.carryOver(before, chosen);
      if (this.isJustOpened) {
        this.opened = [];
        this.showStart();
        this.activeTab = this.active;
      }
      this.isJustOpened = false;
      this.run = { phase: "idle" };
      this.current = null;
      this.announcement = summaryOf(document.result);
    } catch (error) {
      this.fail(error, control);
    }
  }

  private carryOver(before: AnalyzedTopology, chosen: Ref | null): void {
    const after = this.topology;
    const open = after === null ? [] : carriedOpen(before, after, this.address.open);
    const carried = after === null || chosen === null ? null : carriedOver(before, after, chosen);
    const { around, filter } = this.address;
    const [key] = around === null || after === null ? [] : carriedOpen(before, after, [around.key]);
    this.sought = null;
    this.go({
      open,
      chosen: carried,
      around: around === null || key === undefined ? null : { ...around, key },
      filter: { ...START.filter, kind: filter.kind },
    });
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
    this.announcement = `${error.title}. ${error.detail}`;
  }

  private written(): Tab[] {
    return this.tabs.filter((tab) => tab.text.trim() !== "");
  }

  private isOf(shown: Shown): boolean {
    const written = this.written();
    return (
      written.length === shown.tabs.length &&
      written.every((tab, index) => tab.id === shown.tabs[index]?.id && tab.text === shown.tabs[index]?.text)
    );
  }
}

function isUnderWay(document: AnalysisDocument): boolean {
  return document.status === "queued" || document.status === "running";
}

function troubleOfDocument(document: AnalysisDocument): Trouble {
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

function summaryOf(analysis: Analysis): string {
  const topology = analysis.topologies[0];
  if (topology === undefined) return "Done: no topology was found.";
  const count = topology.topology?.sub_topologies.length ?? 0;
  return `Done: ${count} ${count === 1 ? "sub-topology" : "sub-topologies"}.`;
}

function clampIndex(index: number, length: number): number {
  return Math.min(Math.max(index, 0), Math.max(length - 1, 0));
}
