// Turns the server's SVG into an element of the page: its style becomes a constructed sheet, because the page's policy
// allows no style elements, and nothing that could run is let in. The legend comes apart, so that it takes no room.

import type { Pressed } from "../model/folding";
import type { Point, Size } from "./viewport";

export interface Picture {
  element: SVGSVGElement;
  size: Size;
  legend: SVGSVGElement | null;
}

const SVG = "http://www.w3.org/2000/svg";
const FORBIDDEN = "script, foreignObject, iframe, image, use, a, animate, set, style, [style]";
const MARGIN = 16;
/** Things whose centres are no farther apart than this stand beside each other. */
const ROW = 40;
const adopted = new Map<string, CSSStyleSheet>();

/** Reads an SVG; throws Error when it is none or holds what no picture of ours holds. */
export function readPicture(text: string): Picture {
  // Parsed documents obey the page's policy too, so the style is taken out while it is still text.
  const rules: string[] = [];
  const plain = text.replace(/<style>([^<]*)<\/style>/g, (_, found: string) => {
    rules.push(found);
    return "";
  });
  const root = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
  if (root.namespaceURI !== SVG || root.localName !== "svg") throw new Error("This is no SVG.");
  if (root.querySelector(FORBIDDEN) !== null || hasHandlers(root)) throw new Error("This SVG holds more than a picture.");
  rules.forEach(adopt);
  const element = document.importNode(root, true) as unknown as SVGSVGElement;
  const legend = takeLegend(element);
  const pressable = element.querySelectorAll(PRESSABLE);
  pressable.forEach(withinReach);
  // What is in an image is not heard one by one.
  if (pressable.length > 0) element.setAttribute("role", "group");
  const size = sizeOf(element);
  return { element, size: legend === null ? size : cropped(element), legend };
}

/** What a part of a picture stands for: a node, in the numbering of the picture, a topic or a store. */
export interface Subject {
  kind: "node" | "topic" | "store";
  id: number;
}

const KINDS = ["node", "topic", "store"] as const;
const CHOOSABLE = KINDS.map((kind) => `[data-${kind}]`).join(",");
const PRESSABLE = "[data-open], [data-fold]";

/** All parts that can be chosen. */
export function choosable(picture: Picture): SVGGElement[] {
  return [...picture.element.querySelectorAll<SVGGElement>(CHOOSABLE)];
}

/** All parts that match a selector; a comparison has a node twice, and topics stand with each that uses them. */
export function allOf(picture: Picture, selector: string): SVGGElement[] {
  return [...picture.element.querySelectorAll<SVGGElement>(selector)];
}

/** What an element belongs to. */
export function subjectOf(target: EventTarget | null): Subject | null {
  const holder = target instanceof Element ? target.closest(CHOOSABLE) : null;
  for (const kind of KINDS) {
    const id = holder && numberIn(holder, kind);
    if (id != null) return { kind, id };
  }
  return null;
}

/** What a press on an element does, where it does more than choose. */
export type Press = { kind: "open" | "fold"; at: Pressed; part: SVGGElement };

export function pressOf(target: EventTarget | null): Press | null {
  const part = target instanceof Element ? target.closest<SVGGElement>(PRESSABLE) : null;
  if (part === null) return null;
  const kind = part.hasAttribute("data-open") ? "open" : "fold";
  const card = part.closest("[data-card]")?.getAttribute("data-card") ?? null;
  const at = {
    card,
    // The sign that folds a frame stands beside the frame's title.
    subTopology: subTopologyOf(part) ?? (card === null ? subTopologyOf(part.previousElementSibling) : null),
    keys: wordsIn(part, `data-${kind}`),
  };
  return { kind, at, part };
}

export function subTopologyOf(target: EventTarget | null): number | null {
  const holder = target instanceof Element ? target.closest("[data-sub-topology]") : null;
  return holder && numberIn(holder, "sub-topology");
}

/** Keys in an attribute, such as those that a row hides. */
export function wordsIn(part: Element, attribute: string): string[] {
  return (part.getAttribute(attribute) ?? "").split(" ").filter((word) => word !== "");
}

