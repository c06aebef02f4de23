// The state of the view of a run: what the server says of what is asked, which of its events is on show, and which interval.

import { Trouble, askSimulation, cancelAnswer, fetchEventState, fetchEvents, fetchLanes } from "./api/client";
import type { EventState, EventsPage, Lanes, SharedSimulation, Simulation, SimulationDocument, SimulationEvent } from "./api/simulationTypes";
import { cancellable } from "./lib/cancelling";
import { shortened, wholeText } from "./lib/pastes";
import { count } from "./model/lagWords";
import type { AddressState } from "./model/addressState";
import { EVERY_EVENT, type AskedSimulation, type EventFilter } from "./model/simulation/asked";
import { fewPartitions } from "./model/simulation/beginning";
import { withLook } from "./model/simulation/setup";
import { beginning, keyOfQuestion, placeOf, saidAt, simulationQuestion, type Place } from "./model/simulation/question";
import { exactTime } from "./model/simulation/times";
import { hasCounts, type AskedTasks } from "./model/tasks/asked";
import type { Waiting } from "./tasks.svelte";
import type { Viewer } from "./viewer.svelte";

/** Why there is no new answer, and where in the form that lies. */
export interface RunRefused {
  place: Place | null;
  isCancelled?: boolean;
  sentence: string;
  nextStep: string;
}

/** What was looked for and is not there. */
export interface Missed {
  at: "lanes" | "steps";
  sentence: string;
}

const CANCELLED = new Error("the visitor cancelled it");
const PASTED_ELSEWHERE = { place: null, sentence: "The text that was pasted is kept on the device where that was done.", nextStep: "Paste it again." };
/** How many events are fetched before and behind the one on show. */
const BEFORE = 60;
const BEHIND = 140;
/** As soon as the one on show is so near to an end of the list, more are fetched. */
const NEAR = 20;
const MOST_LISTED = 1_200;

type Document = Pick<SimulationDocument, "id" | "url">;

export class SimulationDesk {
  /** What is on show; it stays until there is something newer. */
  answer = $state.raw<{ document: Document; result: Simulation; key: string } | null>(null);
  refused = $state.raw<RunRefused | null>(null);
  waiting = $state.raw<Waiting | null>(null);
  lanes = $state.raw<Lanes | null>(null);
  /** Why the lanes are not there, in a sentence. */
  lanesTrouble = $state("");
  /** Events in a row, as far as they are here; those that the filter leaves. */
  list = $state.raw<readonly SimulationEvent[]>([]);
  listTrouble = $state("");
  private ends = $state.raw<Pick<EventsPage, "before" | "after">>({ before: null, after: null });
  /** The event on show, which the filter need not leave. */
  event = $state.raw<SimulationEvent | null>(null);
  /** What the tasks of an event have just after it, and of which event that is. */
  after = $state.raw<EventState | null>(null);
  /** Why a press led nowhere, and where it was pressed. */
  missed = $state.raw<Missed | null>(null);
  /** Over when the server knows what the visitor cancelled last. */
  private ended: Promise<unknown> = Promise.resolve();
  private control: AbortController | null = null;
  private isFetching = false;

  readonly result = $derived(this.answer?.result ?? null);
  readonly summary = $derived(this.result?.summary ?? null);
  readonly trace = $derived(this.result?.trace ?? null);
  /** How many events can be looked at. */
  readonly stored = $derived(this.trace?.stored ?? 0);
  /** All of the time, in ms. */
  readonly whole = $derived(Math.max(Math.ceil(this.trace?.last_ms ?? this.summary?.ended_ms ?? 0), 1));
  readonly span: readonly [number, number] = $derived(this.simulation.span ?? [0, this.whole]);
  readonly isFiltered = $derived(Object.values(this.simulation.only).some((value) => value !== ""));
  readonly index = $derived(this.event === null ? -1 : this.list.findIndex(({ number }) => number === this.event?.number));
  readonly hasBefore = $derived(this.index > 0 || this.ends.before !== null);
  readonly hasBehind = $derived(this.index < this.list.length - 1 || this.ends.after !== null);
  /** The form says something else by now. */
  readonly isStale = $derived(this.answer !== null && this.answer.key !== this.key);

  constructor(
    readonly viewer: Viewer,
    /** What a link shows, where nothing can be asked. */
    shared: SharedSimulation | null = null,
  ) {
    if (shared !== null) this.answer = { document: { id: "", url: "" }, result: shared.result, key: "" };
  }

