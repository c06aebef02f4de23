// An analysis on show: what of it is seen and chosen, in the editor's page and in a shared one alike.

import { formAddress, type Form } from "./api/client";
import type { SharedScenario } from "./api/scenarioTypes";
import type { SharedSimulation } from "./api/simulationTypes";
import type { SharedAssignment } from "./api/taskTypes";
import type { SharedComparison } from "./api/compareTypes";
import type { Analysis, AnalyzedTopology, Limits, Place, Settings, SourceText, ProjectRevision } from "./api/types";
import { Files } from "./files.svelte";
import { START, readAddress, writeAddress, type AddressState, type View } from "./model/addressState";
import { factsOf } from "./model/facts";
import { nameOfTopology } from "./model/kept";
import { firstPlaceOf } from "./model/names";
import { linesOf } from "./model/places";
import { exists, isThing, sameRef, type Ref } from "./model/selection";
import type { Target } from "./model/sight";
import { NO_VERSIONS, type VersionChoices } from "./model/versions";
import type { CompareDesk } from "./compare.svelte";
import type { SimulationDesk } from "./simulation.svelte";
import type { TasksDesk } from "./tasks.svelte";

/** An analysis on show, and the tabs it was made from, in the order of its file numbers. */
export interface Shown {
  id: string;
  analysis: Analysis;
  tabs: { id: number; text: string }[];
}

/** Files and how they are read. */
export interface Program {
  files: readonly SourceText[];
  settings: Settings;
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

export class Viewer {
  readonly files = new Files();
  /** Neither text nor settings can be changed here. */
  readonly isOnlyRead: boolean = false;
  /** How much can be sent at once, where anything can. */
  readonly limits: Limits | null = null;
  shown = $state.raw<Shown | null>(null);
  address = $state.raw<AddressState>(START);
  /** A line that the editor should show; a new object each time. */
  jump = $state.raw<Jump | null>(null);
  sought = $state.raw<Sought | null>(null);
  versions = $state.raw<VersionChoices>(NO_VERSIONS);
  /** What is asked about tasks, as soon as somebody looks there. */
  desk = $state.raw<TasksDesk | null>(null);
  /** What is run, as soon as somebody looks there. */
  simulation = $state.raw<SimulationDesk | null>(null);
  /** The revision of a project that is on show, with the notes of the project; null where that is none. */
  revision = $state.raw<ProjectRevision | null>(null);
  /** What is compared, as soon as somebody looks there. */
  compare = $state.raw<CompareDesk | null>(null);
  /** What the page has just done, for those who hear it. */
  announcement = $state("");

  readonly isStale = $derived(this.shown !== null && !this.isOf(this.shown));
  readonly topologyIndex = $derived(clampIndex(this.address.topology, this.shown?.analysis.topologies.length ?? 0));
  readonly topology: AnalyzedTopology | null = $derived(this.shown?.analysis.topologies[this.topologyIndex] ?? null);
  /** What the topology on show is called: by its program or, without a name of its own, by its file. */
  readonly title = $derived(this.topology === null ? "" : nameOfTopology(this.topology, this.files.written()));
  readonly chosen: Ref | null = $derived(
    this.topology !== null && this.address.chosen !== null && exists(this.topology, this.address.chosen)
      ? this.address.chosen
      : null,
  );

  constructor(query: string) {
    this.address = this.read(query);
    if (this.address.chosen !== null) this.sought = { target: this.address.chosen, how: "open" };
  }

  /** Where the server gives a topology in some form; the question is that of the view. */
  formAddress(form: Form, question: Record<string, string>, index: number): string {
    return this.shown === null ? "" : formAddress(this.shown.id, form, question, index);
  }

  /** Who gets which task, or what happens to them, where a link shows that. */
  get sharedTasks(): SharedAssignment | SharedScenario | null {
    return null;
  }

  /** What happens to records, where a link shows that. */
  get sharedRun(): SharedSimulation | null {
    return null;
  }

  /** What changes between two versions, where a link shows that. */
  get sharedChange(): SharedComparison | null {
    return null;
  }

  /** What is written here, with its settings, where it can be changed. */
  get program(): Program | null {
    return null;
  }

