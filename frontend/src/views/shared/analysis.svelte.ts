// The state of a shared page: an analysis that somebody else made, which is looked at and never changed.

import { formQuery, type Form } from "../../api/client";
import type { SharedComparison } from "../../api/compareTypes";
import type { SharedScenario } from "../../api/scenarioTypes";
import type { SharedSimulation } from "../../api/simulationTypes";
import type { SharedAssignment } from "../../api/taskTypes";
import type { SharedDocument } from "../../api/types";
import { writeAddress, type AddressState, type View } from "../../model/addressState";
import { placeOnSharedPage } from "../../model/explanations";
import { readPlace, readSharedAddress, writeSharedAddress } from "../../model/sharedAddress";
import { saveRevision } from "../../runs.svelte";
import { Viewer } from "../../viewer.svelte";

export class SharedAnalysis extends Viewer {
  override readonly isOnlyRead = true;
  /** Id of the explanation that the address led to; a new object each time. */
  part = $state.raw<{ id: string } | null>(null);

  dialog = $state<"help" | null>(null);

  constructor(
    readonly document: SharedDocument,
    /** Where the link leads: `/s/TOKEN`. */
    readonly link: string,
    where: { search: string; hash: string },
  ) {
    super(where.search);
    // The address was read before it was known what the link shows.
    this.address = this.read(where.search);
    this.files.replaceBy(document.files);
    const tabs = this.files.all.map(({ id, text }) => ({ id, text }));
    const asked = this.sharedTasks ?? this.sharedRun ?? this.sharedChange;
    if (asked !== null) this.address = { ...this.address, topology: asked.topology };
    this.shown = { id: link, analysis: document.result, tabs };
    if (this.chosen === null) this.goToPlace(where.hash);
    else this.sought = { target: this.chosen, how: "find" };
    if (this.jump === null) this.showStart();
  }

  override formAddress(form: Form, question: Record<string, string>, index: number): string {
    return `${this.link}.${form}?${formQuery(question, index)}`;
  }

  /** Goes where the end of an address leads, which the page as text has too. */
  goToPlace(hash: string): void {
    const place = readPlace(hash, this.document.result);
    if (place === null) return;
    this.go(place.change);
    if (place.change.chosen) this.sought = { target: place.change.chosen, how: "find" };
    this.part = place.part;
    if (place.line !== null) this.showLine(place.line.file, place.line.line);
  }

  /** The address of what is on show; without scripts it leads to the reason of what is chosen. */
  addressOfThis(): string {
    const place = this.topology === null ? "" : placeOnSharedPage(this.topology, this.topologyIndex, this.chosen);
    return `${location.origin}${this.link}${writeSharedAddress(this.address)}${place}`;
  }

  /** Where the same stands as text. */
  addressToRead(place: string): string {
    const query = writeSharedAddress(this.address);
    return `${this.link}${query === "" ? "?" : `${query}&`}as=page${place}`;
  }

  /** Makes an analysis of the visitor's own from a copy, and gives its address. Throws Trouble. */
  async copyForEditing(): Promise<string> {
    const id = await saveRevision(this.document.files, this.document.settings);
    return `/a/${id}${writeAddress(this.address)}`;
  }

  /** Whether offsets in the analysis are those of this file on the page, whose line ends are all alike. */
  hasOffsets(file: number): boolean {
    return this.document.files[file]?.text.includes("\r") === false;
  }

  override get sharedTasks(): SharedAssignment | SharedScenario | null {
    return this.document?.scenario ?? this.document?.assignment ?? null;
  }

  override get sharedRun(): SharedSimulation | null {
    return this.document?.simulation ?? null;
  }

  override simulationAddress(_document: { url: string }, part: string): string {
    return `${this.link}/simulation/${part}${part.includes(".") ? "" : ".json"}`;
  }

  override get sharedChange(): SharedComparison | null {
    return this.document?.comparison ?? null;
  }

  override changeAddress(_document: { url: string }, file: string): string {
    return file.startsWith("change.") ? `${this.link}/${file}` : `${this.link}/comparison.${file}`;
  }

  override taskPictureBase(): string {
    return `${this.link}/tasks.svg`;
  }

  /** What the link shows where its address does not say it. */
  private get first(): View {
    if (this.sharedTasks !== null) return "tasks";
    if (this.sharedRun !== null) return "run";
    // Of a revision, its program comes first; what changed with it stands beside that.
    return this.sharedChange !== null && !this.document.revision ? "compare" : "topology";
  }

  protected override read(query: string): AddressState {
    const state = readSharedAddress(query);
    const isSaid = new URLSearchParams(query).has("view");
    if (!isSaid) return { ...state, view: this.first === "topology" ? state.view : this.first };
    const isMissing = (state.view === "compare" && this.sharedChange === null) || (state.view === "run" && this.sharedRun === null);
    return isMissing ? { ...state, view: "topology" } : state;
  }

  protected override write(state: AddressState): string {
    const query = writeSharedAddress(state);
    if (this.first === "topology") return query;
    // What such a link shows first are tasks, a run or a change.
    if (state.view === "topology") return query === "" ? "?view=topology" : `${query}&view=topology`;
    return query;
  }
}
