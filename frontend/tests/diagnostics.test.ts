import { expect, test } from "vitest";

import type { Diagnostic } from "../src/api/types";
import { byWeight, nextStepWords, setKeys, setKeysOf } from "../src/model/diagnostics";
import { joinAndCount, unsure } from "./samples";

const asking = (nextStep: string): Diagnostic => ({
  severity: "unsure",
  code: "unknown-text",
  reason: "",
  effect: "",
  next_step: nextStep,
  at: null,
});

test("the keys of a real program are found, with quotation marks inside them", () => {
  expect(setKeys(unsure.diagnostics)).toEqual(["orders.topic", 'config.containsKey("dedup")']);
});

test("a program that leaves nothing open asks for nothing", () => {
  expect(setKeys(joinAndCount.diagnostics)).toEqual([]);
});

test("apostrophes inside a key do not end it", () => {
  expect(setKeysOf(asking("Say what it is: --set 'flags.contains('x')=…'."))).toEqual(["flags.contains('x')"]);
});

test("several keys are told apart, commas inside brackets and texts are not", () => {
  expect(setKeysOf(asking("Say what it is: --set 'a=…' --set 'b=…'."))).toEqual(["a", "b"]);
  expect(setKeysOf(asking("Say what it is: --set 'f(a, b), \"c, d\"=…'."))).toEqual(["f(a, b)", '"c, d"']);
});

test("what is worst comes first", () => {
  const severities = (["note", "unsure", "refused", "unreadable"] as const).map((severity) => ({ ...asking(""), severity }));
  expect(byWeight(severities).map(({ severity }) => severity)).toEqual(["refused", "unreadable", "unsure", "note"]);
});

test("other advice asks for no value and is kept whole", () => {
  const advice = asking("Close the bracket, or paste the rest of the code.");
  expect(setKeysOf(advice)).toEqual([]);
  expect(nextStepWords(advice)).toBe("Close the bracket, or paste the rest of the code.");
});

test("the command line's spelling is left out of the words", () => {
  expect(nextStepWords(asking("Say what it is: --set 'a=…'."))).toBe("Say what it is.");
});