function numberIn(element: Element, name: string): number | null {
  const text = element.getAttribute(`data-${name}`) ?? "";
  return /^\d+$/.test(text) ? Number(text) : null;
}

/** Place and size of a part, in the picture's own pixels. */
export function boxOf(picture: Picture, part: Element): Point & Size {
  const whole = picture.element.getBoundingClientRect();
  const box = part.getBoundingClientRect();
  const scale = whole.width / picture.size.width || 1;
  return {
    x: (box.left - whole.left) / scale,
    y: (box.top - whole.top) / scale,
    width: box.width / scale,
    height: box.height / scale,
  };
}

/** Centre of a part, in the picture's own pixels. */
export function centreOf(picture: Picture, part: Element): Point {
  const { x, y, width, height } = boxOf(picture, part);
  return { x: x + width / 2, y: y + height / 2 };
}

/** Where reading begins: the topmost thing, and of those beside it the one on the left. It must stand in the page. */
export function beginningOf(picture: Picture): Point & Size {
  const boxes = choosable(picture).map((part) => boxOf(picture, part));
  const top = Math.min(...boxes.map((at) => at.y));
  const row = boxes.filter((at) => at.y < top + ROW);
  return row.reduce((first, at) => (at.x < first.x ? at : first), row[0] ?? { x: 0, y: 0, width: 0, height: 0 });
}

/** What opens and folds is a button for the keyboard and for those who hear the page. */
function withinReach(part: Element): void {
  part.setAttribute("tabindex", "0");
  part.setAttribute("role", "button");
  const words = [...part.querySelectorAll("text")].map((text) => text.textContent).join(" ").trim();
  part.setAttribute("aria-label", part.hasAttribute("data-open") ? `Open: ${words || "what is folded here"}` : "Fold again");
}

function adopt(rules: string): void {
  if (adopted.has(rules)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  adopted.set(rules, sheet);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Takes the legend out, with the rule above it, and gives it as a picture of its own. */
function takeLegend(element: SVGSVGElement): SVGSVGElement | null {
  const panels = [...element.querySelectorAll<SVGGElement>(":scope > g.picture")];
  const panel = panels.find((one) => one.querySelector(`[id^="${CSS.escape(element.id)}-legend"]`) !== null);
  if (panel === undefined || panels.length < 2) return null;
  if (panel.previousElementSibling?.localName === "path") panel.previousElementSibling.remove();
  const legend = element.cloneNode(false) as SVGSVGElement;
  legend.removeAttribute("aria-labelledby");
  legend.removeAttribute("id");
  legend.setAttribute("aria-label", "Legend");
  legend.append(panel);
  cropped(legend);
  return legend;
}

/** Makes a picture as large as what is drawn in it, and gives its size. */
function cropped(element: SVGSVGElement): Size {
  element.querySelector(":scope > g.paper")?.remove();
  const holder = document.createElement("div");
  holder.className = "out-of-sight";
  holder.append(element);
  document.body.append(holder);
  const box = element.getBBox();
  holder.remove();
  const size = { width: Math.ceil(box.width + 2 * MARGIN), height: Math.ceil(box.height + 2 * MARGIN) };
  element.setAttribute("viewBox", `${box.x - MARGIN} ${box.y - MARGIN} ${size.width} ${size.height}`);
  element.setAttribute("width", String(size.width));
  element.setAttribute("height", String(size.height));
  return size;
}

function sizeOf(element: SVGSVGElement): Size {
  const box = (element.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
  const [, , width = Number.NaN, height = Number.NaN] = box;
  if (!(width > 0 && height > 0)) throw new Error("This SVG does not say how large it is.");
  element.setAttribute("width", String(width));
  element.setAttribute("height", String(height));
  return { width, height };
}

function hasHandlers(root: Element): boolean {
  return [root, ...root.querySelectorAll("*")].some((element) =>
    element.getAttributeNames().some((name) => name.startsWith("on") || name.endsWith("href")),
  );
}
