import { beforeEach, expect, test } from "vitest";

import { forget, isNews } from "../src/model/announcing";

const MINUTE = 60_000;
const LARGE = 100 * 1024 * 1024;

beforeEach(forget);

test("opening the form and choosing a small file is one announcement", () => {
  expect(isNews(0, 0)).toBe(true);
  expect(isNews(600_000, MINUTE)).toBe(false);
  expect(isNews(0, 2 * MINUTE)).toBe(false);
});

test("a large file is told, since Spark starts in another way for it, and then small ones are not", () => {
  expect(isNews(0, 0)).toBe(true);
  expect(isNews(LARGE, MINUTE)).toBe(true);
  expect(isNews(LARGE, 2 * MINUTE)).toBe(false);
  expect(isNews(600_000, 3 * MINUTE)).toBe(false);
});

test("who took long to find the file tells it once more", () => {
  expect(isNews(0, 0)).toBe(true);
  expect(isNews(600_000, 6 * MINUTE)).toBe(true);
});
