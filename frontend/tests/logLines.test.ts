import { expect, test } from "vitest";

import type { ExplainedLine, ExplainedLog } from "../src/api/logTypes";
import { placeText, printedText } from "../src/model/simulation/logLines";

const place = { class: "org.apache.kafka.streams.processor.internals.StreamTask", logger: "", method: "suspend", level: "INFO", exception: null, releases: "2.6.0-", template: "Suspended" };
const line: ExplainedLine = { line: 1, text: "", printed_by: [place], is_of_version: true, meaning: null, look: null, exceptions: [], in_simulation: null };
const log: ExplainedLog = { kafka_version: "2.5.1", is_cut: false, lines: [], not_known: [], goes_on_after: null };

test("who prints a line is said, and that another version does", () => {
  expect(printedText(line, "3.9.2")).toBe("INFO of StreamTask.suspend.");
  expect(printedText({ ...line, is_of_version: false }, "2.5.1")).toContain("Kafka 2.5.1 does not have it; these releases do: 2.6.0-.");
  expect(printedText({ ...line, printed_by: [{ ...place, level: null, exception: "StreamsException" }] }, null)).toBe("StreamsException in StreamTask.suspend.");
  expect(printedText({ ...line, printed_by: [] }, null)).toBe("");
});

test("that no event prints a line is said only where all were looked at", () => {
  const none = { ...line, in_simulation: { count: 0, first: [] } };
  expect(placeText(line, log, false)).toBe("It stands for no event of a run.");
  expect(placeText(none, log, false)).toBe("No event of this run belongs to it.");
  expect(placeText(none, log, true)).toBe("No event of those that are kept of this run belongs to it.");
  expect(placeText(none, { ...log, goes_on_after: 9 }, false)).toBe("No event belongs to it so far; there are more to look at.");
  expect(placeText({ ...line, in_simulation: { count: 1, first: [] } }, log, false)).toBe("1 event of this run belongs to it.");
  expect(placeText({ ...line, in_simulation: { count: 3, first: [] } }, { ...log, goes_on_after: 9 }, false)).toBe("3 events so far of this run belong to it.");
});
