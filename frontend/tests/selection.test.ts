import { expect, test } from "vitest";

import { exists, highlightIn, translate } from "../src/model/selection";
import { dump, joinAndCount, topologyOf } from "./samples";

const topology = topologyOf(joinAndCount);
const merged = topology.plan!.after!.nodes.find((node) => node.replaces.length > 0)!;
const runtimeIds = topology.topology!.nodes.filter((node) => node.plan_node === merged.id).map(({ id }) => id);

test("an operator marks all the nodes it became", () => {
  expect(runtimeIds.length).toBeGreaterThan(1);
  expect([...highlightIn("runtime", topology, { space: "plan", id: merged.id }).main]).toEqual(runtimeIds);
});

test("an operator that the optimizer took away marks what stands in its place", () => {
  const gone = merged.replaces[0]!;
  expect([...highlightIn("runtime", topology, { space: "plan", id: gone }).main]).toEqual(runtimeIds);
  expect([...highlightIn("plan", topology, { space: "plan", id: gone }).related]).toContain(merged.id);
});

test("a runtime node marks its operator, and the others of that operator as related", () => {
  const [first, ...others] = runtimeIds;
  const ref = { space: "runtime", id: first! } as const;
  expect([...highlightIn("plan", topology, ref).main]).toEqual([merged.id]);
  expect([...highlightIn("runtime", topology, ref).related]).toEqual(others);
});

test("a topology from a dump has no plan to mark", () => {
  const ref = { space: "runtime", id: 0 } as const;
  expect(highlightIn("plan", topologyOf(dump), ref).main.size).toBe(0);
  expect(translate("plan", topologyOf(dump), ref)).toBeNull();
});

test("numbers that no node has do not exist", () => {
  expect(exists(topology, { space: "runtime", id: 999 })).toBe(false);
  expect(exists(topology, { space: "plan", id: merged.replaces[0]! })).toBe(true);
});
