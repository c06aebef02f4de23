import { expect, test } from "vitest";

import { placeOnSharedPage } from "../src/model/explanations";
import { linesOf } from "../src/model/places";
import { carriedOver, exists, highlightIn, storeRef, topicRef, translate } from "../src/model/selection";
import { thingFactsOf } from "../src/model/things";
import type { StoreUse } from "../src/api/types";
import { dump, joinAndCount, topologyOf } from "./samples";

const topology = topologyOf(joinAndCount);
const repartition = topicRef(topology, "KSTREAM-MAP-0000000001-repartition")!;
const store = storeRef(topology, "KSTREAM-AGGREGATE-STATE-STORE-0000000010")!;

test("a repartition topic says why it is there, who writes it and who reads it", () => {
  const facts = thingFactsOf(topology, repartition)!;
  expect(facts.kind).toBe("Repartition topic");
  expect(facts.parts.map(({ id }) => id)).toEqual(["repartition-topic:KSTREAM-MAP-0000000001-repartition"]);
  expect(facts.users.map(({ title, nodes }) => [title, nodes.map(({ name }) => name)])).toEqual([
    ["Written by", ["KSTREAM-MAP-0000000001-repartition-sink"]],
    ["Read by", ["KSTREAM-MAP-0000000001-repartition-source"]],
  ]);
});

test("a topic of the application's own is told apart", () => {
  const facts = thingFactsOf(topology, topicRef(topology, "a")!)!;
  expect(facts.kind).toBe("Topic");
  expect(facts.users.map(({ nodes }) => nodes.length)).toEqual([0, 1]);
});

test("a topic that a store is restored from says so", () => {
  expect(thingFactsOf(topology, topicRef(topology, "b")!)!.parts.map(({ id }) => id)).toEqual(["store:b-STATE-STORE-0000000002"]);
});

test("a store says what it keeps and who uses it", () => {
  const facts = thingFactsOf(topology, store)!;
  expect(facts.kind).toBe("State store");
  expect(facts.known).toContainEqual({
    title: "Restored from",
    value: "its changelog topic `KSTREAM-AGGREGATE-STATE-STORE-0000000010-changelog`",
  });
  expect(facts.users.map(({ title, nodes }) => [title, nodes.map(({ label }) => label)])).toEqual([["Read and written by", ["count"]]]);
});

test("a store says who writes it and who reads it, where that is known", () => {
  const runtime = topology.topology!;
  const known = (...uses: StoreUse[]) => {
    const stores = runtime.stores.map((one) => ({ ...one, users: uses.map((_, index) => index), uses }));
    const { users } = thingFactsOf({ ...topology, topology: { ...runtime, stores } }, store)!;
    return users.map(({ title, nodes }) => [title, nodes.map(({ ref }) => ref.id)]);
  };
  expect(known("reads", "writes", "reads")).toEqual([["Written by", [1]], ["Read by", [0, 2]]]);
  expect(known("unknown", "both")).toEqual([["Read and written by", [1]], ["Used by", [0]]]);
  expect(known()).toEqual([["Used by", []]]);
});

test("a topic marks the nodes that use it, in both numberings, and their lines", () => {
  const { thing, main, related } = highlightIn("runtime", topology, repartition);
  expect(thing).toEqual(repartition);
  expect(main.size).toBe(0);
  expect(related.size).toBe(2);
  expect(highlightIn("plan", topology, repartition).related.size).toBeGreaterThan(0);
  expect(linesOf(topology, repartition).length).toBeGreaterThan(0);
});

test("a walk from a topic begins at a node that uses it", () => {
  expect(highlightIn("runtime", topology, repartition).related).toContain(translate("runtime", topology, repartition)!.id);
});

test("numbers that no topic or store has do not exist", () => {
  expect(exists(topology, repartition)).toBe(true);
  expect(exists(topology, store)).toBe(true);
  expect(exists(topology, { space: "topic", id: 99 })).toBe(false);
  expect(exists(topology, { space: "store", id: 99 })).toBe(false);
  expect(thingFactsOf(topology, { space: "topic", id: 99 })).toBeNull();
  expect(topicRef(topologyOf(dump), "nowhere")).toBeNull();
});

test("what is chosen is found again by its name, and let go of when it is gone", () => {
  const sink = topology.topology!.nodes.find(({ name }) => name === "KSTREAM-SINK-0000000009")!;
  const shifted = structuredClone(topology);
  shifted.topology!.nodes.forEach((node) => (node.id += 100));
  expect(carriedOver(topology, shifted, { space: "runtime", id: sink.id })).toEqual({ space: "runtime", id: sink.id + 100 });
  expect(carriedOver(topology, topologyOf(dump), { space: "runtime", id: sink.id })).toBeNull();
  expect(carriedOver(topology, topology, repartition)).toEqual(repartition);
  expect(carriedOver(topology, topologyOf(dump), store)).toBeNull();
});

test("a shared page is opened at what explains the chosen thing", () => {
  const number = topology.explanation.parts.findIndex(({ id }) => id.startsWith("repartition-topic:"));
  expect(placeOnSharedPage(topology, 0, repartition)).toBe(`#why-0-${number}`);
  expect(placeOnSharedPage(topology, 0, null)).toBe("");
});
