import { expect, test } from "vitest";

import { LARGEST, READABLE, SMALLEST, fit, held, keepInPlace, lookAt, opening, reveal, scrollBy, zoomAt } from "../src/lib/viewport";

const pane = { width: 800, height: 600 };

test("fitting shows all of it and never makes it larger than it was drawn", () => {
  const small = fit({ width: 100, height: 100 }, pane);
  expect(small.scale).toBe(1);
  const large = fit({ width: 8000, height: 100 }, pane);
  expect(8000 * large.scale + large.x).toBeLessThanOrEqual(pane.width);
  expect(large.x).toBeGreaterThanOrEqual(0);
});

test("a picture that is too high opens as wide as its pane, from its top", () => {
  const opened = opening({ width: 790, height: 20000 }, pane, { x: 300, y: 20, width: 100, height: 20 });
  expect(790 * opened.scale).toBeCloseTo(pane.width - 2 * 8);
  expect(opened.y).toBe(8);
});

test.each([
  [{ width: 8000, height: 20000 }, pane],
  [{ width: 700, height: 900 }, { width: 360, height: 600 }],
  [{ width: 900, height: 640 }, pane],
])("letters of 13 px open with at least 11", (picture, room) => {
  expect(opening(picture, room, { x: 300, y: 20, width: 100, height: 20 }).scale * 13).toBeGreaterThanOrEqual(11);
});

test("a wide picture opens where it begins, without empty room beside it", () => {
  const wide = { width: 8000, height: 20000 };
  const card = { y: 20, width: 200, height: 40 };
  const middle = opening(wide, pane, { ...card, x: 3900 });
  expect(4000 * middle.scale + middle.x).toBeCloseTo(pane.width / 2);
  expect(opening(wide, pane, { ...card, x: 10 }).x).toBe(8);
  expect(opening(wide, pane, { ...card, x: 600 }).x).toBe(8);
  const right = opening(wide, pane, { ...card, x: 7790 });
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

test("a wheel scrolls to the edges of a large picture and moves none that is in sight", () => {
  const picture = { width: 400, height: 5000 };
  const start = { x: 200, y: 24, scale: 1 };
  expect(scrollBy(start, 0, -100, picture, pane)).toEqual({ ...start, y: -76 });
  expect(scrollBy(start, 50, 100, picture, pane)).toEqual(start);
  const foot = scrollBy(start, 0, -1e6, picture, pane);
  expect(foot.y + picture.height).toBeLessThan(pane.height);
  expect(foot.y + picture.height).toBeGreaterThan(0);
});

test("a picture cannot be lost outside its pane", () => {
  const lost = held({ x: 9000, y: -9000, scale: 1 }, { width: 400, height: 300 }, pane);
  expect(lost.x).toBeLessThan(pane.width);
  expect(lost.y + 300).toBeGreaterThan(0);
});

test("what was found stands in the middle, at a scale at which it can be read", () => {
  const row = { x: 2950, y: 990, width: 100, height: 20 };
  const found = lookAt({ x: 0, y: 0, scale: 0.1 }, row, pane);
  expect(found.scale).toBe(READABLE);
  expect(3000 * found.scale + found.x).toBeCloseTo(pane.width / 2);
  expect(lookAt(found, row, pane)).toEqual(found);
  expect(lookAt({ x: 0, y: -700, scale: 1 }, row, pane)).toEqual({ x: pane.width / 2 - 3000, y: -700, scale: 1 });
  expect(lookAt({ x: -2750, y: -900, scale: 1 }, row, pane)).toEqual({ x: -2750, y: pane.height / 2 - 1000, scale: 1 });
  expect(lookAt({ x: -2750, y: 0, scale: 1 }, row, pane)).toEqual({ x: -2750, y: pane.height / 2 - 1000, scale: 1 });
});
