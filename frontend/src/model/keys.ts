// What a key means, when it is not meant for something that is written into or steered by keys itself.

import type { Direction } from "./graph";
import type { Side } from "./layout";

export type KeyAction =
  | { kind: "search" }
  | { kind: "fit" }
  | { kind: "zoom"; direction: 1 | -1 }
  | { kind: "walk"; direction: Direction }
  | { kind: "step"; by: 1 | -1 }
  | { kind: "view"; index: number }
  | { kind: "pane"; side: Side }
  | { kind: "release" }
  | { kind: "help" };

export interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  composedPath: () => readonly unknown[];
}

const WALKS: Record<string, Direction> = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

/** The action of a key, or null when it has none or belongs to somebody else. */
export function keyAction(event: Key): KeyAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.composedPath()[0];
  if (isWrittenInto(target)) return null;
  const direction = WALKS[event.key];
  if (direction !== undefined) return isScrolled(target) ? null : { kind: "walk", direction };
  // The tenth view is that of 0, which follows 9 on a keyboard.
  if (/^[0-9]$/.test(event.key)) return { kind: "view", index: (Number(event.key) + 9) % 10 };
  switch (event.key) {
    case "/":
      return { kind: "search" };
    case "f":
      return { kind: "fit" };
    case "+":
    case "=":
      return { kind: "zoom", direction: 1 };
    case "-":
      return { kind: "zoom", direction: -1 };
    case "[":
      return { kind: "step", by: -1 };
    case "]":
      return { kind: "step", by: 1 };
    case "t":
      return { kind: "pane", side: "text" };
    case "d":
      return { kind: "pane", side: "details" };
    case "Escape":
      return { kind: "release" };
    case "?":
      return { kind: "help" };
    default:
      return null;
  }
}

function isWrittenInto(target: unknown): boolean {
  if (typeof Element === "undefined" || !(target instanceof Element)) return false;
  const isField = target.matches("input:not([type=radio], [type=checkbox]), textarea, select");
  return isField || (target instanceof HTMLElement && target.isContentEditable);
}

/** Panes of text scroll with the arrow keys, and groups of radio buttons move with them. */
function isScrolled(target: unknown): boolean {
  if (typeof Element === "undefined" || !(target instanceof Element)) return false;
  return target.matches("input, [role=tab], section[tabindex]") || target.closest("dialog, .steps") !== null;
}
