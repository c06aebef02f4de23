import { expect, test } from "vitest";

import { VIEWS } from "../src/model/addressState";
import { ABOUT } from "../src/model/views";
import { dump, joinAndCount, refused, topologyOf } from "./samples";

const empty = (sample: Parameters<typeof topologyOf>[0]) => VIEWS.filter((view) => ABOUT[view].missing(topologyOf(sample)) !== null);

test("a view that has nothing to show says why", () => {
  expect(empty(joinAndCount)).toEqual([]);
  expect(empty(dump)).toEqual(["plan", "steps"]);
  expect(empty(refused)).toEqual(["topology", "sub-topologies", "text", "tasks", "run", "lag"]);
});

test("each view says what it is in one sentence", () => {
  for (const view of VIEWS) expect(ABOUT[view].sentence).toMatch(/^[A-Z].{20,110}\.$/);
});
