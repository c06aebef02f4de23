import { expect, test } from "vitest";

import type { Diagnostic, Place } from "../src/api/types";
import { byWeight, keysOf, waitingOf } from "../src/model/diagnostics";

const noted: Diagnostic = { severity: "note", code: "a-note", reason: "", effect: "", next_step: "", at: null };

test("what is worst comes first", () => {
  const severities = (["note", "unsure", "refused", "unreadable"] as const).map((severity) => ({ ...noted, severity }));
  expect(byWeight(severities).map(({ severity }) => severity)).toEqual(["refused", "unreadable", "unsure", "note"]);
});

test("of the same weight, what lies in the files of the topology on show comes first", () => {
  const at = (file_id: number) => ({ file_id }) as Place;
  const given = [{ ...noted, at: at(0) }, { ...noted, at: at(1) }, { ...noted, severity: "unsure" as const }];
  expect(byWeight(given, new Set([1])).map((one) => one.at?.file_id)).toEqual([undefined, 1, 0]);
});

test("a folded text says how many of the worst kind wait in it, and nothing of mere notes", () => {
  const of = (...severities: Diagnostic["severity"][]) => waitingOf(severities.map((severity) => ({ ...noted, severity })));
  expect(of("unsure", "note", "unsure")).toBe("2 unsure");
  expect(of("unsure", "refused")).toBe("1 refusal");
  expect(of("note")).toBe("");
});

test("a diagnostic asks for the keys that it names", () => {
  expect(keysOf({ ...noted, keys: ["orders.topic", "a, b"] })).toEqual(["orders.topic", "a, b"]);
});

test("one that was kept before there were keys asks for none", () => {
  expect(keysOf(noted)).toEqual([]);
});
