// The state of the workbench: the text that is written here, the settings, and the analyses that follow them.

import type { Analysis, Example, Initial, Limits, Settings, SourceText } from "./api/types";
import type { Tab } from "./files.svelte";
import { Owner, draftOfEntry, newId, rememberDraft } from "./lib/ownId";
import { find, keep, remove } from "./lib/shelf";
import { START, readAddress, writeAddress, type AddressState } from "./model/addressState";
import type { Carried } from "./model/carried";
import { carriedAddress } from "./model/carrying";
import { freshName, hasText, isAnother } from "./model/files";
import { nameOf, whatOf, type Kept } from "./model/kept";
import { NO_VERSIONS, readVersions } from "./model/versions";
import { Runs, saveRevision } from "./runs.svelte";
import { Viewer, type Program } from "./viewer.svelte";

const TYPING_PAUSE = 250;
/** Letters from which on a program is sent when one stops writing, and no longer at each halt. */
const LARGE = 200_000;
const LARGE_PAUSE = 1200;

const NO_SETTINGS: Settings = { kafka_version: null, optimize: null, language: "auto", set: {}, application_id: null };

/** Wait before a draft is kept that only looks at something else. */
const LOOKING_PAUSE = 500;

export class Bench extends Viewer {
  settings = $state.raw<Settings>(NO_SETTINGS);
  examples = $state.raw<Example[] | null>(null);
  /** The program that made room for an empty page. */
  putAway = $state.raw<{ tabs: Tab[]; settings: Settings } | null>(null);
  /** Counts the programs that took the place of others here. */
  programs = $state(0);
  /** Counts what came as files or as an example, and was not written here. */
  arrivals = $state(0);
  /** Whether the browser keeps the text on this device. */
  isKept = $state(true);
  /** Nothing was written or opened yet, so the page shows what one can begin with. */
  isAtStart = $state(true);
  override readonly limits: Limits;
  /** Whether whoever looks may upload anything. */
  readonly canWrite: boolean;

  private asOpened = $state.raw<Program | null>(null);
  private isUnkept = false;
  /** Whether the draft is worth a line among the recent ones. */
  private isListed = true;
  /** The next analysis shows where its first topology begins. */
  private isJustOpened = false;
  /** The address to which what is here belongs. */
  private path = $state(location.pathname);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private keeping: ReturnType<typeof setTimeout> | undefined;
  private readonly runs = new Runs({
    hasShown: () => this.shown !== null,
    onresult: (id, analysis, tabs) => this.take(id, analysis, tabs),
    onfailure: (sentence) => (this.announcement = sentence),
  });

  constructor(
    initial: Initial,
    query: string,
    kept: Kept | null = null,
    private readonly owner: Owner = new Owner(),
  ) {
    super(query);
    this.versions = initial.versions ? readVersions(initial.versions) : NO_VERSIONS;
    this.examples = initial.examples ?? null;
    this.limits = initial.limits;
    this.canWrite = initial.can_write ?? true;
    this.revision = initial.revision ?? null;
    const program = initial.analysis ? { files: initial.files ?? [], settings: initial.settings } : kept?.program;
    this.put(program?.files ?? [], program?.settings);
    this.isListed = kept?.isListed ?? true;
    this.isJustOpened = this.files.hasMany && this.address.chosen === null;
    // Places count line ends as they were sent; a text with other line ends than the editor's is analysed anew.
    const isAsSent = (program?.files ?? []).every(({ text }) => !text.includes("\r"));
    if (initial.analysis && isAsSent) void this.runs.follow(initial.analysis, this.files.all);
    else if (!this.isEmpty) void this.analyze();
    if (!initial.analysis) history.replaceState({ draft: owner.id }, "");
  }

  /** Whether there is nothing to show; what is written on the start page is not meant to be shown yet. */
  get isEmpty(): boolean {
    return this.isAtStart || this.files.isEmpty;
  }