  /** The same as it was when it came here. */
  get opened(): Program | null {
    return null;
  }

  /** Other settings for what is written here, where it can be changed. */
  change(_settings: Partial<Settings>): void {}

  /** Where the server has the picture of an answer. */
  taskPictureBase({ url }: { url: string }): string {
    return `${url}/picture.svg`;
  }

  /** Where the server has the events of a run, its lanes, and its trace as a file. */
  simulationAddress({ url }: { url: string }, part: string): string {
    return `${url}/${part}`;
  }

  /** Where the server has a comparison as a file: its picture in a form, or change.md, change.txt and change.json. */
  changeAddress({ url }: { url: string }, file: string): string {
    return file.startsWith("change.") ? `${url}/${file}` : `${url}/picture.${file}`;
  }

  /** The tab with this file number of the shown analysis. */
  tabOfFile(file: number): number | null {
    return this.shown?.tabs[file]?.id ?? null;
  }

  fileOfTab(tab: number): number | null {
    const file = this.shown?.tabs.findIndex(({ id }) => id === tab) ?? -1;
    return file < 0 ? null : file;
  }

  /** Shows another view or chooses something in it; `isStep` puts it into the browser's history. */
  go(change: Partial<AddressState>, isStep = false): void {
    const next = { ...this.address, ...change };
    const query = this.write(next);
    if (query === this.write(this.address)) {
      this.address = next;
      return;
    }
    this.address = next;
    const where = `${location.pathname}${query}`;
    if (isStep) history.pushState(history.state, "", where);
    else history.replaceState(history.state, "", where);
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

  /** Another step of the optimizer, or another event of a run. */
  moveStep(by: 1 | -1): void {
    if (this.address.view === "run") return this.simulation?.step(by);
    const count = this.topology?.plan?.steps.length ?? 0;
    if (count === 0) return;
    if (this.address.view !== "steps") return this.showView("steps");
    this.go({ step: Math.min(Math.max(this.address.step + by, 0), count - 1) });
  }

  /** Shows another part, and there what is chosen. */
  show(change: Partial<AddressState>): void {
    this.go(change, true);
    if (this.chosen !== null) this.sought ??= { target: this.chosen, how: "glance" };
  }

  /** Chooses something, which comes into sight unless it was chosen where it is. */
  choose(chosen: Ref | null, isInSight = false): void {
    if (!sameRef(chosen, this.address.chosen) || this.address.pick !== null) this.go({ chosen, chosenTask: null, pick: null });
    this.sought = chosen === null || isInSight ? null : { target: chosen, how: "open" };
    this.jump = null;
    const places = this.topology ? linesOf(this.topology, chosen).filter(({ isCaller }) => !isCaller) : [];
    const tabs = places.flatMap(({ file }) => this.tabOfFile(file) ?? []);
    if (tabs[0] !== undefined && !tabs.includes(this.files.active)) this.files.active = tabs[0];
  }

  /** Lets go of what is chosen, and when nothing is, of the filter. */
  letGo(): void {
    if (this.address.view === "compare" && this.address.pick !== null) this.go({ pick: null, chosen: null });
    else if (this.address.view === "tasks" && this.address.chosenTask !== null) this.go({ chosenTask: null });
    else if (this.address.chosen !== null) this.choose(null);
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

  /** Takes over what back and forward put into the address. */
  readLocation(): void {
    this.address = this.read(location.search);
  }

  /** How the page reads and writes its address. */
  protected read(query: string): AddressState {
    return readAddress(query);
  }

  protected write(state: AddressState): string {
    return writeAddress(state);
  }

  protected showStart(): void {
    const at = this.topology && firstPlaceOf(this.topology);
    if (at) this.showLine(at.file_id, at.line, true);
  }

  private isOf(shown: Shown): boolean {
    const written = this.files.written();
    return (
      written.length === shown.tabs.length &&
      written.every((tab, index) => tab.id === shown.tabs[index]?.id && tab.text === shown.tabs[index]?.text)
    );
  }
}

function clampIndex(index: number, length: number): number {
  return Math.min(Math.max(index, 0), Math.max(length - 1, 0));
}