  get asked(): AskedTasks {
    return this.viewer.address.asked;
  }

  get simulation(): AskedSimulation {
    return this.viewer.address.simulation;
  }

  /** What the fields of counts and instances show of an answer; here they show what was asked. */
  get assignment(): null {
    return null;
  }

  private get key(): string {
    return keyOfQuestion(this.viewer.shown?.id ?? "", this.viewer.topologyIndex, this.viewer.address);
  }

  private address(part: string): string {
    return this.answer === null ? "" : this.viewer.simulationAddress(this.answer.document, part);
  }

  get traceAddress(): string {
    return this.address("trace.jsonl");
  }

  get summaryAddress(): string {
    return this.address("summary.md");
  }

  /** Other counts or instances. */
  change(asked: Partial<AskedTasks>): void {
    // The numbers of a story are those of what it was written for.
    this.viewer.go({ asked: { ...this.asked, ...asked }, simulation: { ...this.simulation, story: null } });
  }

  /** Another configuration or other records. */
  set(simulation: Partial<AskedSimulation>, isStep = false): void {
    const isOther = "configuration" in simulation || "records" in simulation;
    this.viewer.go({ simulation: { ...this.simulation, ...simulation, ...(isOther ? { story: null } : {}) } }, isStep);
  }

  /** Runs what stands in the form; what is not said there is filled in with what shows something. */
  async run(isAgain = false, look: Partial<AskedSimulation> = isAgain ? {} : { event: null, span: null, only: EVERY_EVENT }): Promise<void> {
    const { shown, topology, topologyIndex } = this.viewer;
    if (shown === null || topology === null) return;
    this.cancel();
    const asked = hasCounts(this.asked) ? this.asked : { ...this.asked, counts: fewPartitions(topology) };
    this.viewer.go({ asked, simulation: { ...this.simulation, ...look, isRun: true } }, !isAgain);
    const control = new AbortController();
    this.control = control;
    this.refused = null;
    const { key } = this;
    try {
      const whole = await withTexts(this.viewer.address);
      if (control.signal.aborted) return;
      if (whole === null) return this.refuse(PASTED_ELSEWHERE);
      const document = await this.played(shown.id, topologyIndex, simulationQuestion(topology, whole), control.signal);
      if (control.signal.aborted) return;
      if (document === null) return this.refuse({ place: null, sentence: "It was cancelled before its end.", nextStep: "", isCancelled: true });
      if (!document.result) return this.refuseBy(document);
      this.show(document, document.result, key);
    } catch (error) {
      if (control.signal.aborted) return;
      if (!(error instanceof Trouble)) throw error;
      const [first] = error.errors;
      if (first?.field === "records") return this.refuse({ place: { kind: "records", line: null }, sentence: first.detail, nextStep: "" });
      if (first?.field === "configuration") return this.refuse({ place: { kind: "configuration", line: null }, sentence: first.detail, nextStep: "" });
      this.refuse({ place: null, sentence: `${error.title}. ${error.detail}`, nextStep: error.nextStep });
    }
  }

  /** Runs the same, with an event for each node that a record reaches in the interval on show, and goes there. */
  async lookCloser(): Promise<void> {
    const { topology } = this.viewer;
    const { configuration } = this.simulation;
    const text = configuration === null ? topology && beginning(topology, this.asked) : await wholeText(configuration);
    if (text === null) return;
    const [from, to] = this.span;
    await this.run(true, { configuration: shortened(withLook(text, from, to)), event: null, story: null });
    if (!this.isStale && this.refused === null) await this.goToTime(from);
  }

  /** Ends what is being worked on. */
  cancel(): void {
    this.waiting?.cancel();
    this.control?.abort(new Error("something newer is asked"));
  }

  /** Shows another event: by its number, or by where it stands. */
  goTo(number: number): void {
    this.missed = null;
    this.set({ event: Math.min(Math.max(number, 0), Math.max(this.stored - 1, 0)) });
  }

  /** Shows the next event or the one before, of those that the filter leaves. */
  step(by: 1 | -1): void {
    const next = this.list[this.index + by];
    if (next !== undefined) return this.tell(next);
    void this.jump(by, this.simulation.only);
  }

  /** Goes to the first or last event that the filter leaves. */
  async goToEnd(end: "first" | "last"): Promise<void> {
    const asked = end === "first" ? {} : { before: String(this.stored) };
    await this.seek({ ...asked, ...filterQuery(this.simulation.only) }, { at: "steps", sentence: "There is no such event." });
  }

