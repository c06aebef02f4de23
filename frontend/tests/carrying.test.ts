import { expect, test } from "vitest";

import { START } from "../src/model/addressState";
import { carriedAddress } from "../src/model/carrying";
import { NO_FILTER } from "../src/model/filter";
import { joinAndCount, topologyOf } from "./samples";

const before = topologyOf(joinAndCount);
const seen = { ...START, open: ["r7"], around: { key: "r7", steps: 2 }, filter: { ...NO_FILTER, kind: "state", topic: 1 } as const };
const chosen = { space: "runtime", id: 7 } as const;

test("what was on show goes on under its new numbers", () => {
  const after = structuredClone(before);
  for (const node of after.topology!.nodes) node.id += 100;
  const change = carriedAddress(before, after, seen, chosen);
  expect(change).toMatchObject({ open: ["r107"], chosen: { space: "runtime", id: 107 }, around: { key: "r107", steps: 2 } });
  expect(change.filter).toEqual({ ...NO_FILTER, kind: "state" });
});

test("what is gone is let go", () => {
  expect(carriedAddress(before, null, seen, chosen)).toMatchObject({ open: [], chosen: null, around: null });
});
