import { expect, test } from "vitest";

import { entriesOf, find, numberOf, whereOf } from "../src/model/finding";
import { runtimeGraph } from "../src/model/graph";
import { joinAndCount, topologyOf } from "./samples";

const topology = topologyOf(joinAndCount);
const graph = runtimeGraph(topology.topology!, () => null);
const entries = entriesOf(topology, "runtime", graph, (place) => (place.line === 7 ? '  .count(Named.as("perCountry"))' : ""));
const targets = (text: string) => find(entries, text).map(({ target }) => `${target.space} ${target.id}`);

test.each(["sub-topology 1", "Sub-Topology  1", "subtopology 1", "1"])("a sub-topology is found as %j, and first", (text) => {
  expect(targets(text)[0]).toBe("sub-topology 1");
});

test("topics, stores and changelog topics are found by name, and say where they are", () => {
  expect(find(entries, "b")[0]).toMatchObject({ label: "topic", detail: "b", where: "sub-topology 1" });
  expect(find(entries, "b-state-store")[0]).toMatchObject({ label: "store" });
  expect(targets("aggregate-state-store-0000000010-changelog")).toEqual(["store 1"]);
  expect(find(entries, "kstream-map-0000000001-repartition")[0]).toMatchObject({ label: "repartition topic", where: "sub-topologies 0, 1" });
});

test("a node is found by Kafka's name, by its number, and by what it uses", () => {
  expect(targets("KSTREAM-SINK-0000000009")).toEqual(["runtime 8"]);
  expect(find(entries, "#9")[0]).toMatchObject({ label: "to c #9", where: "sub-topology 1" });
  expect(targets("#1")[0]).toBe("runtime 1");
  expect(targets("b-STATE-STORE")).toContain("runtime 7");
  const named = new Map([...graph].map(([id, node]) => [id, { ...node, label: node.name }]));
  expect(find(entriesOf(topology, "runtime", named, () => ""), "KSTREAM-SINK-0000000009")[0]).toMatchObject({ label: "sink #9" });
});

test("a word of the line that made a node finds it, after those that have it in their names, and shows the line", () => {
  expect(find(entries, "percountry")).toMatchObject([{ target: { space: "runtime", id: 9 }, detail: 'line 7: .count(Named.as("perCountry"))' }]);
  const both = find(entries, "count");
  expect(both[0]!.detail).toBe("KSTREAM-AGGREGATE-0000000011");
});

test("several words find what has each of them, and the kind of a thing is a word of it", () => {
  expect(targets("store 0010 aggregate")[0]).toBe("store 1");
  expect(find(entries, "store").slice(0, 2)).toMatchObject([{ label: "store" }, { label: "store" }]);
  expect(find(entries, "repartition topic").map(({ label }) => label)).toEqual(["repartition topic"]);
  expect(find(entries, "store nowhere")).toEqual([]);
});

test("nothing is found for nothing", () => {
  expect(find(entries, "  ")).toEqual([]);
});

test("only names that Kafka Streams made have a number", () => {
  expect(numberOf("KTABLE-TOSTREAM-0000000015")).toBe("#15");
  expect(numberOf("orders-0000000015")).toBe("");
});

test("many places are cut short", () => {
  expect(whereOf([1, 2, 5, 6, 7])).toBe("sub-topologies 1, 2, 5 and 2 more");
});
