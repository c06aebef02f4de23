// What became of stores, topics, sub-topologies and nodes: the rows of their table, and where each stands in a picture.

import type { Change, ChangedSubTopology, ChangedThing, ChangeFinding, Fate, Sort, Which } from "../../api/compareTypes";
import type { Place } from "../../api/types";
import { keyOf } from "../folding";
import type { Column } from "../lagTables";
import type { Ref } from "../selection";
import type { Picked } from "./asked";

export type RowFate = Fate | ChangedSubTopology["fate"];

export interface ChangeRow {
  key: string;
  sort: Sort | "sub-topology";
  name: string;
  /** The name before, where it is another. */
  was: string;
  fate: RowFate;
  /** What tells that both are one; a sentence of a sub-topology. */
  why: string;
  at: Place | null;
  /** A node of which nothing but the number in its name is another. */
  isOnlyRenumbered: boolean;
}

const NODES: readonly string[] = ["source", "processor", "sink"];
const ORDER: readonly ChangeRow["sort"][] = ["store", "global store", "repartition topic", "topic", "sub-topology", "source", "processor", "sink"];

export const FATES: Record<RowFate, string> = {
  removed: "gone",
  renamed: "another name",
  moved: "moved",
  added: "new",
  renumbered: "another number",
  split: "split",
  merged: "merged",
  rearranged: "divided anew",
  kept: "stays",
};

/** What a thing is called on this page: its key in the picture of both versions, else its place in the list. */
export function keyOfThing({ key }: ChangedThing, place: number): string {
  return key ?? `i${place}`;
}

/** Stores and topics first, then sub-topologies, then nodes; of each what changes before what stays. */
export function rowsOf(change: Change): ChangeRow[] {
  const things = change.things.map((thing, place) => rowOf(thing, keyOfThing(thing, place)));
  const groups = change.sub_topologies.map(groupRow);
  const fates = Object.keys(FATES);
  const rank = ({ sort, fate }: ChangeRow) => ORDER.indexOf(sort) * fates.length + fates.indexOf(fate);
  return [...things, ...groups].sort((left, right) => rank(left) - rank(right));
}

function rowOf(thing: ChangedThing, key: string): ChangeRow {
  const name = thing.new ?? thing.old ?? "";
  const was = thing.old !== null && thing.old !== name ? thing.old : "";
  const isOnlyRenumbered = thing.fate === "renamed" && NODES.includes(thing.sort) && withoutNumber(name) === withoutNumber(was);
  const sure = thing.evidence === null || thing.is_sure ? "" : "Not certain: ";
  return { key, sort: thing.sort, name, was, fate: thing.fate, why: `${sure}${thing.evidence ?? ""}`, at: thing.new_at ?? thing.old_at, isOnlyRenumbered };
}

function groupRow({ fate, old, new: now, sentence }: ChangedSubTopology): ChangeRow {
  const named = (numbers: number[]) => (numbers.length === 0 ? "" : `Sub-topology ${numbers.join(", ")}`);
  const name = named(now) || named(old);
  const was = named(old) === name ? "" : named(old);
  return { key: `g${now[0] ?? `-${old[0]}`}`, sort: "sub-topology", name, was, fate, why: sentence, at: null, isOnlyRenumbered: false };
}

function withoutNumber(name: string): string {
  return name.replace(/\d{10}/g, "#");
}

export interface RowFilter {
  words: string;
  /** `changed` is everything that does not stay. */
  fate: RowFate | "changed" | "all";
  /** Nodes of which only the number is another, too. */
  withRenumbered: boolean;
}

export const FIRST_FILTER: RowFilter = { words: "", fate: "changed", withRenumbered: false };

export function filtered(rows: readonly ChangeRow[], { words, fate, withRenumbered }: RowFilter): ChangeRow[] {
  const wanted = words.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return rows.filter((row) => {
    if (row.isOnlyRenumbered && !withRenumbered && fate !== "all") return false;
    if (fate === "changed" ? row.fate === "kept" : fate !== "all" && row.fate !== fate) return false;
    const said = `${row.name} ${row.was} ${row.sort} ${FATES[row.fate]}`.toLowerCase();
    return wanted.every((word) => said.includes(word));
  });
}

