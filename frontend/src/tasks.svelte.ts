// The state of the view of tasks: what the server says of what is asked, and what of it is on show and chosen.

import { Trouble, ask, askScenario, cancelAnswer, pause } from "./api/client";
import type { Scenario, ScenarioDocument, ScenarioQuestion, ScenarioStep, SharedScenario } from "./api/scenarioTypes";
import type { Assignment, AssignmentDocument, Question, SharedAssignment } from "./api/taskTypes";
import { cancellable } from "./lib/cancelling";
import { wholeText } from "./lib/pastes";
import type { AskedTasks, Happening, Pace } from "./model/tasks/asked";
import { NOTHING_ASKED, hasCounts, hasHappenings } from "./model/tasks/asked";
import { fieldOf, fieldOfMember, questionOf, said, type Field } from "./model/tasks/question";
import { blamed, isRunning, scenarioQuestionOf, withoutLine } from "./model/tasks/scenario";
import { assignmentAfter, rowsOf, standingAfter, tellingStep, type Row } from "./model/tasks/timeline";
import type { TaskRef } from "./model/addressState";
import type { Viewer } from "./viewer.svelte";

/** Why there is no new answer, and at which field or happening; without one, it has to do with none of them. */
export interface Refused {
  field: Field | null;
  happening?: number;
  pace?: keyof Pace;
  /** The visitor did not want to wait for it. */
  isCancelled?: boolean;
  sentence: string;
  nextStep: string;
}

/** What the server said: who gets which task, or what happens over time. */
export interface Answer {
  document: Pick<AssignmentDocument, "id" | "url">;
  assignment: Assignment;
  scenario: Scenario | null;
}

/** Work that the page waits for. */
export interface Waiting {
  since: number;
  /** How far it is, in words of the server. */
  stage: string;
  cancel: () => void;
}

const TYPING_PAUSE = 80;
const CANCELLED = new Error("the visitor cancelled it");
/** What the server says of a question that takes too long. */
const TOO_MUCH = "too_complex";
/** Answers that are asked for again, as in going back, are not asked for anew. */
const KEPT = 60;
const KEPT_SCENARIOS = 8;

export class TasksDesk {
  /** What is on show; it stays until there is something newer. */
  answer = $state.raw<Answer | null>(null);
  refused = $state.raw<Refused | null>(null);
  isAsking = $state(false);
  waiting = $state.raw<Waiting | null>(null);
  /** How many times the same was asked again. */
  tries = $state(0);
  /** Where runs of steps begin that are shown one by one. */
  private opened = $state.raw<ReadonlySet<number>>(new Set());
  private readonly answers = new Map<string, AssignmentDocument>();
  private readonly scenarios = new Map<string, ScenarioDocument>();
  private isFirst = true;
  /** Over when the server knows what the visitor cancelled last. */
  private ended: Promise<unknown> = Promise.resolve();
  /** The picture that is on show, as its address asks for it: of another answer it is wanted too. */
  picture = "";

  readonly scenario = $derived(this.answer?.scenario ?? null);
  readonly steps: readonly ScenarioStep[] = $derived(this.scenario?.steps ?? []);
  private readonly runs = $derived(rowsOf(this.steps, new Set()).filter(({ first, last }) => last > first));
  readonly rows = $derived(rowsOf(this.steps, this.opened));
  /** What one sees first. */
  readonly latest = $derived(tellingStep(this.steps));
  readonly index = $derived.by(() => Math.max(Math.min(this.asked.step ?? this.latest, this.steps.length - 1), 0));
  readonly rowIndex = $derived(this.rows.findIndex(({ first, last }) => first <= this.index && this.index <= last));
  readonly step: ScenarioStep | null = $derived(this.steps[this.index] ?? null);
  /** Who has what: after the step on show, or as it is asked for. */
  readonly result: Assignment | null = $derived(this.after(this.index));
  /** Who had what before the step on show, as far as there was anybody. */
  readonly before: Assignment | null = $derived.by(() => {
    const first = this.rows[this.rowIndex]?.first ?? 0;
    const isRebalance = this.steps[first]?.rebalance != null;
    const rebalance = isRebalance ? this.steps.findLastIndex((step, place) => place < first && step.rebalance !== null) : first - 1;
    return this.scenario === null || rebalance < 0 ? null : this.after(rebalance);
  });

  constructor(
    readonly viewer: Viewer,
    /** What a link shows, where nothing can be asked. */
    shared: SharedAssignment | SharedScenario | null = null,
  ) {
    if (shared === null) return;
    const { result } = shared;
    const document = { id: "", url: "" };
    this.answer = "steps" in result ? { document, assignment: emptyOf(result), scenario: result } : { document, assignment: result, scenario: null };
  }

