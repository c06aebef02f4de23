// What is opened in a picture and what is folded. A key names a thing as the server does: `r7` a node, `t2` a topic.

import type { AnalyzedTopology } from "../api/types";
import { carriedOver, isThing, type Highlight, type Ref, type Space } from "./selection";

/** More than these the server does not take; those that were opened first are folded again. */
export const MOST_OPEN = 60;
const KEY = /^[prtsxg](0|[1-9]\d{0,6})$/;
const LETTERS: Record<Ref["space"], string> = { plan: "p", runtime: "r", topic: "t", store: "s" };
const SPACES: Record<string, Ref["space"] | undefined> = { p: "plan", r: "runtime", t: "topic", s: "store" };

export function keyOf(ref: Ref): string {
  return `${LETTERS[ref.space]}${ref.id}`;
}

/** The thing of a key, or null for what cannot be chosen and for nonsense. */
export function refOf(key: string): Ref | null {
  const space = KEY.test(key) ? SPACES[key[0] ?? ""] : undefined;
  return space === undefined ? null : { space, id: Number(key.slice(1)) };
}

/** Keys as the address writes them, `r5.r17`; what is no key is left out. */
export function readKeys(text: string | null): string[] {
  return [...new Set((text ?? "").split("."))].filter((key) => KEY.test(key)).slice(-MOST_OPEN);
}

export function withOpen(open: readonly string[], key: string): string[] {
  return [...open.filter((one) => one !== key), key].slice(-MOST_OPEN);
}

export function withoutOpen(open: readonly string[], keys: readonly string[]): string[] {
  return open.filter((one) => !keys.includes(one));
}

/** The keys that a picture can mean, in a fixed order: the same things opened give the same picture. */
export function keysFor(space: Space, open: readonly string[]): string[] {
  return open.filter((key) => key.startsWith("p") === (space === "plan")).sort();
}

/** What is opened, found again by name in an analysis that has taken the place of another. */
export function carriedOpen(before: AnalyzedTopology, after: AnalyzedTopology, open: readonly string[]): string[] {
  return open.flatMap((key) => {
    const ref = refOf(key);
    const found = ref && carriedOver(before, after, ref);
    return found === null ? [] : [keyOf(found)];
  });
}

/** The keys of what is marked, the most important first. */
export function keysOf({ main, related, thing }: Highlight, space: Space): string[] {
  const nodes = [...main, ...related].map((id) => keyOf({ space, id }));
  return thing === null ? nodes : [keyOf(thing), ...nodes];
}

/**
 * Where to look for what a key names, as selectors of the picture: itself, what hides it, and rows that only name it,
 * such as those of who reads a store.
 */
export function placesOf(key: string): { own: string; hider: string; named: string } {
  const ref = refOf(key);
  const name = ref === null ? `[data-card="${key}"]` : `[data-${isThing(ref) ? ref.space : "node"}="${ref.id}"]`;
  return { own: `${name}:not(.reads)`, hider: `[data-hides~="${key}"]`, named: name };
}

/** The same as a list, the best place first. */
export function wherever(key: string): string[] {
  const { own, hider, named } = placesOf(key);
  return [own, hider, named];
}

export interface Pressed {
  /** Key of the card it is on, if it is on one. */
  card: string | null;
  subTopology: number | null;
  /** What is opened or folded there. */
  keys: readonly string[];
}

/**
 * Selectors of what stands, in the picture after it, where something was pressed: the same card, the sub-topology, or
 * what was opened or hidden. The first that is there counts.
 */
export function standInsOf({ card, subTopology, keys }: Pressed): string[] {
  const frames = subTopology === null ? [] : [`[data-sub-topology="${subTopology}"]`];
  const cards = card === null ? [] : [`[data-card="${card}"]`];
  return [...cards, ...frames, ...keys.flatMap(wherever), ...(card === null ? [] : wherever(card))];
}
