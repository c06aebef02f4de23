// What a key does on a page that shows an analysis.

import type { View } from "../model/addressState";
import type { Direction } from "../model/graph";
import type { KeyAction } from "../model/keys";
import type { Panes } from "../panes.svelte";
import type { Viewer } from "../viewer.svelte";

/** The middle of such a page, as far as keys move it. */
export interface Middle {
  focusSearch: () => void;
  fitAll: () => void;
  zoom: (direction: 1 | -1) => void;
  walkAlong: (direction: Direction) => void;
}

export interface Steered {
  viewer: Viewer;
  panes: Panes;
  middle: Middle;
  /** In the order of their tabs. */
  views: readonly View[];
  onhelp: () => void;
}

export function steer(action: KeyAction, { viewer, panes, middle, views, onhelp }: Steered): void {
  switch (action.kind) {
    case "search":
      return middle.focusSearch();
    case "fit":
      return middle.fitAll();
    case "zoom":
      return middle.zoom(action.direction);
    case "walk":
      return middle.walkAlong(action.direction);
    case "view":
      return showView(viewer, views[action.index]);
    case "pane":
      return panes.toggle(action.side);
    case "step":
      return viewer.moveStep(action.by);
    case "release":
      return viewer.letGo();
    case "help":
      return onhelp();
  }
}

/** A view that was asked for by a key takes the keys that scroll. */
function showView(viewer: Viewer, view: View | undefined): void {
  if (view === undefined) return;
  viewer.showView(view);
  requestAnimationFrame(() => document.querySelector<HTMLElement>("#view section[tabindex], #view [role=region]")?.focus());
}