  /** Goes to the next event of a kind, of a task … in one direction. */
  async jump(direction: 1 | -1, only: Partial<EventFilter>): Promise<void> {
    const from = this.event?.number ?? -1;
    const sentence = `There is no such event ${direction > 0 ? "after" : "before"} this one.`;
    await this.seek({ [direction > 0 ? "after" : "before"]: String(from), ...filterQuery(only) }, { at: "steps", sentence });
  }

  /** Goes to the first event at or after a time, in ms; `at` is where that was pressed. */
  async goToTime(ms: number, at: Missed["at"] = "steps"): Promise<void> {
    const isFirst = this.isFiltered ? "event that the filter leaves" : "event";
    await this.seek({ from_ms: String(Math.round(ms)), ...filterQuery(this.simulation.only) }, { at, sentence: `There is no ${isFirst} at ${exactTime(ms)} or later.` });
  }

  /** Which events are listed and stepped through; the one on show goes to the first of them. */
  async filter(only: EventFilter): Promise<void> {
    this.missed = null;
    this.set({ only });
    const { event } = this;
    const query = filterQuery(only);
    if (event !== null && Object.keys(query).length > 0) await this.seek({ after: String(event.number - 1), ...query }, { at: "steps", sentence: "There is no event that the filter leaves." }, query);
  }

