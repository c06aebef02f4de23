import { expect, test } from "vitest";

import { Clock, bytes, count, counted, duration, rate, share, slope, times } from "../src/model/lagWords";

test("numbers are grouped and what is not known is a dash", () => {
  expect(count(12_340)).toBe("12,340");
  expect(count(0)).toBe("0");
  expect(count(null)).toBe("–");
  expect(counted(1, "task")).toBe("1 task");
  expect(counted(1200, "task")).toBe("1,200 tasks");
});

test.each([
  [120.4, "120/s"],
  [3.14159, "3.1/s"],
  [0, "0/s"],
  [0.01, "<0.1/s"],
  [-2, "−2/s"],
  [1_234_567, "1,234,567/s"],
  [null, "–"],
])("the rate %s is %s", (value, text) => {
  expect(rate(value)).toBe(text);
});

test("a slope has its sign, a share its percent, a multiple its cross", () => {
  expect(slope(12)).toBe("+12/s");
  expect(slope(-12)).toBe("−12/s");
  expect(slope(0)).toBe("0/s");
  expect(slope(-0.01)).toBe("≈ 0/s");
  expect(share(0.413)).toBe("41 %");
  expect(share(0.0001)).toBe("<1 %");
  expect(share(0)).toBe("0 %");
  expect(times(2.44)).toBe("2.4×");
  expect(times(1)).toBe("1.0×");
});

test.each([
  [0, "0 s"],
  [0.4, "<1 s"],
  [59.7, "1 min"],
  [90, "1 min 30 s"],
  [720, "12 min"],
  [3595, "1 h"],
  [3900, "1 h 5 min"],
  [86_400 * 2 + 3600 * 5 + 50, "2 d 5 h"],
  [1e12, "over a year"],
  [null, "–"],
])("%s seconds are %s", (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

test("sizes of files take the unit that suits", () => {
  expect([512, 2048, 5 * 1024 ** 2, 3 * 1024 ** 3].map(bytes)).toEqual(["512 bytes", "2 KiB", "5 MiB", "3 GiB"]);
});

test("times are the viewer's, and the zone is said", () => {
  const clock = new Clock("2025-11-20T14:40:00.000Z", "2025-11-20T16:40:00.000Z", "en-GB", "Europe/Berlin");
  expect(clock.zone).toBe("CET, Europe/Berlin");
  expect(clock.full("2025-11-20T14:40:00.000Z")).toBe("20 Nov 2025, 15:40");
  expect(clock.brief("2025-11-20T14:40:00.000Z")).toBe("15:40");
});

test("a history of more than a day says the day with every time", () => {
  const clock = new Clock("2025-11-20T14:40:00.000Z", "2025-11-23T14:40:00.000Z", "en-GB", "UTC");
  expect(clock.brief("2025-11-21T08:00:00.000Z")).toContain("21 Nov");
  expect(clock.zone).toBe("UTC");
});
