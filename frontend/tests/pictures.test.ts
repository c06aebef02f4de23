import { expect, test } from "vitest";

import { START } from "../src/model/addressState";
import { pictureOf, shownSubTopology } from "../src/model/pictures";
import { dump, joinAndCount, refused, topologyOf } from "./samples";

test("each view has its picture", () => {
  const topology = topologyOf(joinAndCount);
  const view = (state: object) => pictureOf({ ...START, ...state }, topology)?.view;
  expect(view({ view: "plan", side: "after" })).toBe("plan-optimized");
  expect(view({ view: "plan", side: "both" })).toBe("before-after");
  expect(view({ view: "steps", side: "before" })).toBe("before-after");
  expect(view({ view: "sub-topologies", subTopology: 1 })).toBe("sub-topology:1");
  expect(view({ view: "text" })).toBeUndefined();
});

test("a sub-topology that is gone gives way to the first", () => {
  expect(shownSubTopology({ ...START, subTopology: 9 }, topologyOf(joinAndCount))).toBe(0);
});

test("a dump has no picture of a plan, a refused program none of a topology", () => {
  expect(pictureOf({ ...START, view: "plan" }, topologyOf(dump))).toBeNull();
  expect(pictureOf(START, topologyOf(refused))).toBeNull();
  expect(pictureOf({ ...START, view: "plan", side: "before" }, topologyOf(refused))?.view).toBe("plan");
});