  override get program(): Program {
    return { files: this.files.written().map(({ name, text }) => ({ name, text })), settings: $state.snapshot(this.settings) };
  }

  /** Where the server keeps what is here; null for what it does not keep. */
  get kept(): string | null {
    return this.path === "/" ? null : this.path;
  }

  override get opened(): Program | null {
    return this.asOpened;
  }

  get run(): Runs["run"] {
    return this.runs.run;
  }

  setText(tab: number, text: string): void {
    const before = this.files.all.find(({ id }) => id === tab)?.text ?? "";
    const isNew = this.files.written().length === 1 && isAnother(before, text);
    // What another program takes the place of stays a draft of its own.
    if (isNew) {
      const compared = this.compared();
      this.beginDraft();
      this.address = { ...this.address, ...compared };
      this.settings = { ...this.settings, set: {} };
    }
    if (!this.files.write(tab, text)) return;
    if (isNew || (before.trim() === "" && text.trim().includes("\n"))) this.asOpened = this.program;
    this.changed(TYPING_PAUSE);
  }

  /** Keeps what is written on the start page, which nobody wants to see analysed yet. */
  note(text: string): void {
    if (!this.files.write(this.files.active, text)) return;
    if (this.owner.id === null && !this.files.isEmpty) this.own(newId());
    history.replaceState({ draft: this.owner.id }, "");
    this.isUnkept = true;
    this.keepDraft();
  }

  /** Leaves the start page with what was written or pasted there. */
  begin(): void {
    this.asOpened = this.program;
    if (!this.files.isEmpty) this.changed(0);
  }

  rename(tab: number, name: string): void {
    if (this.files.rename(tab, name)) this.changed(TYPING_PAUSE);
  }

  addTab(): void {
    this.files.addEmpty(this.settings.language);
  }

  /** Puts files beside those that are here. Gives the names of which there is another text now; those can be brought back. */
  addFiles(files: readonly SourceText[]): string[] {
    const before = this.files.written();
    const old = new Map(before.map(({ name, text }) => [name, text]));
    this.arrivals += 1;
    this.isJustOpened ||= this.isEmpty;
    this.files.add(files);
    const now = new Map(this.files.all.map(({ name, text }) => [name, text]));
    const replaced = [...old].filter(([name, text]) => now.get(name) !== text).map(([name]) => name);
    if (replaced.length > 0) this.putAway = { tabs: before, settings: this.settings };
    if (hasText(files)) this.changed(0);
    return replaced;
  }

  /** Puts a whole program in the place of what is here, which can be brought back. */
  replaceBy(files: readonly SourceText[]): void {
    this.arrivals += 1;
    this.putAway = this.isEmpty ? null : { tabs: this.files.all, settings: this.settings };
    this.beginDraft();
    this.settings = NO_SETTINGS;
    this.setTabs(files);
    this.isJustOpened = true;
    this.changed(0);
  }

  /** Takes a file away; where there are many, only out of the bar. */
  closeTab(tab: number): void {
    if (this.files.close(tab)) this.changed(0);
  }

  override change(settings: Partial<Settings>): void {
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
    this.beginDraft();
    this.isListed = false;
    this.settings = { ...NO_SETTINGS, kafka_version: example.kafka_version, optimize: example.optimize };
    const name = example.name ?? freshName(example.language, []);
    this.setTabs([{ name, text: example.text }]);
    if (example.old) this.address = readAddress(`view=compare&other=example:${example.id}`);
    if (example.tasks && !example.run) this.address = readAddress(`view=tasks&${example.tasks}`);
    if (example.run) {
      const { configuration, records, steps } = example.run;
      const address = readAddress(`view=run&run=1&${example.tasks ?? ""}&story=${example.id}&event=${steps[0]?.number ?? 0}`);
      this.address = { ...address, simulation: { ...address.simulation, configuration, records } };
    }
    this.changed(0, false);
    this.announcement = `Example: ${example.title}`;
  }

