import { expect, test } from "vitest";

import { MOST_HEIGHT, MOST_WIDTH, centredOn, frameOf, needsMap, scaleOfMap } from "../src/model/minimap";

const pane = { width: 640, height: 600 };

test("there is a map where a picture is larger than twice its pane, and none on a phone", () => {
  expect(needsMap({ width: 600, height: 1300 }, pane, 1)).toBe(true);
  expect(needsMap({ width: 600, height: 1300 }, pane, 0.9)).toBe(false);
  expect(needsMap({ width: 4000, height: 4000 }, { width: 390, height: 600 }, 1)).toBe(false);
});

test("a map fits into its place, whatever the picture's shape", () => {
  for (const picture of [{ width: 9000, height: 300 }, { width: 300, height: 9000 }]) {
    const scale = scaleOfMap(picture);
    expect(picture.width * scale).toBeLessThanOrEqual(MOST_WIDTH);
    expect(picture.height * scale).toBeLessThanOrEqual(MOST_HEIGHT);
  }
});

test("a press on the map brings that place into the middle of the pane", () => {
  const next = centredOn({ x: 1000, y: 500 }, { x: 0, y: 0, scale: 2 }, pane);
  const frame = frameOf(next, pane);
  expect(frame.x + frame.width / 2).toBeCloseTo(1000);
  expect(frame.y + frame.height / 2).toBeCloseTo(500);
});
