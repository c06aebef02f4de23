import { expect, test } from "vitest";

import { LARGEST, SMALLEST, fit, keepInPlace, opening, reveal, zoomAt } from "../src/lib/viewport";

const pane = { width: 800, height: 600 };

test("fitting shows all of it and never makes it larger than it was drawn", () => {
  const small = fit({ width: 100, height: 100 }, pane);
  expect(small.scale).toBe(1);
  const large = fit({ width: 8000, height: 100 }, pane);
  expect(8000 * large.scale + large.x).toBeLessThanOrEqual(pane.width);
  expect(large.x).toBeGreaterThanOrEqual(0);
});

test("a large picture opens at a size that can be read, from its top", () => {
  const opened = opening({ width: 600, height: 20000 }, pane, { x: 300, y: 20 });
  expect(opened.scale).toBe(0.6);
  expect(opened.y).toBeGreaterThan(0);
});

test("a wide picture opens where it begins, without empty room beside it", () => {
  const wide = { width: 8000, height: 20000 };
  const middle = opening(wide, pane, { x: 4000, y: 20 });
  expect(4000 * middle.scale + middle.x).toBeCloseTo(pane.width / 2);
  expect(opening(wide, pane, { x: 10, y: 20 }).x).toBeGreaterThan(0);
  const right = opening(wide, pane, { x: 7990, y: 20 });
  expect(8000 * right.scale + right.x).toBeLessThan(pane.width);
});

test("zooming keeps the point under the pointer and stays within bounds", () => {
  const before = { x: 10, y: 20, scale: 1 };
  const after = zoomAt(before, 2, { x: 110, y: 220 });
  expect((110 - after.x) / after.scale).toBeCloseTo(100);
  expect((220 - after.y) / after.scale).toBeCloseTo(200);
  expect(zoomAt(before, 1e9, { x: 0, y: 0 }).scale).toBe(LARGEST);
  expect(zoomAt(before, 1e-9, { x: 0, y: 0 }).scale).toBe(SMALLEST);
});

test("revealing moves nothing that is in sight, and brings in what is not", () => {
  const viewport = { x: 0, y: 0, scale: 1 };
  expect(reveal(viewport, { x: 400, y: 300 }, pane)).toEqual(viewport);
  const moved = reveal(viewport, { x: 2000, y: 300 }, pane);
  expect(2000 + moved.x).toBeLessThan(pane.width);
});

test("a new picture keeps a node where it was", () => {
  const moved = keepInPlace({ x: 5, y: 5, scale: 2 }, { x: 10, y: 10 }, { x: 30, y: 10 });
  expect(30 * 2 + moved.x).toBe(10 * 2 + 5);
});
