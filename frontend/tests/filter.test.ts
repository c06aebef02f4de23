import { expect, test } from "vitest";

import { NO_FILTER, matchesOf, type Filter } from "../src/model/filter";
import { dump, joinAndCount, topologyOf } from "./samples";

const topology = topologyOf(joinAndCount);
const bright = (filter: Partial<Filter>, of = topology) => [...(matchesOf(of, { ...NO_FILTER, ...filter })?.keys ?? [])];

test("a filter that says nothing dims nothing", () => {
  expect(matchesOf(topology, NO_FILTER)).toBeNull();
});

test.each<[Partial<Filter>, string[]]>([
  [{ kind: "ends", subTopology: 0 }, ["r0", "r3", "t0", "t1"]],
  [{ kind: "key" }, ["r1", "r11"]],
  [{ kind: "state" }, ["r6", "r7", "r9", "s0", "s1"]],
  [{ kind: "internal" }, ["r3", "r4", "r9", "t1", "s1"]],
  [{ topic: 1 }, ["r3", "r4", "t1"]],
  [{ store: 0 }, ["r6", "r7", "s0"]],
  [{ store: 0, topic: 1 }, ["t1", "s0"]],
])("%j leaves bright what matches, with its topics and stores", (filter, keys) => {
  expect(bright(filter)).toEqual(keys);
});

test("how many nodes match is counted, without topics and stores", () => {
  expect(matchesOf(topology, { ...NO_FILTER, kind: "state" })).toMatchObject({ nodes: 3, of: 13 });
  expect(matchesOf(topology, { ...NO_FILTER, kind: "state" }, 0)).toMatchObject({ nodes: 0, of: 4 });
});

test("a dump's key changers are known by the names that Kafka Streams made", () => {
  const text = topologyOf(dump);
  const named = text.topology!.nodes.filter(({ name }) => /-(MAP|KEY-SELECT|FLATMAP)-/.test(name)).map(({ id }) => `r${id}`);
  expect(bright({ kind: "key" }, text)).toEqual(named);
});
