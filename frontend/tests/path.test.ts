import { expect, test } from "vitest";

import { START } from "../src/model/addressState";
import { pathOf } from "../src/model/path";
import { joinAndCount, topologyOf } from "./samples";

const topology = topologyOf(joinAndCount);
const words = (state: object) => pathOf({ ...START, ...state }, topology).map((crumb) => crumb.words);

test("the whole topology has no way back", () => {
  expect(words({})).toEqual([]);
  expect(words({ view: "plan", around: { key: "r1", steps: 1 } })).toEqual([]);
});

test("a sub-topology leads back to the topology", () => {
  expect(pathOf({ ...START, view: "sub-topologies", subTopology: 1 }, topology)).toEqual([
    { words: "Topology", change: { view: "topology", around: null } },
    { words: "Sub-topology 1", change: null },
  ]);
});

test("what is around a step leads back to its sub-topology; a topic between two has none of its own", () => {
  expect(words({ around: { key: "r1", steps: 2 } })).toEqual(["Topology", "Sub-topology 0", "2 steps around map #1"]);
  expect(words({ around: { key: "t1", steps: 1 } })).toEqual(["Topology", "1 step around KSTREAM-MAP-0000000001-repartition"]);
  expect(words({ around: { key: "r99", steps: 1 } })).toEqual([]);
});
