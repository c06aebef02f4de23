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
/** Letters are drawn 14 px high, and below 12 px people lean forward to read. */
export const READABLE = 12 / 14;
/** As far from the edges as what was looked for should stand, as a share of the pane: one wants to see what is around it. */
const CLEAR = 1 / 4;
/** Around a picture, which has an edge of its own. */
const MARGIN = 8;
/** As much of a picture as cannot be moved out of the pane. */
const KEPT = 96;

/** Shows the whole picture, in the middle, never larger than it was drawn. */
export function fit(picture: Size, pane: Size): Viewport {
  const room = { width: Math.max(pane.width - 2 * MARGIN, 1), height: Math.max(pane.height - 2 * MARGIN, 1) };
  const scale = clamp(Math.min(room.width / picture.width, room.height / picture.height, 1));
  return { scale, x: (pane.width - picture.width * scale) / 2, y: MARGIN + (room.height - picture.height * scale) / 2 };
}

/**
 * How a picture is first shown: all of it, where its letters can then be read. Else as wide as the pane, but never so
 * small that they cannot, from its top; where it is wider, from its left edge, or with what it begins with in the middle
 * if that would not be all in sight, as far as it leaves no empty room at a side.
 */
export function opening(picture: Size, pane: Size, beginning: Point & Size): Viewport {
  const whole = fit(picture, pane);
  if (whole.scale >= READABLE) return whole;
  const scale = Math.max(Math.min((pane.width - 2 * MARGIN) / picture.width, 1), READABLE);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const isFromTheLeft = (beginning.x + beginning.width) * scale + 2 * MARGIN <= pane.width;
  const middle = (beginning.x + beginning.width / 2) * scale;
  return {
    scale,
    x:
      width <= pane.width
        ? (pane.width - width) / 2
        : isFromTheLeft
          ? MARGIN
          : Math.min(Math.max(pane.width / 2 - middle, pane.width - width - MARGIN), MARGIN),
    y: Math.max(MARGIN + (pane.height - 2 * MARGIN - height) / 2, MARGIN),
  };
}

/** Moves as a page scrolls: not beyond the edges of the picture, and not at all where all of it is in sight. */
export function scrollBy(viewport: Viewport, dx: number, dy: number, picture: Size, pane: Size): Viewport {
  const x = scrolled(viewport.x, dx, picture.width * viewport.scale, pane.width, MARGIN, MARGIN);
  const y = scrolled(viewport.y, dy, picture.height * viewport.scale, pane.height, MARGIN, MARGIN);
  return { ...viewport, x, y };
}

/** Brings back what has left the pane, so far that a part of it is in sight. */
export function held(viewport: Viewport, picture: Size, pane: Size): Viewport {
  const within = (at: number, length: number, room: number) => {
    const kept = Math.min(KEPT, length, room);
    return Math.min(Math.max(at, kept - length), room - kept);
  };
  const { scale } = viewport;
  return { scale, x: within(viewport.x, picture.width * scale, pane.width), y: within(viewport.y, picture.height * scale, pane.height) };
}

/**
 * Shows a part of the picture to somebody who looks for it: at a scale at which letters can be read, and in the middle
 * unless it stands clear of the edges already, across and down apart.
 */
export function lookAt(viewport: Viewport, part: Point & Size, pane: Size): Viewport {
  const scale = Math.max(viewport.scale, READABLE);
  const placed = (at: number, start: number, length: number, room: number) => {
    const [from, to] = [start * scale + at, (start + length) * scale + at];
    const isClear = scale === viewport.scale && from >= room * CLEAR && to <= room * (1 - CLEAR);
    return isClear ? at : room / 2 - (start + length / 2) * scale;
  };
  return { scale, x: placed(viewport.x, part.x, part.width, pane.width), y: placed(viewport.y, part.y, part.height, pane.height) };
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

function scrolled(at: number, by: number, length: number, room: number, before: number, after: number): number {
  if (at >= 0 && at + length <= room) return at;
  return Math.min(Math.max(at + by, Math.min(room - after - length, at)), Math.max(before, at));
}

function clamp(scale: number): number {
  return Math.min(Math.max(scale, SMALLEST), LARGEST);
}