  /** Who there is at the step on show, running or not, in the order of the answer. */
  readonly names = $derived.by(() => {
    const clients = this.scenario === null ? (this.assignment?.rebalance?.clients ?? []) : standingAfter(this.steps, this.index).clients;
    return clients.map(({ name }) => name);
  });
  /** Who runs, and who did, after all that happens. */
  readonly instances = $derived.by(() => {
    const { clients } = this.scenario === null ? { clients: [] } : standingAfter(this.steps, this.steps.length - 1);
    const namesOf = (isRunning: boolean) => clients.filter((one) => one.is_running === isRunning).map(({ name }) => name);
    if (this.scenario === null) return { running: (this.assignment?.rebalance?.clients ?? []).map(({ name }) => name), stopped: [] };
    return { running: namesOf(true), stopped: namesOf(false) };
  });

  get asked(): AskedTasks {
    return this.viewer.address.asked;
  }

  /** The answer to what runs, before anything happens. */
  get assignment(): Assignment | null {
    return this.answer?.assignment ?? null;
  }

  get chosen(): TaskRef | null {
    return this.viewer.address.chosenTask;
  }

  /** Who has what after a step. */
  after(place: number): Assignment | null {
    const { answer } = this;
    if (answer === null || answer.scenario === null) return answer?.assignment ?? null;
    return assignmentAfter(answer.scenario, place, answer.assignment);
  }

  /** Another question; what happens to instances that are not there any more is forgotten. */
  change(change: Partial<AskedTasks>): void {
    const next = { ...this.asked, ...change };
    this.viewer.go({ asked: next });
  }

  /** Something happens, after all that has happened so far. */
  happen(happening: Happening): void {
    this.put([...this.asked.happenings, happening]);
  }

  /** Takes back one of the happenings, or everything. */
  takeBack(index: number | "all"): void {
    this.put(index === "all" ? [] : this.asked.happenings.filter((_, at) => at !== index));
  }

  /** Plays a scenario in words of its own, from its first step on. */
  play(eventsText: string): void {
    this.viewer.go({ asked: { ...this.asked, happenings: [], eventsText, step: 0 } }, true);
  }

  private put(happenings: readonly Happening[]): void {
    this.viewer.go({ asked: { ...this.asked, happenings, eventsText: null, step: null } }, true);
  }

  goTo(index: number): void {
    const last = this.steps.length - 1;
    const step = Math.min(Math.max(index, 0), last);
    this.viewer.go({ asked: { ...this.asked, step: step === this.latest ? null : step } });
    const shown = this.steps[step];
    if (shown) this.viewer.announcement = `Step ${step + 1} of ${last + 1}: ${shown.event}`;
  }

  /** Goes to another row of the timeline; steps that stand in one row are one. */
  goToRow(row: number): void {
    const { last } = this.rows[Math.min(Math.max(row, 0), this.rows.length - 1)] ?? { last: 0 };
    this.goTo(last);
  }

  /** Shows the steps of a run one by one, or as one again. */
  unfold({ first }: Row): void {
    const opened = new Set(this.opened);
    if (!opened.delete(first)) opened.add(first);
    this.opened = opened;
  }

  /** The run that a row belongs to and that is shown step by step; null for others. */
  runOf(row: Row): Row | null {
    return this.runs.find(({ first, last }) => first <= row.first && row.last <= last && this.opened.has(first)) ?? null;
  }

  choose(chosen: TaskRef | null): void {
    this.viewer.go(chosen === null ? { chosenTask: null } : { chosenTask: chosen, chosen: null });
  }

  /** Asks the same once more. */
  again(): void {
    this.refused = null;
    this.tries += 1;
  }

  /** Begins anew. */
  clear(): void {
    this.viewer.go({ asked: NOTHING_ASKED, chosenTask: null }, true);
  }

