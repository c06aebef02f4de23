// The state of the view of tasks: what the server says of what is asked, step by step, and what of it is chosen.

import { Trouble, ask, pause } from "./api/client";
import type { Assignment, AssignmentDocument, Question, SharedAssignment } from "./api/taskTypes";
import { wholeText } from "./lib/pastes";
import type { AskedTasks, Happening } from "./model/tasks/asked";
import { NOTHING_ASKED, hasCounts } from "./model/tasks/asked";
import { fieldOf, fieldOfMember, questionOf, said, type Field } from "./model/tasks/question";
import {
  MOST_FOLLOW_UPS,
  NOBODY,
  causeOf,
  clusterOf,
  eventOf,
  followUpOf,
  groupAfter,
  groupWith,
  statefulOf,
  type Group,
  type Step,
} from "./model/tasks/timeline";
import type { TaskRef } from "./model/addressState";
import type { Viewer } from "./viewer.svelte";

/** Why there is no new answer, and at which field; without one, it has to do with none of them. */
export interface Refused {
  field: Field | null;
  sentence: string;
  nextStep: string;
}

const TYPING_PAUSE = 80;
/** Answers that are asked for again, as in going back, are not worked out again. */
const KEPT = 60;

export class TasksDesk {
  /** What is on show; it stays until there is something newer. */
  steps = $state.raw<readonly Step[]>([]);
  refused = $state.raw<Refused | null>(null);
  isAsking = $state(false);
  private readonly answers = new Map<string, AssignmentDocument>();
  private isFirst = true;

  constructor(
    readonly viewer: Viewer,
    /** What a link shows, where nothing can be asked. */
    readonly shared: SharedAssignment | null = null,
  ) {
    if (shared === null) return;
    const document: AssignmentDocument = { id: "", url: "", status: "done", result: shared.result };
    this.steps = [{ event: shared.name || "As it was shared", cause: "", isFollowUp: false, document, result: shared.result }];
  }

  get asked(): AskedTasks {
    return this.viewer.address.asked;
  }

  get index(): number {
    return Math.min(this.asked.step ?? this.latest, this.steps.length - 1);
  }

  /** What one sees first: what happened last, rather than the rebalances that followed of themselves. */
  get latest(): number {
    const last = this.steps.findLastIndex(({ isFollowUp }) => !isFollowUp);
    return last > 0 ? last : this.steps.length - 1;
  }

  get step(): Step | null {
    return this.steps[this.index] ?? null;
  }

  get result(): Assignment | null {
    return this.step?.result ?? null;
  }

  get chosen(): TaskRef | null {
    return this.viewer.address.chosenTask;
  }

  /** Another question; what happens to instances that are not there any more is forgotten. */
  change(change: Partial<AskedTasks>): void {
    const next = { ...this.asked, ...change };
    this.viewer.go({ asked: next });
  }

  /** Something happens to an instance, after all that has happened so far. */
  happen(happening: Happening): void {
    const happenings = [...this.asked.happenings, happening];
    this.viewer.go({ asked: { ...this.asked, happenings, step: null } }, true);
  }

  /** Takes back what happened last, or everything. */
  takeBack(count: number): void {
    const happenings = this.asked.happenings.slice(0, Math.max(this.asked.happenings.length - count, 0));
    this.viewer.go({ asked: { ...this.asked, happenings, step: null } }, true);
  }

  goTo(index: number): void {
    const last = this.steps.length - 1;
    const step = Math.min(Math.max(index, 0), last);
    this.viewer.go({ asked: { ...this.asked, step: step === this.latest ? null : step } });
    const shown = this.steps[step];
    if (shown) this.viewer.announcement = `Step ${step + 1} of ${last + 1}: ${shown.event}`;
  }

  choose(chosen: TaskRef | null): void {
    this.viewer.go(chosen === null ? { chosenTask: null } : { chosenTask: chosen, chosen: null });
  }

  /** Begins anew. */
  clear(): void {
    this.viewer.go({ asked: NOTHING_ASKED, chosenTask: null }, true);
  }

