import { expect, test } from "vitest";

import { START, type AddressState } from "../src/model/addressState";
import { moveTo, type Target } from "../src/model/sight";
import { joinAndCount, topologyOf } from "./samples";

const topology = topologyOf(joinAndCount);
const count: Target = { space: "runtime", id: 9 };

/** The next move, given what stands in the picture. */
function next(target: Target, picture: string[], state: Partial<AddressState> = {}, space: "runtime" | "plan" = "runtime") {
  return moveTo(target, { ...START, ...state }, topology, space, (selector) => picture.includes(selector));
}

test("what is on show is shown, also when it is chosen already", () => {
  expect(next(count, ['[data-node="9"]:not(.reads)'], { chosen: { space: "runtime", id: 9 } })).toEqual({ kind: "show", selectors: ['[data-node="9"]:not(.reads)'] });
});

test("what is folded is opened first, whatever hides it", () => {
  const hidden = ['[data-hides~="r9"]'];
  expect(next(count, hidden, { open: ["r2"] })).toEqual({ kind: "go", change: { open: ["r2", "r9"] } });
  // A server that hides it all the same shows at least where it is.
  expect(next(count, hidden, { open: ["r9"] })).toEqual({ kind: "show", selectors: hidden });
});

test("a glance opens nothing and leaves nothing", () => {
  const state: AddressState = { ...START, view: "sub-topologies", subTopology: 0 };
  const glance = (picture: string[]) => moveTo(count, state, topology, "runtime", (selector) => picture.includes(selector), false);
  expect(glance(['[data-hides~="r9"]'])).toMatchObject({ kind: "show" });
  expect(glance([])).toMatchObject({ kind: "show" });
});

test.each([
  ["a topic", { space: "topic", id: 1 } as const, "t1"],
  ["a store", { space: "store", id: 0 } as const, "s0"],
])("%s that is folded is opened too", (_, target, key) => {
  expect(next(target, [`[data-hides~="${key}"]`])).toEqual({ kind: "go", change: { open: [key] } });
});

test("a store that is nowhere in a picture is looked for with those who use it", () => {
  expect(next({ space: "store", id: 1 }, ['[data-node="9"]:not(.reads)'])).toEqual({ kind: "show", selectors: ['[data-node="9"]:not(.reads)'] });
});

test("what another sub-topology has brings that one on show", () => {
  expect(next(count, [], { view: "sub-topologies", subTopology: 0 })).toEqual({ kind: "go", change: { subTopology: 1 } });
});

test("what is not around the step on show is looked for in the whole topology", () => {
  expect(next(count, [], { around: { key: "r0", steps: 1 } })).toEqual({ kind: "go", change: { around: null } });
});

test("a step of the topology is its operator in a plan", () => {
  const operator = topology.topology!.nodes[9]!.plan_node!;
  expect(next(count, [`[data-hides~="p${operator}"]`], { view: "plan" }, "plan")).toEqual({ kind: "go", change: { open: [`p${operator}`] } });
});

test("a sub-topology is shown where it is, in the overview as when it is open", () => {
  const target: Target = { space: "sub-topology", id: 1 };
  expect(next(target, ['[data-sub-topology="1"]'])).toMatchObject({ kind: "show" });
  expect(next(target, ['[data-hides~="r4"]'])).toEqual({ kind: "go", change: { open: ["r4"] } });
  expect(next(target, [], { view: "sub-topologies", subTopology: 0 })).toEqual({ kind: "go", change: { subTopology: 1 } });
  expect(next(target, [], { view: "sub-topologies", subTopology: 1 })).toMatchObject({ kind: "show" });
  expect(next(target, [], { view: "plan" }, "plan")).toEqual({ kind: "go", change: { view: "topology", around: null } });
});
