// The state of the workbench: the text that is written here, the settings, and the analyses that follow them.

import type { Analysis, Example, Initial, Limits, Settings, SourceText } from "./api/types";
import type { Tab } from "./files.svelte";
import { START, writeAddress } from "./model/addressState";
import { carriedAddress } from "./model/carrying";
import { freshName, hasText } from "./model/files";
import { readDraft, writeDraft } from "./model/session";
import { NO_VERSIONS, readVersions, type VersionChoices } from "./model/versions";
import { Runs, saveRevision } from "./runs.svelte";
import { Viewer } from "./viewer.svelte";

const TYPING_PAUSE = 250;
/** Letters from which on a program is sent when one stops writing, and no longer at each halt. */
const LARGE = 200_000;
const LARGE_PAUSE = 1200;

const NO_SETTINGS: Settings = { kafka_version: null, optimize: null, language: "auto", set: {}, application_id: null };

export class Bench extends Viewer {
  settings = $state.raw<Settings>(NO_SETTINGS);
  versions = $state.raw<VersionChoices>(NO_VERSIONS);
  examples = $state.raw<Example[] | null>(null);
  /** The program that made room for an empty page. */
  putAway = $state.raw<{ tabs: Tab[]; settings: Settings } | null>(null);
  /** Counts the programs that took the place of others here. */
  programs = $state(0);
  /** Counts what came as files or as an example, and was not written here. */
  arrivals = $state(0);
  /** Whether the browser keeps the text over a reload. */
  isKept = $state(true);
  readonly limits: Limits;

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
    super(query);
    this.versions = initial.versions ? readVersions(initial.versions) : NO_VERSIONS;
    this.examples = initial.examples ?? null;
    this.limits = initial.limits;
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
    this.arrivals += 1;
    this.files.add(files);
    if (hasText(files)) this.changed(0);
  }

  /** Puts a whole program in the place of what is here, which can be brought back. */
  replaceBy(files: readonly SourceText[]): void {
    this.arrivals += 1;
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
    this.arrivals += 1;
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

  bringBack(): void {
    if (this.putAway === null) return;
    const { tabs, settings } = this.putAway;
    this.putAway = null;
    this.settings = settings;
    this.setTabs(tabs);
    this.changed(0);
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
}

function summaryOf(analysis: Analysis): string {
  const topology = analysis.topologies[0];
  if (topology === undefined) return "Done: no topology was found.";
  const count = topology.topology?.sub_topologies.length ?? 0;
  return `Done: ${count} ${count === 1 ? "sub-topology" : "sub-topologies"}.`;
}
