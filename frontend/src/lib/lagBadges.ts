// Puts how far behind a topic's reader is onto the topic's box. Made by DOM calls; its colours and its
// type, 14 px like everything on the page, are in the page's CSS.

import type { Badge } from "../model/lagBadges";
import { partsOf, type Picture } from "./picture";

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 22;
const FONT = 14;
const PADDING = 9;
/** So little that no line of the topic is hidden. */
const OVERLAP = 4;

/** Takes the badges of before off and puts these on. Where topics are small, a badge may be wider than its box. */
export function putBadges(picture: Picture, badges: readonly Badge[]): void {
  for (const old of picture.element.querySelectorAll(".lag-badge")) old.remove();
  inSomePage(picture.element, () => {
    for (const badge of badges) {
      for (const part of partsOf(picture, { kind: "topic", id: badge.topic })) put(part, badge);
    }
  });
}

function put(part: SVGGElement, badge: Badge): void {
  // Measured without what is already on it, and in its own coordinates, in which the badge stands too.
  const box = part.getBBox();
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", `lag-badge shade-${badge.shade}${badge.lag === null ? " unknown" : ""}`);
  const title = document.createElementNS(SVG, "title");
  title.textContent = badge.sentence;
  const text = document.createElementNS(SVG, "text");
  text.textContent = badge.text;
  text.setAttribute("text-anchor", "middle");
  group.append(title, text);
  part.append(group);
  const width = text.getComputedTextLength() + 2 * PADDING;
  const right = Math.max(box.x + box.width, box.x + box.width / 2 + width / 2);
  const top = box.y + box.height - OVERLAP;
  const ground = document.createElementNS(SVG, "rect");
  const place = { x: right - width, y: top, width, height: HEIGHT, rx: HEIGHT / 2 };
  for (const [name, value] of Object.entries(place)) ground.setAttribute(name, value.toFixed(1));
  text.setAttribute("x", (right - width / 2).toFixed(1));
  text.setAttribute("y", (top + HEIGHT / 2 + FONT * 0.36).toFixed(1));
  title.after(ground);
}

/** Only what is in a page has a size. */
function inSomePage(element: SVGSVGElement, measure: () => void): void {
  if (element.isConnected) return measure();
  const holder = document.createElement("div");
  holder.className = "out-of-sight";
  holder.append(element);
  document.body.append(holder);
  measure();
  element.remove();
  holder.remove();
}
