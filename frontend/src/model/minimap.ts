// The small map of a large picture, as numbers.

import { PHONE_BELOW } from "./pictures";
import { readJson, writeJson } from "./session";

interface Size {
  width: number;
  height: number;
}

interface Viewport {
  x: number;
  y: number;
  scale: number;
}

export const MOST_WIDTH = 180;
export const MOST_HEIGHT = 180;
const TIMES = 2;
const MAP = "topoviz.map";

/** A map helps where a picture is larger than twice its pane; on a phone it would only be in the way. */
export function needsMap(picture: Size, pane: Size, scale: number): boolean {
  const isLarger = picture.width * scale > TIMES * pane.width || picture.height * scale > TIMES * pane.height;
  return pane.width >= PHONE_BELOW && isLarger;
}

/** Whether somebody wants the map: it stands over a corner of the picture. */
export function readMap(): boolean {
  return readJson<{ on: boolean }>(localStorage, MAP, (value) => typeof value.on === "boolean")?.on ?? false;
}

export function writeMap(on: boolean): void {
  writeJson(localStorage, MAP, { on });
}

/** How much smaller than the picture its map is. */
export function scaleOfMap(picture: Size): number {
  return Math.min(MOST_WIDTH / picture.width, MOST_HEIGHT / picture.height);
}

/** What of the picture the pane shows, in the picture's pixels. */
export function frameOf(viewport: Viewport, pane: Size): Size & { x: number; y: number } {
  const { x, y, scale } = viewport;
  return { x: -x / scale, y: -y / scale, width: pane.width / scale, height: pane.height / scale };
}

/** The viewport that has a point of the picture in the middle of the pane. */
export function centredOn(point: { x: number; y: number }, viewport: Viewport, pane: Size): Viewport {
  const { scale } = viewport;
  return { scale, x: pane.width / 2 - point.x * scale, y: pane.height / 2 - point.y * scale };
}
