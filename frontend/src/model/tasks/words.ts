// An assignment in sentences: how many tasks, threads and moves there are.

import type { Assignment, ClientTasks, Placement, Rebalance } from "../../api/taskTypes";
import { statefulOf } from "./timeline";

const many = (count: number, one: string, more = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : more}`;

/** How many tasks there are, and who runs them. */
export function totals(result: Assignment): string {
  const tasks = result.tasks.sub_topologies.flatMap((one) => one.tasks ?? []);
  const stateful = statefulOf(result).size;
  const kept = stateful === 0 ? "none with state" : stateful === tasks.length ? "all with state" : `${stateful.toLocaleString("en")} with state`;
  const what = `${many(tasks.length, "task")}, ${kept}`;
  if (!result.rebalance) return `${what}.`;
  const { clients, threads } = result.rebalance;
  return `${what}, on ${many(clients.length, "instance")} with ${many(threads, "thread")}.`;
}

/** Threads that have nothing to do. */
export function idle(result: Assignment): string {
  const count = result.rebalance?.idle_threads ?? 0;
  return count === 0 ? "No thread is idle." : `${many(count, "thread")} ${count === 1 ? "has" : "have"} no task: idle.`;
}

/** What a rebalance changes, as sentences. */
export function changes(result: Assignment): string[] {
  const { rebalance } = result;
  if (!rebalance) return [];
  const stateful = statefulOf(result);
  const { taken, moved, copies } = changedIn(rebalance);
  const restored = [...taken, ...moved].filter(({ task, client, was }) => stateful.has(task) && !was.some((one) => one.client === client));
  const other = taken.length === 0 ? "" : "other ";
  const sentences = [moved.length === 0 ? `No ${other}active task moves.` : `${many(moved.length, `${other}active task moves`, `${other}active tasks move`)}.`];
  if (taken.length > 0) sentences.unshift(`${many(taken.length, "active task that lost its instance goes", "active tasks that lost their instance go")} to others.`);
  if (restored.length > 0) {
    const what = many(restored.length, "of them goes", "of them go");
    sentences.push(`${what} to an instance without a copy: the state is restored from the changelog before the task runs.`);
  }
  if (copies.length > 0) sentences.push(`${many(copies.length, "copy is", "copies are")} built elsewhere.`);
  return sentences;
}

/** Active tasks that nobody who is left had, and those and copies that somebody else had; none where all begins. */
export function changedIn({ placements }: Rebalance): { taken: Placement[]; moved: Placement[]; copies: Placement[] } {
  const isBeginning = placements.every(({ was }) => was.length === 0);
  const active = placements.filter(({ role }) => role === "active");
  return {
    taken: isBeginning ? [] : active.filter(({ was }) => !was.some(({ role }) => role === "active")),
    moved: active.filter(({ is_moved }) => is_moved),
    copies: placements.filter(({ role, is_moved }) => role !== "active" && is_moved),
  };
}

/** What differs when all that follows of itself is over, from what was before; null where nothing follows. */
export function outcome(before: Assignment, settled: Assignment): string {
  const owners = (result: Assignment) =>
    new Map((result.rebalance?.placements ?? []).filter(({ role }) => role === "active").map(({ task, client }) => [task, client]));
  const [then, now] = [owners(before), owners(settled)];
  const moved = [...now].filter(([task, client]) => then.has(task) && then.get(task) !== client).length;
  const idle = settled.rebalance?.idle_threads ?? 0;
  return `When all is settled, ${moved === 0 ? "every task runs where it ran before" : `${moved} of ${now.size} tasks run on another instance than before`}, and ${idle === 0 ? "no thread is" : idle === 1 ? "1 thread is" : `${idle} threads are`} idle.`;
}

export interface Share {
  name: string;
  threads: number;
  active: number;
  standby: number;
  warmUp: number;
  /** Tasks that come with the rebalance that follows. */
  waiting: number;
  idle: number;
}

/** How much each instance has. */
export function sharesOf(clients: readonly ClientTasks[]): Share[] {
  return clients.map(({ name, threads }) => ({
    name,
    threads: threads.length,
    active: threads.reduce((sum, one) => sum + one.active.length, 0),
    standby: threads.reduce((sum, one) => sum + one.standby.length, 0),
    warmUp: threads.reduce((sum, one) => sum + one.warm_up.length, 0),
    waiting: threads.reduce((sum, one) => sum + one.withheld.length, 0),
    idle: threads.filter(({ is_idle }) => is_idle).length,
  }));
}
