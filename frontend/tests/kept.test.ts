import { expect, test } from "vitest";

import type { AnalyzedTopology, Place } from "../src/api/types";
import { MOST_KEPT, agoOf, keptReport, lineOf, listed, nameOf, nameOfTopology, outdated, whatOf, type Kept } from "../src/model/kept";
import { joinAndCount } from "./samples";

const kept = (id: string, when: number, change: Partial<Kept> = {}): Kept => ({
  id,
  kind: "draft",
  name: id,
  isListed: true,
  what: "",
  fileCount: 1,
  when,
  program: null,
  address: "/",
  ...change,
});

test("the newest that are worth a line are listed, and what is older may go", () => {
  const many = Array.from({ length: MOST_KEPT + 2 }, (_, index) => kept(`p${index}`, index));
  const example = kept("example", 1_000, { isListed: false });
  expect(listed([...many, example]).map(({ id }) => id)[0]).toBe(`p${MOST_KEPT + 1}`);
  expect(listed([...many, example])).toHaveLength(MOST_KEPT);
  expect(outdated([...many, example])).toEqual(["p1", "p0"]);
});

test.each([
  [[{ name: "pasted", text: 'builder.stream("orders").to("copies");' }], "Reads orders"],
  [[{ name: "Topology.java", text: "class Alerts {}" }], "Alerts"],
  [[{ name: "src/main/java/shop/Orders.java", text: "x" }], "Orders.java"],
  [[{ name: "pasted", text: "Topologies:\n Source: S (topics: [a])" }], "Reads a"],
  [[{ name: "pasted", text: "?" }], "A program without a name"],
])("a program is named after what tells it from others: %j", (files, name) => {
  expect(nameOf(files, null)).toBe(name);
});

test("a topology without a name of its own is called after the file in which it begins", () => {
  const [topology] = joinAndCount.topologies;
  const at = { file: "shop/Orders.java", file_id: 1, line: 1 } as Place;
  const plain = { ...topology!, topology: null, plan: null, starts_at: { at }, name: "the pasted statements", is_named: false } as AnalyzedTopology;
  const files = [{ name: "pom.xml", text: "<project/>" }, { name: "shop/Orders.java", text: "x" }];
  expect(nameOfTopology(plain, files)).toBe("Orders.java");
  expect(nameOfTopology({ ...plain, name: "Orders.build", is_named: true }, files)).toBe("Orders.build");
});

test("what a program showed stands in one line", () => {
  const what = whatOf(joinAndCount);
  expect(what).toMatch(/^\d+ sub-topolog(y|ies)$/);
  expect(lineOf(kept("a", 0, { what, fileCount: 3 }))).toBe(`Draft · 3 files · ${what}`);
});

test("a lag report is listed under its program, its topology or its group, and says when there is nothing to see in it", () => {
  const [topology] = joinAndCount.topologies;
  const report = { page: "/r/1", status: "done" as const, files: [{ name: "lag.csv" }], result: { group: "orders-app" } };
  const failed = { ...report, status: "failed" as const, files: [{ name: "a.csv" }, { name: "b.csv" }], result: null };
  const named = { ...topology!, name: "Orders.build", is_named: true };
  expect(keptReport(report, named, "Orders", 7)).toMatchObject({ id: "/r/1", name: "Orders", address: "/r/1", when: 7, what: "lag.csv" });
  expect(keptReport(report, named, null, 0).name).toBe("Orders.build");
  expect(keptReport(report, { ...named, is_named: false }, null, 0).name).toBe("orders-app");
  expect(lineOf(keptReport(failed, named, null, 0))).toBe("Lag report · a.csv and 1 more · could not be made");
  expect(lineOf(keptReport({ ...report, status: "cancelled" }, null, null, 0))).toBe("Lag report · lag.csv · cancelled");
});

test.each([
  [0.5, "just now"],
  [1, "1 minute ago"],
  [59, "59 minutes ago"],
  [125, "2 hours ago"],
  [60 * 30, "yesterday"],
  [60 * 24 * 3, "3 days ago"],
])("%d minutes are said as people say them", (minutes, words) => {
  expect(agoOf(0, minutes * 60_000)).toBe(words);
});
