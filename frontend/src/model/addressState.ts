// What the address of the page holds: the view, what is opened and chosen in it, so that back, reload and copying work.

import { NO_FILTER, readFilter, writeFilter, type Filter } from "./filter";
import { NOTHING_COMPARED, readChange, readPick, writeChange, writePick, type AskedChange, type Picked } from "./compare/asked";
import { keyOf, readKeys, refOf } from "./folding";
import type { Ref } from "./selection";
import { NO_SIMULATION, readSimulation, writeSimulation, type AskedSimulation } from "./simulation/asked";
import { NOTHING_ASKED, readAsked, writeAsked, type AskedTasks } from "./tasks/asked";

/** In the order of their tabs. */
export const VIEWS = ["topology", "sub-topologies", "plan", "steps", "why", "text", "tasks", "run", "compare", "lag"] as const;
export type View = (typeof VIEWS)[number];

export const SIDES = ["before", "after", "both"] as const;
export type Side = (typeof SIDES)[number];

export const MOST_STEPS = 3;

/** What is at most so many steps from a node, a topic or a store. */
export interface Around {
  key: string;
  steps: number;
}

/** What is chosen among tasks: a task by its id, or an instance by its name. */
export interface TaskRef {
  kind: "task" | "instance";
  id: string;
}

export interface AddressState {
  view: View;
  side: Side;
  /** Which topology of the program, from 0. */
  topology: number;
  subTopology: number;
  /** Which optimizer step, from 0. */
  step: number;
  chosen: Ref | null;
  /** Keys of what must be seen, in the order in which it was opened. */
  open: readonly string[];
  /** Nothing is folded. */
  isWhole: boolean;
  /** A part of the topology alone, in the view `topology`. */
  around: Around | null;
  filter: Filter;
  asked: AskedTasks;
  chosenTask: TaskRef | null;
  /** What is run beside that: records, settings and events. */
  simulation: AskedSimulation;
  change: AskedChange;
  /** What is chosen in a comparison, where it is more than one thing of the text in the editor. */
  pick: Picked | null;
}

export const START: AddressState = {
  view: "topology",
  side: "both",
  topology: 0,
  subTopology: 0,
  step: 0,
  chosen: null,
  open: [],
  isWhole: false,
  around: null,
  filter: NO_FILTER,
  asked: NOTHING_ASKED,
  chosenTask: null,
  simulation: NO_SIMULATION,
  change: NOTHING_COMPARED,
  pick: null,
};

/** Reads a query; what is missing or nonsense takes its starting value. */
export function readAddress(query: string): AddressState {
  const values = new URLSearchParams(query);
  return {
    view: oneOf(VIEWS, values.get("view"), START.view),
    side: oneOf(SIDES, values.get("plan"), START.side),
    topology: count(values.get("topology"), START.topology),
    subTopology: count(values.get("sub"), START.subTopology),
    step: count(values.get("step"), START.step),
    chosen: refOf(values.get("node") ?? ""),
    open: readKeys(values.get("open")),
    isWhole: values.get("whole") === "1",
    around: readAround(values.get("around")),
    filter: readFilter(values.get("filter")),
    asked: readAsked(values),
    chosenTask: readTaskRef(values),
    simulation: readSimulation(values),
    change: readChange(values),
    pick: readPick(values),
  };
}

/** Writes a query, with nothing in it that a fresh page has anyway; empty or with its question mark. */
export function writeAddress(state: AddressState): string {
  const values = new URLSearchParams();
  if (state.view !== START.view) values.set("view", state.view);
  if (state.view === "plan" && state.side !== START.side) values.set("plan", state.side);
  if (state.topology !== START.topology) values.set("topology", String(state.topology));
  if (state.view === "sub-topologies" && state.subTopology !== 0) values.set("sub", String(state.subTopology));
  if (state.view === "steps" && state.step !== START.step) values.set("step", String(state.step));
  if (state.view === "topology" && state.around !== null) values.set("around", `${state.around.key}.${state.around.steps}`);
  if (state.open.length > 0) values.set("open", state.open.join("."));
  if (state.isWhole) values.set("whole", "1");
  const filter = writeFilter(state.filter);
  if (filter !== "") values.set("filter", filter);
  if (state.chosen !== null) values.set("node", keyOf(state.chosen));
  writeAsked(values, state.asked);
  if (state.view === "tasks" && state.chosenTask !== null) values.set(state.chosenTask.kind, state.chosenTask.id);
  writeSimulation(values, state.simulation);
  writeChange(values, state.change);
  if (state.view === "compare") writePick(values, state.pick);
  // Signs that need no escaping in a query, and are read more easily without.
  const text = values.toString().replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%7E", "~").replaceAll("%2F", "/").replaceAll("%40", "@");
  return text === "" ? "" : `?${text}`;
}

function readTaskRef(values: URLSearchParams): TaskRef | null {
  for (const kind of ["task", "instance"] as const) {
    const id = values.get(kind);
    if (id !== null && id !== "") return { kind, id };
  }
  return null;
}

function oneOf<T extends string>(values: readonly T[], text: string | null, otherwise: T): T {
  return values.find((value) => value === text) ?? otherwise;
}

function count(text: string | null, otherwise: number): number {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : otherwise;
}

function readAround(text: string | null): Around | null {
  const [key = "", steps = ""] = (text ?? "").split(".");
  const number = Number(steps);
  const isKnown = /^[rts]\d{1,7}$/.test(key) && Number.isInteger(number) && number >= 1 && number <= MOST_STEPS;
  return isKnown ? { key, steps: number } : null;
}
