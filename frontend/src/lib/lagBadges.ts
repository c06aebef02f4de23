// Puts how far behind the readers of a card's topics are onto the card. Made by DOM calls; its colours and its type, 14 px
// like everything on the page, are in the page's CSS.

import { badgesOnCards, type Badge, type CardBadge, type CardTopics } from "../model/lagBadges";
import { textOfMarks, type Mark } from "../model/lagMarks";
import { allOf, wordsIn, type Picture } from "./picture";

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 22;
const FONT = 14;
const PADDING = 9;
/** So little that no line of the card is hidden. */
const OVERLAP = 4;

/**
 * Takes the badges of before off, puts these on, and gives what stands on the cards now. Where cards are narrow, a badge
 * may be wider than its card.
 */
export function putBadges(picture: Picture, badges: readonly Badge[], marks: ReadonlyMap<number, readonly Mark[]>): CardBadge[] {
  for (const old of allOf(picture, ".lag-badge")) old.remove();
  const found = badgesOnCards(badges, topicsOnCards(picture), marks);
  const onCards = new Map(found.map((one) => [one.card, one]));
  inSomePage(picture.element, () => {
    for (const part of allOf(picture, "[data-card]")) {
      const badge = onCards.get(part.getAttribute("data-card") ?? "");
      if (badge !== undefined) put(part, badge);
    }
  });
  return found;
}

/** The topics of each card, in sight or folded. */
function topicsOnCards(picture: Picture): CardTopics[] {
  return allOf(picture, "[data-card]").map((card) => {
    const shown = [...card.querySelectorAll("[data-topic]")].map((row) => `t${row.getAttribute("data-topic")}`);
    const hidden = [...card.querySelectorAll("[data-hides]")].flatMap((part) => wordsIn(part, "data-hides"));
    const topics = [...shown, ...hidden].filter((key) => /^t\d+$/.test(key)).map((key) => Number(key.slice(1)));
    return { card: card.getAttribute("data-card") ?? "", topics: [...new Set(topics)] };
  });
}

function put(part: SVGGElement, { badge, text: words, sentence, marks }: CardBadge): void {
  // Measured without what is already on it, and in its own coordinates, in which the badge stands too.
  const box = part.getBBox();
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", `lag-badge shade-${badge.shade}${badge.lag === null ? " unknown" : ""}${marks.length > 0 ? " has-finding" : ""}`);
  group.setAttribute("data-topic", String(badge.topic));
  const title = document.createElementNS(SVG, "title");
  const found = marks.map(({ finding, kind }) => `Finding ${finding + 1}: ${kind.word}.`);
  title.textContent = [...found, sentence].join(" ");
  const text = document.createElementNS(SVG, "text");
  text.textContent = marks.length > 0 ? `${textOfMarks(marks)} · ${words}` : words;
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
