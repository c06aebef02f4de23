import { expect, test } from "vitest";

import type { Finding, HourOfDay, LagReport } from "../src/api/lagTypes";
import { WIDTH, pictureOf } from "../src/model/findingPicture";
import { firstSentence } from "../src/model/lagSentences";
import { daysOf } from "../src/model/lagHours";
import { Clock } from "../src/model/lagWords";

const START = "2026-03-02T10:00:00.000Z";
const END = "2026-03-02T11:00:00.000Z";
const REPORT = { start: START, end: END } as LagReport;
const clock = new Clock(START, END, "en-GB", "UTC");

function finding(lag: (number | null)[], start: string | null = null, until: string | null = null): Finding {
  return { start, until, lines: { bucket_seconds: 3600 / lag.length, lag, produce_rate: [], consume_rate: [] } } as unknown as Finding;
}

test("the picture of a finding marks its time and says its most", () => {
  const picture = pictureOf(finding([0, 10, 40, 0], "2026-03-02T10:15:00.000Z", "2026-03-02T10:45:00.000Z"), REPORT, clock);
  expect(picture?.event).toEqual({ from: WIDTH / 4, width: WIDTH / 2 });
  expect(picture?.most).toBe(40);
  expect(picture?.sentence).toContain("at most about 40 records, at 2 Mar 2026, 10:30");
});

test("where samples are missing the line is cut", () => {
  const picture = pictureOf(finding([5, 6, null, 7, 8]), REPORT, clock);
  expect(picture?.line.match(/M/g)).toHaveLength(2);
  expect(picture?.event).toBeNull();
});

test("what took a moment is still wide enough to be seen", () => {
  const picture = pictureOf(finding([1, 2, 3], END, END), REPORT, clock);
  expect(picture?.event).toEqual({ from: WIDTH - 3, width: 3 });
});

test("without lines there is no picture", () => {
  expect(pictureOf({ ...finding([]), lines: null }, REPORT, clock)).toBeNull();
  expect(pictureOf(finding([1, null, null]), REPORT, clock)).toBeNull();
});

test("a day says at which hour most comes and at which most waits", () => {
  const hour = (number: number, come: number, waits: number): HourOfDay =>
    ({ group: "shop", hour: number, days: 3, produce_rate: come, produce_rate_max: come, consume_rate: come, lag_mean: waits, lag_max: 0 });
  const [day] = daysOf([hour(9, 100, 5), hour(10, 300, 90), hour(11, 200, 700)]);
  expect(day?.sentence).toContain("most comes from 10:00 UTC on: 300/s, 1.5× of the mean hour");
  expect(day?.sentence).toContain("Lag is largest from 11:00 UTC on, 700 records on average. Of 21 hours");
});

test("the first sentence stands alone, whatever names are in it", () => {
  expect(firstSentence("Topic `a. B` waits for 1.5 hours. It is one. Look.")).toEqual(["Topic `a. B` waits for 1.5 hours.", "It is one. Look."]);
  expect(firstSentence("All is well.")).toEqual(["All is well.", ""]);
});
