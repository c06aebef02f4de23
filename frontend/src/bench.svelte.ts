// The state of the page, in one place: the text, the settings, the newest analysis, and what is chosen in it.

import type { Analysis, AnalyzedTopology, Example, Initial, Limits, Place, Settings, SourceText } from "./api/types";
import { Files, type Tab } from "./files.svelte";
import { START, readAddress, writeAddress, type AddressState, type View } from "./model/addressState";
import { carriedAddress } from "./model/carrying";
import { factsOf } from "./model/facts";
import { freshName, hasText } from "./model/files";
import { firstPlaceOf } from "./model/names";
import { linesOf } from "./model/places";
import { exists, isThing, sameRef, type Ref } from "./model/selection";
import { readDraft, writeDraft } from "./model/session";
import type { Target } from "./model/sight";
import { NO_VERSIONS, readVersions, type VersionChoices } from "./model/versions";
import { Runs, saveRevision } from "./runs.svelte";

/** An analysis on show, and the tabs it was made from, in the order of its file numbers. */
export interface Shown {
  id: string;
  analysis: Analysis;
  tabs: { id: number; text: string }[];
}

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

const NO_SETTINGS: Settings = { kafka_version: null, optimize: null, language: "auto", set: {}, application_id: null };

export class Bench {
  readonly files = new Files();
  settings = $state.raw<Settings>(NO_SETTINGS);
  versions = $state.raw<VersionChoices>(NO_VERSIONS);
  examples = $state.raw<Example[] | null>(null);
  shown = $state.raw<Shown | null>(null);
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

  readonly isStale = $derived(this.shown !== null && !this.isOf(this.shown));
  readonly topologyIndex = $derived(clampIndex(this.address.topology, this.shown?.analysis.topologies.length ?? 0));
  readonly topology: AnalyzedTopology | null = $derived(this.shown?.analysis.topologies[this.topologyIndex] ?? null);
  readonly chosen: Ref | null = $derived(
    this.topology !== null && this.address.chosen !== null && exists(this.topology, this.address.chosen)
      ? this.address.chosen
      : null,
  );

  private isUnkept = false;
  /** The next analysis shows where its first topology begins. */
  private isJustOpened = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly runs = new Runs({
    hasShown: () => this.shown !== null,
    onresult: (id, analysis, tabs) => this.take(id, analysis, tabs),
    onfailure: (sentence) => (this.announcement = sentence),
  });

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
    this.isJustOpened = this.files.hasMany && this.address.chosen === null;
    // Places count line ends as they were sent; a text with other line ends than the editor's is analysed anew.
    const isAsSent = files.every(({ text }) => !text.includes("\r"));
    if (initial.analysis && isAsSent) void this.runs.follow(initial.analysis, this.files.all);
    else if (!this.isEmpty) void this.analyze();
  }

  get isEmpty(): boolean {
    return this.files.isEmpty;
  }

  get run(): Runs["run"] {
    return this.runs.run;
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
    if (this.files.write(tab, text)) this.changed(TYPING_PAUSE);
  }

  rename(tab: number, name: string): void {
    if (this.files.rename(tab, name)) this.changed(TYPING_PAUSE);
  }

  addTab(): void {
    this.files.addEmpty(this.settings.language);
  }

  /** Puts files beside those that are here; one whose name is taken gets another. */
  addFiles(files: readonly SourceText[]): void {
    this.files.add(files);
    if (hasText(files)) this.changed(0);
  }

  /** Puts a whole program in the place of what is here, which can be brought back. */
  replaceBy(files: readonly SourceText[]): void {
    this.putAway = this.isEmpty ? null : { tabs: this.files.all, settings: this.settings };
    this.settings = NO_SETTINGS;
    this.address = START;
    this.setTabs(files);
    this.isJustOpened = true;
    this.changed(0);
  }

  /** Takes a file away; where there are many, only out of the bar. */
  closeTab(tab: number): void {
    if (this.files.close(tab)) this.changed(0);
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
    this.putAway = { tabs: this.files.all, settings: this.settings };
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
    if (tabs[0] !== undefined && !tabs.includes(this.files.active)) this.files.active = tabs[0];
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
    this.files.active = tab;
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
    const id = await saveRevision(this.files.written(), this.settings);
    writeDraft(null);
    history.pushState(null, "", `/a/${id}${writeAddress(this.address)}`);
    if (this.shown !== null && !this.isStale) this.shown = { ...this.shown, id };
    return id;
  }

  cancel(): void {
    this.runs.cancel();
  }

  again(): void {
    this.changed(0);
  }

  /** Keeps text and settings over a reload, as far as they have changed since. */
  keepDraft(): void {
    if (!this.isUnkept) return;
    this.isUnkept = false;
    const files = this.files.all.map(({ name, text }) => ({ name, text }));
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
    this.files.replaceBy(files);
  }

  /** Text or settings are others now: what is saved under an address is no longer what is here. */
  private changed(wait: number): void {
    clearTimeout(this.timer);
    const query = writeAddress(this.address);
    if (location.pathname !== "/") history.pushState(null, "", `/${query}`);
    else if (location.search !== query) history.replaceState(null, "", `/${query}`);
    const isLarge = this.files.all.reduce((sum, { text }) => sum + text.length, 0) > LARGE;
    this.isUnkept = true;
    if (!isLarge || wait === 0) this.keepDraft();
    if (this.isEmpty) {
      this.runs.stop();
      this.shown = null;
      this.go({ ...START });
      return;
    }
    this.timer = setTimeout(() => void this.analyze(), isLarge && wait > 0 ? LARGE_PAUSE : wait);
  }

  private async analyze(): Promise<void> {
    this.keepDraft();
    await this.runs.analyze(this.files.written(), this.settings);
  }

  /** Shows a new analysis in the place of the one before. */
  private take(id: string, analysis: Analysis, tabs: readonly Tab[]): void {
    const { topology: before, chosen } = this;
    this.shown = { id, analysis, tabs: tabs.map(({ id, text }) => ({ id, text })) };
    if (before !== null) {
      this.sought = null;
      this.go(carriedAddress(before, this.topology, this.address, chosen));
    }
    if (this.isJustOpened) {
      this.files.opened = [];
      this.showStart();
      // The bar was emptied; what is on show stands in it.
      this.files.active = this.files.active;
    }
    this.isJustOpened = false;
    this.announcement = summaryOf(analysis);
  }

  private isOf(shown: Shown): boolean {
    const written = this.files.written();
    return (
      written.length === shown.tabs.length &&
      written.every((tab, index) => tab.id === shown.tabs[index]?.id && tab.text === shown.tabs[index]?.text)
    );
  }
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
