import { expect, test } from "vitest";

import { firstNode, planGraph, runtimeGraph, walk } from "../src/model/graph";
import { joinAndCount, topologyOf } from "./samples";

const topology = topologyOf(joinAndCount);
const runtime = runtimeGraph(topology.topology!, () => null);
const byName = (name: string) => topology.topology!.nodes.find((node) => node.name === name)!.id;

test("a plan's root is no operator and is nobody's parent", () => {
  const graph = planGraph(topology.plan!.before);
  expect([...graph.values()].some((node) => node.name === "root")).toBe(false);
  expect(graph.get(firstNode(graph)!)!.parents).toEqual([]);
});

test("down leads through the topic between a sink and the source that reads it", () => {
  const sink = byName("KSTREAM-MAP-0000000001-repartition-sink");
  const source = byName("KSTREAM-MAP-0000000001-repartition-source");
  expect(walk(runtime, sink, "down")).toBe(source);
  expect(walk(runtime, source, "up")).toBe(sink);
});

test("right and left go round the children of one parent and stop at the ends", () => {
  const source = byName("KSTREAM-MAP-0000000001-repartition-source");
  const [first, second] = runtime.get(source)!.children;
  expect(walk(runtime, first!, "right")).toBe(second);
  expect(walk(runtime, second!, "left")).toBe(first);
  expect(walk(runtime, first!, "left")).toBeNull();
});

test("a walk ends where the flow ends", () => {
  expect(walk(runtime, byName("KSTREAM-SINK-0000000009"), "down")).toBeNull();
  expect(walk(runtime, 4711, "down")).toBeNull();
});
