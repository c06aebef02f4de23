import { expect, test } from "vitest";
import type { Assignment, Placement } from "../src/api/taskTypes";
import { changes } from "../src/model/tasks/words";

const placement = (task: string, client: string, was: Placement["was"], more: Partial<Placement> = {}): Placement => ({
  task,
  role: "active",
  client,
  thread: "StreamThread-1",
  because: "",
  sentence: "",
  was,
  is_moved: false,
  ...more,
});

function after(placements: Placement[]): Assignment {
  const tasks = ["1_0", "1_1"].map((id) => ({ id, partitions: [], changelogs: [`s-changelog-${id.slice(2)}`] }));
  return {
    tasks: { sub_topologies: [{ id: 1, topics: ["a"], tasks, stores: {} }] },
    rebalance: { placements, clients: [] },
  } as unknown as Assignment;
}

test("tasks whose instance is gone go to others, which need not move anything", () => {
  const standby = { client: "a", thread: "StreamThread-1", role: "standby" as const };
  const had = { client: "a", thread: "StreamThread-1", role: "active" as const };
  expect(changes(after([placement("1_0", "a", [standby]), placement("1_1", "a", [had])]))).toEqual([
    "1 active task that lost its instance goes to others.",
    "No other active task moves.",
  ]);
  expect(changes(after([placement("1_0", "c", [standby]), placement("1_1", "c", [had], { is_moved: true })]))).toEqual([
    "1 active task that lost its instance goes to others.",
    "1 other active task moves.",
    "2 of them go to an instance without a copy: the state is restored from the changelog before the task runs.",
  ]);
});

test("where all begins nothing moves", () => {
  expect(changes(after([placement("1_0", "a", []), placement("1_1", "b", [])]))).toEqual(["No active task moves."]);
});
