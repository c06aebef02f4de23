import { expect, test } from "vitest";

import type { StoreSize, TopicHistory } from "../src/api/lagTypes";
import { growth, movesOf, scenarioState, size, sizeLines, troubleLines } from "../src/model/lagTopics";

const MIB = 1024 ** 2;

const HISTORY: TopicHistory = {
  start: "2026-03-02T10:00:00.000Z",
  end: "2026-03-02T11:00:00.000Z",
  looks: 3,
  interval_seconds: 60,
  size_looks: 3,
  is_own_only: true,
  growth_unknown_because: null,
  topics: [],
  topics_left_out: 0,
  topics_not_in_history: [],
  partitions: [],
  partitions_left_out: 0,
  stores: [],
  tasks: [],
  absences: [],
  leader_moves: [],
  count_changes: [],
  size_lines: [{ topic: "orders", size_bytes: [3 * MIB, null, 6 * MIB] }],
  trouble: { out_of_sync: [0, null, 0], offline: [0, 0, 0], leader_moves: [0, 0, 0] },
};

test("growth stands with the least and the most of its quarters, and what shrinks with its sign", () => {
  expect(growth({ bytes_a_day: 2 * MIB, bytes_a_day_least: -MIB, bytes_a_day_most: 3 * MIB })).toBe("2 MiB (−1 MiB to 3 MiB)");
  expect(growth({ bytes_a_day: null, bytes_a_day_least: null, bytes_a_day_most: null })).toBe("–");
  expect(size(null)).toBe("–");
});

test("lines of sizes are in the unit of the largest, and gaps stay", () => {
  const { lines, unit } = sizeLines(HISTORY);

  expect(unit).toBe(MIB);
  expect(lines[0]?.lag).toEqual([3, null, 6]);
});

test("trouble has lines only where there was any", () => {
  expect(troubleLines(HISTORY)).toEqual([]);
  const troubled = { ...HISTORY, trouble: { ...HISTORY.trouble!, offline: [0, 2, 0] } };
  expect(troubleLines(troubled).map(({ name, lag }) => [name, lag])).toEqual([
    ["Out of sync", [0, null, 0]],
    ["Without a leader", [0, 2, 0]],
  ]);
});

test("moves of leaders are those of the application's own topics, each time once", () => {
  const move = { start: "2026-03-02T10:01:00.000Z", until: "2026-03-02T10:02:00.000Z", before: 1, after: 2, partitions: 4, own: 1 };
  const moves = [move, { ...move, after: 3 }, { ...move, until: "2026-03-02T10:05:00.000Z", own: 0 }];
  expect(movesOf({ ...HISTORY, leader_moves: moves })).toEqual([Date.parse(move.until)]);
});

test("a scenario takes the mean of the tasks of each store whose size is known", () => {
  const store: StoreSize = {
    store: "a", sub_topology: 0, topic: "app-a-changelog", is_source: false, partitions: 4, size_bytes: 401,
    bytes_a_day: null, bytes_a_day_least: null, bytes_a_day_most: null, largest_task: null, largest_bytes: null,
  };
  expect(scenarioState({ ...HISTORY, stores: [store, { ...store, store: "b", size_bytes: null }] })).toBe("state: {bytes: {a: 100}}");
  expect(scenarioState(HISTORY)).toBe("");
});
