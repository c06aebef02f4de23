// The table of tasks: a row for each place that a task has, what its columns show, and how it is filtered.

import type { Assignment, AssignedTask, Placement, Role, TaskRestores } from "../../api/taskTypes";
import type { Column } from "../lagTables";
import { restoredBytes, restoredText } from "./sizes";

export interface TaskRow {
  key: string;
  task: AssignedTask;
  subTopology: number;
  stores: string[];
  isStateful: boolean;
  /** null for a task that nobody was asked to run. */
  placement: Placement | null;
}

export interface TaskFilter {
  words: string;
  subTopology: number | null;
  role: Role | null;
  isMoved: boolean;
}

export const NO_TASK_FILTER: TaskFilter = { words: "", subTopology: null, role: null, isMoved: false };

/** In the order of tasks; standbys stand below what they stand by, or below nobody. */
export function rowsOf({ tasks, rebalance }: Assignment): TaskRow[] {
  const places = new Map<string, Placement[]>();
  for (const one of rebalance?.placements ?? []) places.set(one.task, [...(places.get(one.task) ?? []), one]);
  return tasks.sub_topologies.flatMap(({ id, tasks: own, stores }) =>
    (own ?? []).flatMap((task) =>
      withNobody(places.get(task.id) ?? []).map((placement, index) => ({
        key: `${task.id}/${index}`,
        task,
        subTopology: id,
        stores: Object.keys(stores),
        isStateful: task.changelogs.length > 0,
        placement,
      })),
    ),
  );
}

function withNobody(places: readonly Placement[]): readonly (Placement | null)[] {
  return places.some(({ role }) => role === "active") ? places : [null, ...places];
}

export const ROLES: Record<Role, string> = { active: "active", standby: "standby", "warm-up": "warm-up" };

/** Where it was, where that is another place. */
export function cameFrom({ placement }: TaskRow): string {
  if (placement === null || !placement.is_moved) return "";
  const [before] = placement.was;
  return before === undefined ? "new here" : `from ${before.client}${before.role === placement.role ? "" : `, ${ROLES[before.role]} there`}`;
}

const text = (key: string, title: string, show: (row: TaskRow) => string, isSentence = false, meaning = ""): Column<TaskRow> => ({
  key,
  title,
  isNumber: false,
  isSentence,
  show,
  sortBy: (row) => show(row) || null,
  ...(meaning ? { meaning } : {}),
});

/** Who runs a task that nobody runs. */
const NOBODY = "nobody";

const TASK = text("task", "Task", ({ task }) => task.id, false, "Its sub-topology and its partition");
const PARTITIONS = text("partitions", "Partitions", ({ task }) => task.partitions.join(", "), true, "The partitions that it reads");
const STATE = text("state", "State", ({ stores, isStateful }) => (isStateful ? stores.join(", ") : "none"), true, "Its state stores that have a changelog topic");

/** Without a cluster there is nobody to run them. */
export function columnsFor({ rebalance, tasks: { restores } }: Assignment): Column<TaskRow>[] {
  const restored = restores ? [restoredColumn(restores)] : [];
  if (!rebalance) return [TASK, PARTITIONS, STATE, ...restored];
  const isAfter = rebalance.placements.some(({ was }) => was.length > 0);
  return [
    TASK,
    text("role", "Role", ({ placement }) => (placement === null ? NOBODY : ROLES[placement.role])),
    text("client", "Instance", ({ placement }) => placement?.client ?? ""),
    text("thread", "Thread", ({ placement }) => shortThread(placement?.thread ?? "")),
    ...(isAfter ? [text("moved", "Moved", cameFrom)] : []),
    { ...text("why", "Why", ({ placement }) => placement?.sentence ?? "", true), isLong: true },
    PARTITIONS,
    STATE,
    ...restored,
  ];
}

function restoredColumn(restores: TaskRestores): Column<TaskRow> {
  return {
    key: "restores",
    title: "Restores",
    meaning: "What is read from changelogs to fill this copy; an instance that had the task fills nothing as a whole",
    isNumber: true,
    show: ({ task, placement }) => restoredText(restores, task.id, placement?.client),
    sortBy: ({ task, placement }) => restoredBytes(restores, task.id, placement?.client),
  };
}

/** A thread by its number: the rest of its name is that of its application. */
export function shortThread(name: string): string {
  return /StreamThread-(\d+)$/.exec(name)?.[1] ?? name;
}

export function filtered(rows: readonly TaskRow[], { words, subTopology, role, isMoved }: TaskFilter): TaskRow[] {
  const wanted = words.toLowerCase().split(/\s+/).filter((word) => word !== "");
  // A word that is the name of an instance means that: "b" is in "standby" too.
  const instances = new Set(rows.flatMap(({ placement }) => placement?.client.toLowerCase() ?? []));
  return rows.filter((row) => {
    if (subTopology !== null && row.subTopology !== subTopology) return false;
    if (role !== null && row.placement?.role !== role) return false;
    if (isMoved && row.placement?.is_moved !== true) return false;
    if (wanted.length === 0) return true;
    const all = [row.task.id, ...row.task.partitions, ...row.stores, row.placement?.client ?? "", row.placement?.role ?? NOBODY];
    const said = all.join(" ").toLowerCase();
    return wanted.every((word) => (instances.has(word) ? row.placement?.client.toLowerCase() === word : said.includes(word)));
  });
}
