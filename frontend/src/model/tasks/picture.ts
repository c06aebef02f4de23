// The picture of tasks: where it is, what is chosen in it, and where that stands.

import type { TaskRef } from "../addressState";
import type { Panel } from "../pictures";
import type { TaskPicture } from "./asked";

/** The address of a picture, of a scenario that of a step; `base` ends with its form. */
export function pictureAddress(base: string, view: TaskPicture, open: readonly string[], panel: Panel, step: number | null): string {
  return `${base}?${pictureQuery(view, open, panel, step)}`;
}

/** What an address of a picture asks for. */
export function pictureQuery(view: TaskPicture, open: readonly string[], panel: Panel, step: number | null): string {
  const asked = new URLSearchParams({ view });
  if (step !== null) asked.set("step", String(step));
  if (open.length > 0) asked.set("open", [...open].sort().join(","));
  if (panel !== "usual") asked.set("panel", panel);
  return asked.toString().replaceAll("%2C", ",");
}

/** What was pressed: a task, or else the instance in which it stands. Instances are numbered in the order of their names here. */
export function taskAt(target: EventTarget | null, names: readonly string[]): TaskRef | null {
  if (!(target instanceof Element)) return null;
  const task = target.closest("[data-task]")?.getAttribute("data-task");
  if (task) return { kind: "task", id: task };
  const number = target.closest("[data-client]")?.getAttribute("data-client");
  const name = number == null ? undefined : names[Number(number)];
  return name === undefined ? null : { kind: "instance", id: name };
}

/** Where what is chosen stands in a picture. */
export function selectorsOf(chosen: TaskRef | null, names: readonly string[]): string[] {
  if (chosen === null) return [];
  if (chosen.kind === "task") return /^\d+_\d+$/.test(chosen.id) ? [`[data-task="${chosen.id}"]`] : [];
  const number = names.indexOf(chosen.id);
  return number < 0 ? [] : [`.frame[data-client="${number}"]`, `[data-client="${number}"]:not([data-task])`];
}
