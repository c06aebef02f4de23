// Wheel, drag and pinch, as viewports. A wheel or two fingers on a trackpad scroll, as everywhere; a pinch zooms.

import { held, panBy, scrollBy, zoomAt, type Point, type Size, type Viewport } from "./viewport";

export interface Stage {
  element: () => HTMLElement;
  viewport: () => Viewport;
  picture: () => Size;
  /** In a page that scrolls the wheel goes on scrolling it. */
  isInPage: () => boolean;
  move: (next: Viewport) => void;
  hold: (isHeld: boolean) => void;
}

const DRAG_FROM = 4;
const LINE = 16;
/** Browsers send a pinch on a trackpad as a wheel with Ctrl, in small steps. */
const PINCH = 0.01;
const MOST_STEP = 40;

export function gesturesOn(stage: Stage) {
  const pointers = new Map<number, Point>();
  let isDragged = false;

  const within = (event: MouseEvent): Point => {
    const box = stage.element().getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const pane = (): Size => ({ width: stage.element().clientWidth, height: stage.element().clientHeight });

  return {
    /** Whether the press that is ending moved the picture, and so was no click. */
    isDragged: () => isDragged,

    onwheel(event: WheelEvent) {
      const isZooming = event.ctrlKey || event.metaKey;
      if (stage.isInPage() && !isZooming && !event.shiftKey) return;
      event.preventDefault();
      const lines = event.deltaMode === 1 ? LINE : 1;
      const [right, down] = [event.deltaX * lines, event.deltaY * lines];
      if (isZooming) {
        const step = Math.min(Math.max(down, -MOST_STEP), MOST_STEP);
        return stage.move(zoomAt(stage.viewport(), Math.exp(-step * PINCH), within(event)));
      }
      const isTurned = event.shiftKey && right === 0;
      stage.move(scrollBy(stage.viewport(), isTurned ? -down : -right, isTurned ? 0 : -down, stage.picture(), pane()));
    },

    onpointerdown(event: PointerEvent) {
      if (event.button !== 0) return;
      pointers.set(event.pointerId, within(event));
      isDragged = false;
    },

    onpointermove(event: PointerEvent) {
      const before = pointers.get(event.pointerId);
      if (before === undefined) return;
      const now = within(event);
      // The pointer is taken only once it moves: taken earlier, clicks would no longer reach the nodes.
      if (!isDragged && pointers.size === 1 && Math.hypot(now.x - before.x, now.y - before.y) < DRAG_FROM) return;
      if (!isDragged) stage.element().setPointerCapture(event.pointerId);
      isDragged = true;
      stage.hold(true);
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      const viewport = stage.viewport();
      if (other === undefined) stage.move(held(panBy(viewport, now.x - before.x, now.y - before.y), stage.picture(), pane()));
      else {
        const far = (from: Point) => Math.hypot(from.x - other.x, from.y - other.y);
        stage.move(zoomAt(viewport, far(now) / Math.max(far(before), 1), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }));
      }
      pointers.set(event.pointerId, now);
    },

    onpointerend(event: PointerEvent) {
      pointers.delete(event.pointerId);
      if (pointers.size === 0) stage.hold(false);
    },
  };
}
