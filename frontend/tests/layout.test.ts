import { expect, test } from "vitest";

import { UNSAID, isOpen, staysOpen, usualWidths } from "../src/model/layout";

test("details are open where there is room for them, unless somebody chose", () => {
  expect([1099, 1100].map((window) => isOpen("details", UNSAID, UNSAID, window))).toEqual([false, true]);
  expect(isOpen("details", UNSAID, { ...UNSAID, details: false }, 1920)).toBe(false);
  expect(isOpen("details", { ...UNSAID, details: true }, { ...UNSAID, details: false }, 1920)).toBe(true);
});

test("the text makes room for a program that came as a file, unless somebody chose", () => {
  expect(isOpen("text", UNSAID, UNSAID, 1280)).toBe(true);
  expect([1439, 1440].map((window) => staysOpen(UNSAID, window))).toEqual([false, true]);
  expect([true, false].map((text) => staysOpen({ ...UNSAID, text }, 1280))).toEqual([true, false]);
});

test("panes are neither slivers nor half of a large window", () => {
  expect(usualWidths(900)).toEqual({ text: 300, details: 260 });
  expect(usualWidths(2560)).toEqual({ text: 520, details: 380 });
});