const column = (key: string, title: string, show: (row: ChangeRow) => string, isSentence = false): Column<ChangeRow> => ({
  key,
  title,
  isNumber: false,
  isSentence,
  show,
  sortBy: (row) => show(row) || null,
});

export const COLUMNS: readonly Column<ChangeRow>[] = [
  column("name", "Name", ({ name }) => name),
  { ...column("sort", "What it is", ({ sort }) => sort), sortBy: ({ sort }) => ORDER.indexOf(sort) },
  column("fate", "Becomes", ({ fate }) => FATES[fate]),
  column("was", "Name before", ({ was }) => was, true),
  column("at", "Line", ({ at }) => (at === null ? "" : `${at.file.slice(at.file.lastIndexOf("/") + 1)}:${at.line}`)),
  column("why", "How it is known", ({ why }) => why, true),
];

/** The things that a finding names. */
export function thingsOf(change: Change, { old, new: now }: ChangeFinding): { thing: ChangedThing; place: number }[] {
  const names = { old: new Set(old), new: new Set(now) };
  return change.things.flatMap((thing, place) => {
    const isNamed = (thing.old !== null && names.old.has(thing.old)) || (thing.new !== null && names.new.has(thing.new));
    return isNamed ? [{ thing, place }] : [];
  });
}

/** The things that are chosen. */
export function pickedThings(change: Change, pick: Picked | null): ChangedThing[] {
  if (pick === null) return [];
  if (pick.kind === "thing") return change.things.filter((thing, place) => keyOfThing(thing, place) === pick.id);
  const finding = change.findings[Number(pick.id)];
  return finding === undefined ? [] : thingsOf(change, finding).map(({ thing }) => thing);
}

/** Which picture: that of both versions, or of one. */
export type Drawn = "both" | Which;

/** The keys of what is chosen in a picture, stores and topics before nodes. */
export function keysIn(change: Change, pick: Picked | null, drawn: Drawn): string[] {
  if (pick?.kind === "thing" && pick.id.startsWith("g")) return drawn === "old" ? [] : [pick.id];
  const member = drawn === "both" ? "key" : (`${drawn}_key` as const);
  const things = [...pickedThings(change, pick)].sort((left, right) => ORDER.indexOf(left.sort) - ORDER.indexOf(right.sort));
  return [...new Set(things.flatMap((thing) => thing[member] ?? []))];
}

/** What stands under a key in a picture, as something to choose; null for what is no thing of the comparison. */
export function pickAt(change: Change, key: string, drawn: Drawn): Picked | null {
  const member = drawn === "both" ? "key" : (`${drawn}_key` as const);
  const place = change.things.findIndex((thing) => thing[member] === key);
  const thing = change.things[place];
  return thing === undefined ? null : { kind: "thing", id: keyOfThing(thing, place) };
}

/** What is chosen of the version in the editor, as something chosen here. */
export function pickOfRef(change: Change, ref: Ref | null, which: Which): Picked | null {
  return ref === null || ref.space === "plan" ? null : pickAt(change, keyOf(ref), which);
}

export interface PlaceOf {
  which: Which;
  at: Place;
}

/** Where both programs make what a finding names, the new one first, each line once. */
export function placesOfFinding(change: Change, finding: ChangeFinding): PlaceOf[] {
  return placesOfThings(thingsOf(change, finding).map(({ thing }) => thing), finding);
}

/** Where both programs make these things, the new one first, each line once; of a finding only the versions that it names. */
export function placesOfThings(things: readonly ChangedThing[], { old, new: now }: { old: readonly string[] | null; new: readonly string[] | null } = { old: null, new: null }): PlaceOf[] {
  const own = (names: readonly string[] | null, name: string | null) => names === null || (name !== null && names.includes(name));
  const found = [
    ...things.flatMap((one) => (one.new_at !== null && own(now, one.new) ? [{ which: "new" as const, at: one.new_at }] : [])),
    ...things.flatMap((one) => (one.old_at !== null && own(old, one.old) ? [{ which: "old" as const, at: one.old_at }] : [])),
  ];
  const keys = found.map(({ which, at }) => `${which} ${at.file_id}:${at.line}`);
  return found.filter((_, index) => keys.indexOf(keys[index] ?? "") === index);
}
