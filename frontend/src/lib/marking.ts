// Marks in a picture: what is chosen, what a filter leaves bright, and the lines of the card under the pointer.

import { keysOf, placesOf } from "../model/folding";
import type { Highlight, Space } from "../model/selection";
import { allOf, subjectOf, wordsIn, type Picture, type Subject } from "./picture";

/** Marks what is chosen, what belongs to it, what a step touched, and the cards that hide any of it. */
export function markChosen(picture: Picture, highlight: Highlight, space: Space, touched: ReadonlySet<number>): void {
  clear(picture, ["is-chosen", "is-related", "is-touched", "is-holding"]);
  const related = new Set([...highlight.related].map((id) => `${space === "plan" ? "p" : "r"}${id}`));
  for (const key of keysOf(highlight, space)) {
    const { own, hider, named } = placesOf(key);
    const parts = allOf(picture, own);
    for (const part of allOf(picture, named)) part.classList.add("is-related");
    for (const part of parts) part.classList.add(related.has(key) ? "is-related" : "is-chosen");
    if (parts.length > 0 || related.has(key)) continue;
    for (const part of allOf(picture, hider)) {
      part.classList.add("is-holding");
      part.closest("[data-card]")?.classList.add("is-holding");
    }
  }
  for (const id of touched) {
    const { own, hider } = placesOf(`${space === "plan" ? "p" : "r"}${id}`);
    for (const part of allOf(picture, own)) part.classList.add("is-touched");
    // What is folded is lit on its card too: else a step would seem to have touched nothing.
    for (const part of allOf(picture, hider)) (part.closest("[data-card]") ?? part).classList.add("is-touched");
  }
}

/** Marks all that the first of these selectors finds that finds anything. */
export function markPlaces(picture: Picture, selectors: readonly string[]): void {
  clear(picture, ["is-picked"]);
  const parts = selectors.map((selector) => allOf(picture, selector)).find((found) => found.length > 0) ?? [];
  for (const part of parts) part.classList.add("is-picked");
}

/** Marks what these keys name, and the cards that hide any of it. */
export function markKeys(picture: Picture, keys: readonly string[]): void {
  clear(picture, ["is-among", "is-hiding"]);
  for (const key of keys) {
    const { own, hider } = placesOf(key);
    const parts = allOf(picture, own);
    for (const part of parts) part.classList.add("is-among");
    if (parts.length > 0) continue;
    for (const part of allOf(picture, hider)) {
      part.classList.add("is-hiding");
      part.closest("[data-card]")?.classList.add("is-hiding");
    }
  }
}

/** Dims everything that no key is of; null dims nothing. A card stays bright for what it hides. */
export function dim(picture: Picture, bright: ReadonlySet<string> | null, space: Space): void {
  clear(picture, ["is-dim"]);
  if (bright === null) return;
  const hides = (part: Element) => wordsIn(part, "data-hides").some((key) => bright.has(key));
  const isBright = (part: Element) => {
    const subject = part.hasAttribute("data-hides") ? null : subjectOf(part);
    return subject === null ? hides(part) : bright.has(keyOfSubject(subject, space));
  };
  const dimmed = new Set<string>();
  for (const card of allOf(picture, "[data-card]")) {
    const parts = [...card.querySelectorAll("[data-node], [data-topic], [data-store], [data-hides]")];
    const lit = parts.map(isBright);
    const isAnyLit = lit.some((one) => one);
    parts.forEach((part, index) => part.classList.toggle("is-dim", isAnyLit && !lit[index]));
    card.classList.toggle("is-dim", !isAnyLit);
    if (!isAnyLit) dimmed.add(card.getAttribute("data-card") ?? "");
  }
  for (const line of allOf(picture, "[data-from]")) {
    const ends = [line.getAttribute("data-from") ?? "", line.getAttribute("data-to") ?? ""];
    line.classList.toggle("is-dim", ends.some((end) => dimmed.has(end)));
  }
}

/** Lights the lines of one card, or of none. */
export function lightLines(picture: Picture, card: string | null): void {
  clear(picture, ["is-lit"]);
  if (card === null) return;
  const key = CSS.escape(card);
  for (const line of allOf(picture, `[data-from="${key}"], [data-to="${key}"]`)) line.classList.add("is-lit");
}

/** Lets a part point itself out once. */
export function pointOut(picture: Picture, part: Element): void {
  clear(picture, ["is-found"]);
  // The animation begins anew only when the class was gone for a moment.
  part.getBoundingClientRect();
  part.classList.add("is-found");
}

export function keyOfSubject({ kind, id }: Subject, space: Space): string {
  return kind === "node" ? `${space === "plan" ? "p" : "r"}${id}` : `${kind === "topic" ? "t" : "s"}${id}`;
}

function clear(picture: Picture, classes: string[]): void {
  for (const name of classes) for (const part of allOf(picture, `.${name}`)) part.classList.remove(name);
}
