// An assignment in sentences: how many tasks, threads and moves there are.

import type { Assignment, ClientTasks } from "../../api/taskTypes";
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
  const active = rebalance.placements.filter(({ role, is_moved }) => role === "active" && is_moved);
  const restored = active.filter(({ task, client, was }) => stateful.has(task) && !was.some((one) => one.client === client));
  const standing = rebalance.placements.filter(({ role, is_moved }) => role !== "active" && is_moved);
  return [
    active.length === 0 ? "No active task moves." : `${many(active.length, "active task")} ${active.length === 1 ? "moves" : "move"}.`,
    ...(restored.length === 0
      ? []
      : [`${many(restored.length, "of them goes", "of them go")} to an instance without a copy: the state is restored from the changelog before the task runs.`]),
    ...(standing.length === 0 ? [] : [`${many(standing.length, "copy is", "copies are")} built elsewhere.`]),
  ];
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