  /** Opens what a link carries in itself. */
  openCarried({ files, settings }: Carried): void {
    this.arrivals += 1;
    this.beginDraft();
    this.settings = { ...NO_SETTINGS, ...settings };
    this.setTabs(files);
    this.isJustOpened = files.length > 1;
    this.changed(0);
    this.announcement = "The program of the link is here.";
  }

  /** Makes room for another program; the one that was there can be brought back. */
  clear(): void {
    this.putAway = { tabs: this.files.all, settings: this.settings };
    this.beginDraft();
    this.settings = { ...NO_SETTINGS, kafka_version: this.settings.kafka_version };
    this.setTabs([]);
    this.isAtStart = true;
    this.changed(0);
  }

  bringBack(): void {
    if (this.putAway === null) return;
    const { tabs, settings } = this.putAway;
    this.putAway = null;
    this.beginDraft();
    this.settings = settings;
    this.setTabs(tabs);
    this.changed(0);
  }

  /** Opens a draft of this device. What another page is writing is copied. */
  async openKept({ id, program, address }: Kept): Promise<void> {
    if (program === null) return;
    this.keepDraft();
    const own = (await this.owner.isElsewhere(id)) ? newId() : id;
    history.pushState({ draft: own }, "", address);
    this.restore(own, program, readAddress(location.search));
  }

  /** Saves text and settings as a revision and gives its id; the address becomes its own. Throws Trouble. */
  async save(): Promise<string> {
    const id = await saveRevision(this.files.written(), this.settings);
    const path = `/a/${id}`;
    this.isListed = false; // what is saved is listed instead
    this.isUnkept = true;
    this.keepDraft();
    this.isListed = true;
    history.pushState(null, "", `${path}${writeAddress(this.address)}`);
    if (this.path !== path) this.revision = null;
    this.path = path;
    this.beginNext();
    if (this.shown !== null && !this.isStale) this.shown = { ...this.shown, id };
    this.keepSaved(id);
    return id;
  }

  cancel(): void {
    this.runs.cancel();
  }

  again(): void {
    this.changed(0);
  }

  /** Keeps text, settings and address on this device, as far as they have changed since. */
  keepDraft(): void {
    clearTimeout(this.keeping);
    const { id } = this.owner;
    if (!this.isUnkept || id === null) return;
    this.isUnkept = false;
    if (this.files.isEmpty) return void remove(id);
    const analysis = this.isStale ? null : (this.shown?.analysis ?? null);
    const files = this.files.all.map(({ name, text }) => ({ name, text }));
    void keep({
      ...this.described(analysis),
      id,
      kind: "draft",
      isListed: this.isListed,
      program: { files, settings: $state.snapshot(this.settings) },
      address: `/${writeAddress(this.address)}`,
    }).then((isKept) => (this.isKept = isKept));
  }

