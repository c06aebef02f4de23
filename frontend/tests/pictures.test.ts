import { expect, test } from "vitest";

import { START } from "../src/model/addressState";
import { panelOf, pictureOf, questionOf, sharedPicture, shownSubTopology } from "../src/model/pictures";
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

test("the server is asked for what is open in this picture, in one order, and for the kind of the pane", () => {
  const topology = topologyOf(joinAndCount);
  const ask = (state: object, width: number) => questionOf(pictureOf({ ...START, ...state }, topology, panelOf(width))!);
  expect(ask({ open: ["t2", "p4", "r5"] }, 640)).toEqual({ view: "topology", open: "r5,t2" });
  expect(ask({ view: "plan", side: "before", open: ["t2", "p4", "r5"] }, 479)).toEqual({ view: "plan", open: "p4", panel: "phone" });
  expect(ask({ isWhole: true, open: ["r5"] }, 880)).toEqual({ view: "topology", whole: "1", panel: "wide" });
});

test("a part of the topology is asked for as long as there is what it is around", () => {
  const view = (key: string) => pictureOf({ ...START, around: { key, steps: 2 } }, topologyOf(joinAndCount))!.view;
  expect(view("r7")).toBe("around:r7:2");
  expect(view("r700")).toBe("topology");
});

test("a link shows what is on show, and nothing is added for what it shows by itself", () => {
  const topology = topologyOf(joinAndCount);
  const shared = (state: object, index = 0) => sharedPicture({ ...START, ...state }, topology, index);
  expect(shared({ view: "topology" })).toBe("");
  expect(shared({ view: "topology" }, 2)).toBe("?view=topology&topology=2");
  expect(shared({ view: "topology", open: ["r4", "r2"] })).toBe("?view=topology&open=r2,r4");
  expect(shared({ view: "sub-topologies", isWhole: true })).toBe("?view=sub-topology:0&whole=1");
  expect(shared({ view: "text" })).toBe("");
});
