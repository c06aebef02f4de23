import { expect, test } from "vitest";

import { doubtOf, factsOf, nameOrigin } from "../src/model/facts";
import { dump, joinAndCount, topologyOf, unsure } from "./samples";

const topology = topologyOf(joinAndCount);
const idOf = (name: string) => topology.topology!.nodes.find((node) => node.name === name)!.id;

test("a node names its topics, stores and the explanations of both", () => {
  const facts = factsOf(topology, { space: "runtime", id: idOf("KSTREAM-MAP-0000000001-repartition-source") })!;
  expect(facts.reads).toEqual(["KSTREAM-MAP-0000000001-repartition"]);
  expect(facts.parts.map(({ id }) => id)).toContain("repartition-topic:KSTREAM-MAP-0000000001-repartition");
  expect(facts.changes.map(({ title }) => title)).toEqual(["One repartition topic for several operators"]);
});

test("a stateful node explains its changelog topic", () => {
  const facts = factsOf(topology, { space: "runtime", id: idOf("KSTREAM-AGGREGATE-0000000011") })!;
  expect(facts.stores.map(({ name }) => name)).toEqual(["KSTREAM-AGGREGATE-STATE-STORE-0000000010"]);
  expect(facts.parts.some(({ kind }) => kind === "changelog topic")).toBe(true);
});

test("an operator says that it changes the key", () => {
  const map = topology.plan!.before.nodes.find((node) => node.operator === "map")!;
  expect(factsOf(topology, { space: "plan", id: map.id })!.flags).toEqual(["changes the key"]);
});

test("a name that is not certain says why", () => {
  const doubted = topologyOf(unsure);
  const node = doubted.topology!.nodes.find(({ name }) => name === "KSTREAM-FILTER-0000000001")!;
  expect(factsOf(doubted, { space: "runtime", id: node.id })!.unsure).toContain("depends on");
});

test("a changelog topic is as uncertain as the store it is named after", () => {
  const store = "KSTREAM-AGGREGATE-STATE-STORE-0000000003";
  expect(doubtOf(topologyOf(unsure), `${store}-changelog`)).toBe(doubtOf(topologyOf(unsure), store));
  expect(doubtOf(topologyOf(unsure), `${store}-changelog`)).not.toBeNull();
  expect(doubtOf(topology, "KSTREAM-AGGREGATE-STATE-STORE-0000000010-changelog")).toBeNull();
});

test("a node of a dump has facts without a plan", () => {
  expect(factsOf(topologyOf(dump), { space: "runtime", id: 1 })).toMatchObject({ title: "to b", writes: ["b"], flags: [] });
});

test("nothing is said of numbers that no node has", () => {
  expect(factsOf(topology, { space: "runtime", id: 999 })).toBeNull();
  expect(factsOf(topology, { space: "plan", id: 999 })).toBeNull();
});

test("a name says what it shows itself and no more", () => {
  expect(nameOrigin("KSTREAM-MAP-0000000012")).toContain("12, the number that was next");
  expect(nameOrigin("KSTREAM-MAP-0000000001-repartition-sink")).toContain("holds a number");
  expect(nameOrigin("orders-by-customer")).toContain("no counted number");
});