  /** Asks about a topology of an analysis, unless the signal says that something newer is asked. */
  async follow(analysis: string, topology: number, asked: AskedTasks, signal: AbortSignal): Promise<void> {
    if (!hasCounts(asked)) {
      this.answer = null;
      this.refused = null;
      this.isAsking = false;
      return;
    }
    this.isAsking = true;
    try {
      if (!this.isFirst) await pause(TYPING_PAUSE, signal);
      this.isFirst = false;
      const whole = await this.withTexts(asked);
      if (signal.aborted) return;
      if (whole === null) return this.refuse({ field: null, sentence: "The text that was pasted is kept on the device where that was done.", nextStep: "Paste it again." });
      await this.find(analysis, topology, whole, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Trouble)) throw error;
      for (const { field: member, detail } of error.errors) {
        const field = fieldOfMember(member);
        if (field !== null) return this.refuse({ field, sentence: detail, nextStep: "" });
      }
      this.refuse({ field: null, sentence: `${error.title}. ${error.detail}`, nextStep: error.nextStep });
    } finally {
      if (!signal.aborted) this.isAsking = false;
    }
  }

  private async find(analysis: string, topology: number, asked: AskedTasks, signal: AbortSignal): Promise<void> {
    const question = questionOf(asked);
    const first = await this.assigned(analysis, topology, question, signal);
    if (signal.aborted) return;
    if (!first.result) return this.refuseBy(asked, first);
    const alone: Answer = { document: first, assignment: first.result, scenario: null };
    // A start is over with its first rebalance, unless others follow of themselves.
    const isAll = first.result.rebalance === null || (!hasHappenings(asked) && (first.result.rebalance.follow_up === null || isRunning(first.result)));
    if (isAll || this.answer === null || !hasHappenings(asked)) this.show(alone);
    if (isAll) return;
    const document = await this.played(analysis, topology, scenarioQuestionOf(question, asked, first.result), signal);
    if (signal.aborted) return;
    if (document === null) return this.refuse({ field: null, sentence: "What happens was not played to its end: it was cancelled. This shows what was asked before.", nextStep: "", isCancelled: true });
    if (!document.result) return this.refuseBy(asked, document);
    this.show({ document, assignment: first.result, scenario: document.result });
  }

  private show(answer: Answer): void {
    if (answer.scenario !== this.scenario) this.opened = new Set();
    this.answer = answer;
    this.refused = null;
  }

  private async assigned(analysis: string, topology: number, question: Question, signal: AbortSignal): Promise<AssignmentDocument> {
    const key = JSON.stringify([analysis, topology, question]);
    const document = this.answers.get(key) ?? (await ask(analysis, topology, question, this.picture, signal));
    return kept(this.answers, key, document, KEPT);
  }

  /** Null when the visitor cancels it. */
  private async played(analysis: string, topology: number, question: ScenarioQuestion, signal: AbortSignal): Promise<ScenarioDocument | null> {
    const key = JSON.stringify([analysis, topology, question]);
    const known = this.scenarios.get(key);
    if (known) return known;
    await this.ended;
    signal.throwIfAborted();
    const doing = cancellable(signal, CANCELLED, (given, begun) =>
      askScenario(analysis, topology, question, given, ({ url, stage }) => {
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
      if (document.status === "cancelled") return null;
      return kept(this.scenarios, key, document, KEPT_SCENARIOS);
    } catch (error) {
      if (error === CANCELLED && !signal.aborted) return null;
      throw error;
    } finally {
      if (this.waiting?.cancel === cancel) this.waiting = null;
    }
  }

  private async withTexts(asked: AskedTasks): Promise<AskedTasks | null> {
    const { countsText, clusterText, eventsText } = asked;
    const whole = await Promise.all([countsText, clusterText, eventsText].map((text) => (text === null ? "" : wholeText(text))));
    if (whole.includes(null)) return null;
    const [counts = "", cluster = "", events = ""] = whole as string[];
    return {
      ...asked,
      countsText: countsText === null ? null : counts,
      clusterText: clusterText === null ? null : cluster,
      eventsText: eventsText === null ? null : events,
    };
  }

  private refuseBy(asked: AskedTasks, { reason }: Pick<AssignmentDocument, "reason">): void {
    const { code = "", sentence = "The server gives no reason.", next_step: nextStep = "Change something, or try again." } = reason ?? {};
    if (code === TOO_MUCH && hasHappenings(asked)) return this.refuse({ field: null, sentence, nextStep: "Let less happen, or allow more warm-up copies at a time (max.warmup.replicas), so that fewer rebalances follow." });
    if (code === "bad-scenario") return this.refuse({ field: null, ...blamed(asked, sentence), sentence: withoutLine(asked, sentence), nextStep: "" });
    const isOfField = code.startsWith("bad-") || code === "no-assignor";
    const field = isOfField ? fieldOf(asked, code, sentence) : null;
    this.refuse({ field, sentence: field === null ? sentence : said(field, sentence), nextStep: isOfField ? "" : nextStep });
  }

  private refuse(refused: Refused): void {
    this.refused = refused;
    this.isAsking = false;
  }
}

/** Puts an answer among those that are kept, in the place of the oldest. */
function kept<T>(answers: Map<string, T>, key: string, answer: T, most: number): T {
  answers.set(key, answer);
  const [oldest] = answers.keys();
  if (answers.size > most && oldest !== undefined) answers.delete(oldest);
  return answer;
}

/** What a link to a scenario shows without its steps. */
function emptyOf({ schema, tasks, settings, assignor }: Scenario): Assignment {
  return { schema, tasks, settings, assignor, rebalance: null, notes: [] };
}
