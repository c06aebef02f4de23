import { expect, test } from "vitest";

import { MOST_OPEN, carriedOpen, placesOf, readKeys, standInsOf, wherever, withOpen, withoutOpen } from "../src/model/folding";
import { joinAndCount, topologyOf } from "./samples";

test("opening adds a key once, the newest last, and lets the oldest go when there are too many", () => {
  expect(withOpen(["r1", "r2"], "r1")).toEqual(["r2", "r1"]);
  const many = Array.from({ length: MOST_OPEN }, (_, index) => `r${index}`);
  expect(withOpen(many, "t9")).toHaveLength(MOST_OPEN);
  expect(withOpen(many, "t9")).not.toContain("r0");
});

test("folding takes away the keys of a card and leaves the others", () => {
  expect(withoutOpen(["r1", "t2", "r9"], ["r9", "r1"])).toEqual(["t2"]);
});

test("only keys are read from an address", () => {
  expect(readKeys("r5.r17.r5..x2.r05.'].r99999999")).toEqual(["r5", "r17", "x2"]);
});

test("a thing is looked for by itself, then by what hides it, then where it is only named", () => {
  expect(wherever("r7")).toEqual(['[data-node="7"]:not(.reads)', '[data-hides~="r7"]', '[data-node="7"]']);
  expect(wherever("s0")[0]).toBe('[data-store="0"]:not(.reads)');
  expect(placesOf("x3").hider).toBe('[data-hides~="x3"]');
});

test("where a card was pressed, the same card stands, or else the frame that it became", () => {
  const card = standInsOf({ card: "r5", subTopology: null, keys: ["r8"] });
  expect(card.slice(0, 2)).toEqual(['[data-card="r5"]', '[data-node="8"]:not(.reads)']);
  const frame = standInsOf({ card: "g4", subTopology: 4, keys: ["r8"] });
  expect(frame.slice(0, 2)).toEqual(['[data-card="g4"]', '[data-sub-topology="4"]']);
  expect(standInsOf({ card: null, subTopology: 4, keys: ["r8"] })).toContain('[data-hides~="r8"]');
});

test("what is opened stays open when the text changes, found by its name", () => {
  const before = topologyOf(joinAndCount);
  const after = structuredClone(before);
  for (const node of after.topology!.nodes) node.id += 100;
  expect(carriedOpen(before, after, ["r7", "t1", "g0", "r400"])).toEqual(["r107", "t1"]);
});