  /** Asks about a topology of an analysis, unless the signal says that something newer is asked. */
  async follow(analysis: string, topology: number, asked: AskedTasks, signal: AbortSignal): Promise<void> {
    if (!hasCounts(asked)) {
      this.steps = [];
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
      const steps = await this.timeline(analysis, topology, whole, signal);
      if (signal.aborted) return;
      if (steps !== null) {
        this.steps = steps;
        this.refused = null;
      }
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

  private async timeline(analysis: string, topology: number, asked: AskedTasks, signal: AbortSignal): Promise<Step[] | null> {
    const question = questionOf(asked);
    const answer = (cluster: string) => this.answer(analysis, topology, { ...question, cluster }, signal);
    const take = (document: AssignmentDocument, event: string, cause: string, isFollowUp = false): Step | null => {
      if (document.result) return { event, cause, isFollowUp, document, result: document.result };
      this.refuseBy(asked, document);
      return null;
    };
    const first = take(await answer(question.cluster), "All start", "Every thread joins the group for the first time.");
    if (first === null) return null;
    const steps = [first];
    let group: Group = groupAfter(NOBODY, first, true);
    for (let index = 0; index <= asked.happenings.length; index += 1) {
      const settled = await this.settle(steps, group, answer, take);
      if (settled === null) return null;
      group = settled;
      const happening = asked.happenings[index];
      if (happening === undefined) break;
      const next = groupWith(group, happening, statefulOf(first.result));
      if (next === null) {
        this.refuse({ field: null, sentence: `${eventOf(happening)}: that cannot happen here.`, nextStep: "Take it back." });
        break;
      }
      const step = take(await answer(clusterOf(next.members)), eventOf(happening), causeOf(happening));
      if (step === null) return null;
      steps.push(step);
      group = groupAfter(next, step, false);
    }
    return steps;
  }

  /** Follows the rebalances that come of themselves, until none does. */
  private async settle(
    steps: Step[],
    start: Group,
    answer: (cluster: string) => Promise<AssignmentDocument>,
    take: (document: AssignmentDocument, event: string, cause: string, isFollowUp: boolean) => Step | null,
  ): Promise<Group | null> {
    let group = start;
    for (let count = 0; count < MOST_FOLLOW_UPS; count += 1) {
      const last = steps.at(-1)!;
      const { rebalance } = last.result;
      if (!rebalance || rebalance.follow_up === null) break;
      const isLater = rebalance.follow_up === "probing";
      const { event, cause } = followUpOf(rebalance);
      if (isLater) group = { ...group, members: group.members.map((member) => ({ ...member, lags: {} })) };
      const step = take(await answer(clusterOf(group.members)), event, cause, true);
      if (step === null) return null;
      steps.push(step);
      group = groupAfter(group, step, false);
    }
    return { ...group, members: group.members.map((member) => ({ ...member, lags: {} })) };
  }

  private async answer(analysis: string, topology: number, question: Question, signal: AbortSignal): Promise<AssignmentDocument> {
    const key = JSON.stringify([analysis, topology, question]);
    const known = this.answers.get(key);
    if (known) return known;
    const document = await ask(analysis, topology, question, signal);
    this.answers.set(key, document);
    const [oldest] = this.answers.keys();
    if (this.answers.size > KEPT && oldest !== undefined) this.answers.delete(oldest);
    return document;
  }

  private async withTexts(asked: AskedTasks): Promise<AskedTasks | null> {
    const [countsText, clusterText] = await Promise.all(
      [asked.countsText, asked.clusterText].map((text) => (text === null ? "" : wholeText(text))),
    );
    if (countsText == null || clusterText == null) return null;
    return {
      ...asked,
      countsText: asked.countsText === null ? null : countsText,
      clusterText: asked.clusterText === null ? null : clusterText,
    };
  }

  private refuseBy(asked: AskedTasks, { reason }: AssignmentDocument): void {
    const { code = "", sentence = "The server gives no reason.", next_step: nextStep = "Change something, or try again." } = reason ?? {};
    const isOfField = code.startsWith("bad-") || code === "no-assignor";
    const field = isOfField ? fieldOf(asked, code, sentence) : null;
    this.refuse({ field, sentence: field === null ? sentence : said(field, sentence), nextStep: isOfField ? "" : nextStep });
  }

  private refuse(refused: Refused): void {
    this.refused = refused;
    this.isAsking = false;
  }
}
