// Where a picture stands in its pane and how large it is, as numbers: panning, zooming, fitting. Knows no DOM.

/** A point of the picture, times scale, plus (x, y), is a point of the pane, both in CSS pixels. */
export interface Viewport {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

export const SMALLEST = 0.05;
export const LARGEST = 6;
const READABLE = 0.6;
const MARGIN = 24;
/** Room for what stands at the foot of the pane. */
const FOOT = 60;

/** Shows the whole picture, in the middle, never larger than it was drawn. */
export function fit(picture: Size, pane: Size): Viewport {
  const room = { width: Math.max(pane.width - 2 * MARGIN, 1), height: Math.max(pane.height - MARGIN - FOOT, 1) };
  const scale = clamp(Math.min(room.width / picture.width, room.height / picture.height, 1));
  return { scale, x: (pane.width - picture.width * scale) / 2, y: MARGIN + (room.height - picture.height * scale) / 2 };
}

/**
 * How a picture is first shown: all of it, but not so small that nothing can be read; then from its top, with the place
 * where it begins in the middle, as far as that leaves no empty room at a side.
 */
export function opening(picture: Size, pane: Size, beginning: Point): Viewport {
  const whole = fit(picture, pane);
  if (whole.scale >= READABLE) return whole;
  const width = picture.width * READABLE;
  const height = picture.height * READABLE;
  return {
    scale: READABLE,
    x:
      width <= pane.width
        ? (pane.width - width) / 2
        : Math.min(Math.max(pane.width / 2 - beginning.x * READABLE, pane.width - width - MARGIN), MARGIN),
    y: Math.max(MARGIN + (pane.height - MARGIN - FOOT - height) / 2, MARGIN),
  };
}

/** Makes the picture larger or smaller by a factor; the point of the pane stays over the same point of the picture. */
export function zoomAt(viewport: Viewport, factor: number, at: Point): Viewport {
  const scale = clamp(viewport.scale * factor);
  const ratio = scale / viewport.scale;
  return { scale, x: at.x - (at.x - viewport.x) * ratio, y: at.y - (at.y - viewport.y) * ratio };
}

export function panBy(viewport: Viewport, dx: number, dy: number): Viewport {
  return { ...viewport, x: viewport.x + dx, y: viewport.y + dy };
}

/** Moves a point of the picture into the pane, as little as possible, so that it stands clear of the edges. */
export function reveal(viewport: Viewport, point: Point, pane: Size): Viewport {
  const shown = { x: point.x * viewport.scale + viewport.x, y: point.y * viewport.scale + viewport.y };
  const clear = { x: Math.min(96, pane.width / 3), y: Math.min(64, pane.height / 3) };
  const x = Math.min(Math.max(shown.x, clear.x), pane.width - clear.x);
  const y = Math.min(Math.max(shown.y, clear.y), pane.height - clear.y);
  return panBy(viewport, x - shown.x, y - shown.y);
}

/** Puts a new picture so that one thing stays where it was on the screen. */
export function keepInPlace(viewport: Viewport, before: Point, after: Point): Viewport {
  return panBy(viewport, (before.x - after.x) * viewport.scale, (before.y - after.y) * viewport.scale);
}

function clamp(scale: number): number {
  return Math.min(Math.max(scale, SMALLEST), LARGEST);
}
