import { expect, test } from "vitest";

import type { Diagnostic } from "../src/api/types";
import { byWeight, keysOf } from "../src/model/diagnostics";

const noted: Diagnostic = { severity: "note", code: "a-note", reason: "", effect: "", next_step: "", at: null };

test("what is worst comes first", () => {
  const severities = (["note", "unsure", "refused", "unreadable"] as const).map((severity) => ({ ...noted, severity }));
  expect(byWeight(severities).map(({ severity }) => severity)).toEqual(["refused", "unreadable", "unsure", "note"]);
});

test("a diagnostic asks for the keys that it names", () => {
  expect(keysOf({ ...noted, keys: ["orders.topic", "a, b"] })).toEqual(["orders.topic", "a, b"]);
});

test("one that was kept before there were keys asks for none", () => {
  expect(keysOf(noted)).toEqual([]);
});