  override go(change: Partial<AddressState>, isStep = false): void {
    super.go(change, isStep);
    if (this.owner.id === null) return;
    this.isUnkept = true;
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => this.keepDraft(), LOOKING_PAUSE);
  }

  /** Shows what belongs to the address after back and forward: never one program under the address of another. */
  override readLocation(): void {
    const id = location.pathname === "/" ? draftOfEntry() : null;
    if (location.pathname === this.path && id === this.owner.id) return super.readLocation();
    this.keepDraft();
    // The server has the text that belongs to a saved address.
    if (location.pathname !== "/") return location.reload();
    const query = location.search;
    void (id === null ? Promise.resolve(null) : find(id)).then((kept) => {
      if (location.search !== query || draftOfEntry() !== id) return;
      this.restore(id, kept?.program ?? null, readAddress(query));
      this.isListed = kept?.isListed ?? true;
    });
  }

  /** Puts a kept program in the place of what is here. */
  private restore(id: string | null, program: Kept["program"], address: AddressState): void {
    clearTimeout(this.timer);
    this.own(id);
    this.path = "/";
    this.revision = null;
    this.beginAnother();
    this.address = address;
    this.put(program?.files ?? [], program?.settings ?? NO_SETTINGS);
    if (this.isEmpty) this.runs.stop();
    else void this.analyze();
  }

  /** Puts files and settings here, without a word to server or history. */
  private put(files: readonly SourceText[], settings: Settings | null | undefined): void {
    if (settings) this.settings = { ...NO_SETTINGS, ...settings, language: settings.language || "auto" };
    this.setTabs(files);
    this.isAtStart = this.files.isEmpty;
  }

  private setTabs(files: readonly SourceText[]): void {
    this.programs += 1;
    this.files.replaceBy(files.length > 0 ? files : [{ name: freshName("auto", []), text: "" }]);
    this.asOpened = files.length > 0 ? this.program : null;
  }

  /** The version beside the text stays while that is replaced: one looks at what the next one changes. */
  private compared(): Partial<AddressState> {
    const { view, change } = this.address;
    return view === "compare" && change.other !== null && change.other.kind !== "same" ? { view, change } : {};
  }

  /** Nothing of the program before is said of the next one. */
  private beginAnother(): void {
    this.programs += 1;
    this.shown = null;
    this.jump = null;
    this.sought = null;
    this.desk = null;
    this.simulation?.cancel();
    this.simulation = null;
    this.compare = null;
    this.address = START;
  }

  /** Another program comes, whose text is kept beside that of the one before. */
  private beginDraft(): void {
    this.keepDraft();
    this.beginNext();
    this.beginAnother();
    this.isListed = true;
  }

  /** The next change begins a draft of its own. */
  private beginNext(): void {
    this.own(null);
    this.isUnkept = false;
  }

  private own(id: string | null): void {
    this.owner.id = id;
    rememberDraft(id);
  }

  /** Text or settings are others now: what is saved under an address is no longer what is here. */
  private changed(wait: number, isOwn = true): void {
    clearTimeout(this.timer);
    if (isOwn) this.isListed = true;
    if (!this.files.isEmpty) this.isAtStart = false;
    if (this.owner.id === null && !this.files.isEmpty) this.own(newId());
    const query = writeAddress(this.address);
    const isSame = location.pathname === "/" && (draftOfEntry() ?? null) === this.owner.id;
    if (!isSame) history.pushState({ draft: this.owner.id }, "", `/${query}`);
    else if (location.search !== query) history.replaceState(history.state, "", `/${query}`);
    this.path = "/";
    this.revision = null;
    const isLarge = this.files.all.reduce((sum, { text }) => sum + text.length, 0) > LARGE;
    this.isUnkept = true;
    if (!isLarge || wait === 0) this.keepDraft();
    if (this.isEmpty) {
      this.runs.stop();
      this.shown = null;
      this.go({ ...START, ...this.compared() });
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
    if (this.path !== "/") return this.keepSaved(id);
    // Its name is known now.
    this.isUnkept = this.owner.id !== null;
    this.keepDraft();
  }

  /** Lists a saved analysis on this device; its text stays on the server. */
  private keepSaved(id: string): void {
    const path = `/a/${id}`;
    const what = this.described(this.shown?.analysis ?? null);
    void keep({ ...what, id: path, kind: "analysis", isListed: true, program: null, address: path });
  }

  private described(analysis: Analysis | null): Pick<Kept, "name" | "what" | "fileCount" | "when"> {
    const files = this.files.written();
    return { name: nameOf(files, analysis), what: analysis === null ? "" : whatOf(analysis), fileCount: files.length, when: Date.now() };
  }
}

function summaryOf(analysis: Analysis): string {
  const topology = analysis.topologies[0];
  if (topology === undefined) return "Done: no topology was found.";
  const count = topology.topology?.sub_topologies.length ?? 0;
  return `Done: ${count} ${count === 1 ? "sub-topology" : "sub-topologies"}.`;
}