  /** Keeps the lanes of the interval on show, in at most so many spans. */
  async followLanes(width: number, signal: AbortSignal): Promise<void> {
    const [from, to] = this.span;
    try {
      const lanes = await fetchLanes(this.address("lanes"), { from_ms: String(from), to_ms: String(to), width: String(width) }, signal);
      if (signal.aborted) return;
      this.lanes = lanes;
      this.lanesTrouble = "";
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Trouble)) throw error;
      this.lanesTrouble = error.detail;
    }
  }

  /** Keeps events around the one on show, and that one itself. */
  async followEvents(number: number | null, only: EventFilter, isOther: boolean, signal: AbortSignal): Promise<void> {
    const known = isOther ? undefined : this.list.find((one) => one.number === number);
    if (known !== undefined) {
      this.event = known;
      return this.more(signal);
    }
    try {
      const address = this.address("events");
      const query = filterQuery(only);
      const at = number ?? 0;
      const [before, behind, itself] = await Promise.all([
        at === 0 ? null : fetchEvents(address, { before: String(at), limit: String(BEFORE), ...query }, signal),
        fetchEvents(address, { ...(at === 0 ? {} : { after: String(at - 1) }), limit: String(BEHIND), ...query }, signal),
        at === 0 || Object.keys(query).length === 0 ? null : fetchEvents(address, { after: String(at - 1), limit: "1" }, signal),
      ]);
      if (signal.aborted) return;
      this.list = [...(before?.events ?? []), ...behind.events];
      this.ends = { before: before?.before ?? null, after: behind.after };
      this.event = (number === null ? undefined : itself?.events[0]) ?? behind.events[0] ?? before?.events.at(-1) ?? null;
      this.listTrouble = "";
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Trouble)) throw error;
      this.listTrouble = error.detail;
    }
  }

  /** Keeps what the tasks of the event on show have then; where the server does not say it, nothing is shown. */
  async followTasks(number: number, signal: AbortSignal): Promise<void> {
    try {
      const after = await fetchEventState(this.address(`events/${number}`), signal);
      if (!signal.aborted) this.after = after;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Trouble)) throw error;
      this.after = null;
    }
  }

  /** Fetches more events where the one on show is near to an end of the list. */
  async more(signal?: AbortSignal, end?: "before" | "after"): Promise<void> {
    const { before, after } = this.ends;
    const wanted = end ?? (this.index < NEAR && before !== null ? "before" : this.list.length - this.index < NEAR && after !== null ? "after" : null);
    const from = wanted === null ? null : this.ends[wanted];
    if (wanted === null || from === null || this.isFetching) return;
    this.isFetching = true;
    const { list } = this;
    try {
      const page = await fetchEvents(this.address("events"), { [wanted]: String(from), limit: String(BEHIND), ...filterQuery(this.simulation.only) }, signal);
      // Another list may have come meanwhile.
      if (this.list !== list) return;
      this.ends = { ...this.ends, [wanted]: page[wanted] };
      const all = wanted === "after" ? [...list, ...page.events] : [...page.events, ...list];
      this.list = all;
      if (all.length > MOST_LISTED) this.shorten(wanted);
    } catch (error) {
      if (signal?.aborted !== true && !(error instanceof Trouble)) throw error;
    } finally {
      this.isFetching = false;
    }
  }

  /** Lets go of events at the other end, which are fetched again when somebody goes there. */
  private shorten(grown: "before" | "after"): void {
    if (grown === "after") {
      this.list = this.list.slice(-MOST_LISTED);
      this.ends = { ...this.ends, before: this.list[0]?.number ?? null };
    } else {
      this.list = this.list.slice(0, MOST_LISTED);
      this.ends = { ...this.ends, after: this.list.at(-1)?.number ?? null };
    }
  }

  /** Shows the first event that is found; else says that there is none. */
  private async seek(asked: Record<string, string>, missed: Missed, otherwise: Record<string, string> | null = null): Promise<void> {
    try {
      const address = this.address("events");
      const [found] = (await fetchEvents(address, { limit: "1", ...asked })).events;
      if (found !== undefined) return this.tell(found);
      const [first] = otherwise === null ? [] : (await fetchEvents(address, { limit: "1", before: String(this.stored), ...otherwise })).events;
      if (first !== undefined) return this.tell(first);
      this.miss(missed);
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      this.miss({ ...missed, sentence: error.detail });
    }
  }

  private miss(missed: Missed): void {
    this.missed = missed;
    this.viewer.announcement = missed.sentence;
  }

  private tell(event: SimulationEvent): void {
    this.goTo(event.number);
    this.viewer.announcement = `Event ${count(event.number + 1)}: ${event.sentence}`;
  }

  private show(document: Document, result: Simulation, key: string): void {
    this.answer = { document, result, key };
    this.lanes = null;
    this.list = [];
    this.event = null;
    this.after = null;
    this.missed = null;
    this.refused = null;
    this.viewer.announcement = "The run is over.";
  }

  /** Null when the visitor cancels it. */
  private async played(analysis: string, topology: number, question: ReturnType<typeof simulationQuestion>, signal: AbortSignal): Promise<SimulationDocument | null> {
    await this.ended;
    signal.throwIfAborted();
    const doing = cancellable(signal, CANCELLED, (given, begun) =>
      askSimulation(analysis, topology, question, given, ({ url, stage }) => {
        begun(() => cancelAnswer(url));
        if (this.waiting?.cancel === cancel) this.waiting = { ...this.waiting, stage: stage ?? "" };
      }),
    );
    const cancel = () => {
      this.ended = doing.ended;
      doing.cancel();
    };
    this.waiting = { since: Date.now(), stage: "", cancel };
    try {
      const document = await doing.result;
      return document.status === "cancelled" ? null : document;
    } catch (error) {
      if (error === CANCELLED && !signal.aborted) return null;
      throw error;
    } finally {
      if (this.waiting?.cancel === cancel) this.waiting = null;
    }
  }

  private refuseBy({ reason }: Pick<SimulationDocument, "reason">): void {
    const { code = "", sentence = "The server gives no reason.", next_step: nextStep = "Change something, or try again." } = reason ?? {};
    const place = placeOf(this.asked, code, sentence);
    this.refuse({ place, sentence: place === null ? sentence : saidAt(place, sentence), nextStep: place === null ? nextStep : "" });
  }

  private refuse(refused: RunRefused): void {
    this.refused = refused;
  }
}

/** What the server is asked for a filter. */
function filterQuery(only: Partial<EventFilter>): Record<string, string> {
  return Object.fromEntries(Object.entries(only).filter(([, value]) => value !== ""));
}

/** With the texts that the address has only names of; null where this device does not have one. */
async function withTexts({ asked, simulation }: Pick<AddressState, "asked" | "simulation">): Promise<Pick<AddressState, "asked" | "simulation"> | null> {
  const kept = [asked.countsText, asked.clusterText, simulation.configuration, simulation.records];
  const whole = await Promise.all(kept.map((text) => (text === null ? "" : wholeText(text))));
  if (whole.includes(null)) return null;
  const [counts, cluster, configuration, records] = whole.map((text, index) => (kept[index] === null ? null : text));
  return {
    asked: { ...asked, countsText: counts ?? null, clusterText: cluster ?? null },
    simulation: { ...simulation, configuration: configuration ?? null, records: records ?? null },
  };
}
