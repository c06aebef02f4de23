// What the view shows of a scenario: the group as it is after a step, put together from what each step changes, and
// the steps as rows, of which those are one that say the same again and again.

import type { Scenario, ScenarioClient, ScenarioRebalance, ScenarioStep } from "../../api/scenarioTypes";
import type { Assignment, ClientTasks, Placement, Rebalance, Role, Tasks } from "../../api/taskTypes";

/** Who there is and who has what after a step. */
export interface Standing {
  /** In the order in which they came. */
  clients: readonly ScenarioClient[];
  placements: ReadonlyMap<string, Placement>;
  /** The last rebalance. */
  rebalance: ScenarioRebalance | null;
}

/** The group after a step, by its place from 0. */
export function standingAfter(steps: readonly ScenarioStep[], place: number): Standing {
  const clients = new Map<string, ScenarioClient>();
  const placements = new Map<string, Placement>();
  let last: ScenarioRebalance | null = null;
  for (const { clients: changed, rebalance } of steps.slice(0, place + 1)) {
    for (const client of changed) clients.set(client.name, client);
    for (const { task, client } of rebalance?.ended ?? []) placements.delete(keyOf(task, client));
    for (const one of rebalance?.placements ?? []) placements.set(keyOf(one.task, one.client), one);
    last = rebalance ?? last;
  }
  return { clients: [...clients.values()], placements, rebalance: last };
}

const keyOf = (task: string, client: string) => `${task} ${client}`;

/**
 * What a step leaves, in the form of an assignment: of those that run, who has what, and why. What is reckoned of what
 * runs at the beginning stays; ids that were made up for that were given to the scenario, and stay made up.
 */
export function assignmentAfter(scenario: Scenario, place: number, beginning: Assignment): Assignment {
  const { settings, assignor, steps } = scenario;
  const standing = standingAfter(steps, place);
  const madeUp = new Set((beginning.rebalance?.clients ?? []).filter((one) => !one.is_process_id_given).map((one) => one.process_id));
  const clients = standing.clients.filter(({ is_running }) => is_running).map((one) => (madeUp.has(one.process_id) ? { ...one, is_process_id_given: false } : one));
  const step = steps[place];
  const own = step?.rebalance ?? null;
  const rebalance: Rebalance = {
    clients,
    placements: placementsOn(clients, standing.placements, own !== null),
    threads: clients.reduce((sum, { threads }) => sum + threads.length, 0),
    idle_threads: clients.reduce((sum, { threads }) => sum + threads.filter(({ is_idle }) => is_idle).length, 0),
    moved: own?.moved ?? 0,
    follow_up: own?.follow_up ?? null,
    follow_up_after_ms: own?.follow_up_after_ms ?? null,
    warnings: own?.warnings ?? [],
    doubts: own?.doubts ?? [],
  };
  return { ...beginning, tasks: withNew(scenario.tasks, rebalance.placements), settings, assignor, rebalance };
}

/** Tasks of partitions that were added stand beside those that there were. */
function withNew(tasks: Tasks, placements: readonly Placement[]): Tasks {
  const known = new Set(tasks.sub_topologies.flatMap((one) => (one.tasks ?? []).map(({ id }) => id)));
  const added = [...new Set(placements.map(({ task }) => task))].filter((task) => !known.has(task));
  if (added.length === 0) return tasks;
  const subTopologies = tasks.sub_topologies.map((one) => {
    const own = added.filter((task) => Number(task.split("_")[0]) === one.id);
    const changelogs = one.tasks?.[0]?.changelogs ?? [];
    const more = own.map((id) => ({ id, partitions: [], changelogs: changelogs.map((name) => name.replace(/\d+$/, id.split("_")[1] ?? "")) }));
    return { ...one, tasks: one.tasks === null ? null : [...one.tasks, ...more] };
  });
  return { ...tasks, sub_topologies: subTopologies };
}

/** Why each task is where it is; after what is no rebalance, nothing of it has moved just now. */
function placementsOn(clients: readonly ClientTasks[], known: ReadonlyMap<string, Placement>, isRebalance: boolean): Placement[] {
  const found = clients.flatMap(({ name, threads }) =>
    threads.flatMap((thread) => {
      const withheld = thread.withheld.map(({ task }) => task);
      const held: [Role, readonly string[]][] = [["active", [...thread.active, ...withheld]], ["standby", thread.standby], ["warm-up", thread.warm_up]];
      return held.flatMap(([role, tasks]) =>
        tasks.map((task): Placement => {
          const one = known.get(keyOf(task, name));
          if (one?.role === role) return isRebalance ? one : { ...one, was: [], is_moved: false };
          return { task, role, client: name, thread: thread.name, because: "", sentence: "It has it since before the scenario began.", was: [], is_moved: false };
        }),
      );
    }),
  );
  return found.sort((left, right) => compareTasks(left.task, right.task) || ORDER.indexOf(left.role) - ORDER.indexOf(right.role));
}

const ORDER: readonly Role[] = ["active", "standby", "warm-up"];

function compareTasks(left: string, right: string): number {
  const [group = 0, partition = 0] = left.split("_").map(Number);
  const [otherGroup = 0, otherPartition = 0] = right.split("_").map(Number);
  return group - otherGroup || partition - otherPartition;
}

/** Steps that stand in one row of the timeline: one, or some that follow each other of themselves. */
export interface Row {
  first: number;
  last: number;
}

/** So few are not folded. */
const FEW = 3;

/** The rows of a timeline; a run of rebalances that look whether copies have caught up is one, unless it is opened. */
export function rowsOf(steps: readonly ScenarioStep[], opened: ReadonlySet<number>): Row[] {
  const rows: Row[] = [];
  for (let first = 0; first < steps.length; ) {
    let last = first;
    if (isProbing(steps, first)) while (last + 1 < steps.length && isOfItself(steps, last + 1)) last += 1;
    const isFolded = last - first >= FEW && !opened.has(first);
    for (let one = first; one <= last; one += isFolded ? last : 1) rows.push({ first: one, last: isFolded ? last : one });
    first = last + 1;
  }
  return rows;
}

/** It looks whether copies have caught up, and follows the rebalance before without anybody's doing. */
export function isProbing(steps: readonly ScenarioStep[], place: number): boolean {
  return isOfItself(steps, place) && steps[place - 1]?.rebalance?.follow_up === "probing";
}

/** One that follows a rebalance waits as long as that said; what comes sooner has another cause. */
function isOfItself(steps: readonly ScenarioStep[], place: number): boolean {
  const [before, step] = [steps[place - 1], steps[place]];
  const follows = before?.rebalance ?? null;
  if (step?.kind !== "rebalance" || before === undefined || follows === null || follows.follow_up === null) return false;
  return step.at_ms - before.at_ms >= (follows.follow_up_after_ms ?? 0);
}

/** The first step that is not of the start: -1 where nothing happens after that. */
export function firstHappening(steps: readonly ScenarioStep[]): number {
  const isStart = steps[0] !== undefined && steps[0].clients.every(({ threads }) => threads.every(({ active }) => active.length === 0));
  return steps.findIndex(({ kind }, place) => kind === "event" && (place > 0 || !isStart));
}

/** What one sees first: the rebalance that what happened last leads to, rather than those that follow of themselves. */
export function tellingStep(steps: readonly ScenarioStep[]): number {
  const event = steps.findLastIndex(({ kind }) => kind === "event");
  const after = steps.findIndex(({ kind }, place) => place > event && (kind === "rebalance" || kind === "refused"));
  return after === -1 ? steps.length - 1 : after;
}
