import { expect, test } from "vitest";

import type { AnalyzedTopology, Place } from "../src/api/types";
import { buildingFiles, filesInGroups, filtered, firstPlaceOf, shortNames, topologiesInGroups } from "../src/model/names";
import { dump, joinAndCount, topologyOf } from "./samples";

const topology = topologyOf(joinAndCount);
const named = (name: string, more: Partial<AnalyzedTopology> = {}) => ({ ...topology, name, ...more });

test("a path is as short as tells it from the others", () => {
  expect(shortNames(["pom.xml", "a/src/Orders.java", "b/src/Orders.java", "b/src/Other.java"])).toEqual([
    "pom.xml",
    "a/src/Orders.java",
    "b/src/Orders.java",
    "Other.java",
  ]);
  expect(shortNames(["pom.xml", "app/pom.xml"])).toEqual(["pom.xml", "app/pom.xml"]);
});

test("files that build a topology come first, then all by their folders", () => {
  const files = ["pom.xml", "src/b/B.java", "src/a/A.java"].map((name, id) => ({ id, name, text: "" }));
  const groups = filesInGroups(files, new Map([[1, 2]]));
  expect(groups.map(({ title, entries }) => [title, ...entries.map(({ label }) => label)])).toEqual([
    ["Build a topology", "B.java"],
    ["Beside the folders", "pom.xml"],
    ["src/a", "A.java"],
    ["src/b", "B.java"],
  ]);
  expect(groups[0]?.entries[0]).toMatchObject({ key: 1, detail: "src/b", badge: "2 topologies" });
});

test("a topology is built by the files of its nodes, and read from its first one on", () => {
  expect([...buildingFiles(joinAndCount)]).toEqual([[0, 1]]);
  expect(firstPlaceOf(topology)?.line).toBe(topology.topology?.nodes[0]?.origin?.at?.line);
  expect(firstPlaceOf({ ...topologyOf(dump), made_at: null })).toEqual(topologyOf(dump).topology?.nodes[0]?.origin?.at ?? null);
});

test("a topology whose nodes a library makes is read from its start on", () => {
  const at = { ...topology.made_at!.at!, file_id: 7, line: 3 };
  expect(firstPlaceOf({ ...topology, starts_at: { name: "main()", at } })).toEqual(at);
});

test("topologies stand under their applications, and those that nothing starts below all with the reason", () => {
  const idle = named("idle", { application: "a", not_started: { reason: "Nothing calls it.", diagnostics: [] } });
  const groups = topologiesInGroups({
    files: joinAndCount.files,
    topologies: [named("one", { application: "a" }), named("two", { application: "b" }), idle],
  });
  expect(groups.map(({ title, entries }) => [title, ...entries.map(({ key }) => key)])).toEqual([
    ["a", 0],
    ["b", 1],
    ["Nothing here starts them", 2],
  ]);
  expect(groups[0]?.entries[0]?.badge).toBe(`${topology.topology?.nodes.length} nodes`);
  expect(groups[2]?.entries[0]?.detail).toContain("Nothing calls it.");
});

test("below the folder of its application a file is called by its own name", () => {
  const at = { file_id: 0, file: "shop/src/Orders.java", line: 7 } as Place;
  const files = ["shop/src/Orders.java", "bank/src/Orders.java"].map((name, id) => ({ id, name }));
  const detail = (application: string) => {
    const topologies = [named("one", { application, starts_at: { name: "Orders.main()", at } })];
    return topologiesInGroups({ files, topologies })[0]?.entries[0]?.detail;
  };
  expect(detail("shop")).toBe("Orders.java, line 7");
  expect(detail("")).toBe("shop/src/Orders.java, line 7");
});

test("a search takes words of names and folders in any order, and shows nothing twice", () => {
  const files = ["src/shop/Orders.java", "src/bank/Orders.java"].map((name, id) => ({ id, name, text: "" }));
  const found = filtered(filesInGroups(files, new Map([[0, 1]])), "orders SHOP");
  expect(found.map(({ title, entries }) => [title, entries.length])).toEqual([["Build a topology", 1]]);
});
