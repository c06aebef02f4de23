import { expect, test } from "vitest";

import type { TaskRestores } from "../src/api/taskTypes";
import { namesOfReports, restoredBytes, restoredText } from "../src/model/tasks/sizes";

const RESTORES: TaskRestores = {
  day: "2026-11-27",
  sentences: [],
  tasks: { "1_0": { bytes: 3 * 1024 ** 3, unknown: [] }, "1_1": { bytes: 0, unknown: ["s"] }, "1_2": { bytes: 1024, unknown: ["s"] } },
  copies: [{ task: "1_0", client: "b", role: "active", bytes: 3 * 1024 ** 3, unknown: [] }],
};

test("what a task restores stands beside it, and what is not known or not restored is said", () => {
  expect(restoredText(RESTORES, "0_0", undefined)).toBe("");
  expect(restoredText(RESTORES, "1_0", undefined)).toBe("3 GiB");
  expect(restoredText(RESTORES, "1_1", undefined)).toBe("not known");
  expect(restoredText(RESTORES, "1_2", undefined)).toContain("and more");
  expect([restoredText(RESTORES, "1_0", "a"), restoredBytes(RESTORES, "1_0", "a")]).toEqual(["had it", null]);
  expect(restoredBytes(RESTORES, "1_0", "b")).toBe(3 * 1024 ** 3);
});

test("reports that are done may be chosen, those of this program first", () => {
  const report = (id: string, analysis: string, status: "done" | "failed" = "done") => ({ id, page: `/r/${id}`, analysis, status, created: "2026-11-27T10:00:00Z" });
  const found = namesOfReports([report("x", "other"), report("y", "own"), report("z", "own", "failed")], [{ kind: "report", address: "/r/x", name: "shop" }], "own");
  expect(found.map(({ id }) => id)).toEqual(["y", "x"]);
  expect(found[0]?.name).toContain("this program");
  expect(found[1]?.name).toContain("shop");
});
