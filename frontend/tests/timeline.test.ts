import { expect, test } from "vitest";

import type { Scenario, ScenarioClient, ScenarioRebalance, ScenarioStep } from "../src/api/scenarioTypes";
import type { Assignment, Placement } from "../src/api/taskTypes";
import { assignmentAfter, firstHappening, rowsOf, standingAfter, tellingStep } from "../src/model/tasks/timeline";
import { costOf, momentText, rowFacts, rowText, scenarioSentence, sizeText } from "../src/model/tasks/words";

const client = (name: string, active: string[], more: { standby?: string[]; withheld?: string[]; isRunning?: boolean } = {}): ScenarioClient => ({
  name, process_id: `id-${name}`, is_process_id_given: true, rack: null, tags: {}, is_running: more.isRunning ?? true,
  threads: more.isRunning === false ? [] : [{
    name: "StreamThread-1", active, standby: more.standby ?? [], warm_up: [], revoked: [], is_idle: active.length === 0,
    withheld: (more.withheld ?? []).map((task) => ({ task, held_by: null })),
  }],
}); // prettier-ignore

const placed = (task: string, on: string, role: Placement["role"] = "active", isMoved = false): Placement => ({
  task, role, client: on, thread: "StreamThread-1", because: "", sentence: `${task} is on ${on}.`, was: isMoved ? [{ client: "b", thread: "1", role }] : [], is_moved: isMoved,
}); // prettier-ignore

const rebalance = (placements: Placement[], more: Partial<ScenarioRebalance> = {}): ScenarioRebalance => ({
  placements, ended: [], moved: 0, threads: 2, idle_threads: 0, follow_up: null, follow_up_after_ms: null, warnings: [], doubts: [], ...more,
}); // prettier-ignore

const step = (atMs: number, event: string, more: Partial<ScenarioStep> = {}): ScenarioStep => ({
  at_ms: atMs, kind: more.rebalance ? "rebalance" : "event", event, cause: "", clients: [], rebalance: null, moved: [], restores: [], without_owner: [], idle_threads: [], notes: [], log: [], ...more,
}); // prettier-ignore

const restore = (task: string, seconds: number | null) => ({ task, client: "a", thread: "1", role: "active" as const, records: 1_000_000, bytes: 200_000_000, from_ms: 645_000, seconds, held_up: [] });

/** Two run, one of them dies, the other gets its task, and a copy is looked for after ten minutes. */
const STEPS: ScenarioStep[] = [
  step(0, "a and b start.", { clients: [client("a", []), client("b", [])] }),
  step(6_000, "Rebalance 1 ends.", { clients: [client("a", ["1_0"], { standby: ["1_10"] }), client("b", ["1_10"])], rebalance: rebalance([placed("1_0", "a"), placed("1_10", "a", "standby"), placed("1_10", "b")]) }),
  step(600_000, "b dies.", { clients: [client("b", [], { isRunning: false })], without_owner: [{ task: "1_10", from_ms: 600_000, to_ms: 645_000 }] }),
  step(645_000, "Rebalance 2 ends.", {
    clients: [client("a", ["1_0", "1_10"])],
    rebalance: rebalance([placed("1_10", "a", "active", true)], { ended: [{ task: "1_10", client: "b" }], follow_up: "probing", follow_up_after_ms: 600_000 }),
    moved: ["1_10"],
    restores: [restore("1_10", 20), restore("1_11", null)],
  }),
  step(1_245_000, "Rebalance 3 ends.", { rebalance: rebalance([]) }),
];
const TASKS = { sub_topologies: [{ id: 1, topics: ["a"], stores: {}, tasks: ["1_0", "1_10"].map((id) => ({ id, partitions: [], changelogs: [`s-changelog-${id.slice(2)}`] })) }] };
const TOTALS = { rebalances: 3, probing_rebalances: 1, moved: 1, restored_records: 0, restored_bytes: 0, longest_without_owner_ms: 45_000, without_owner_ms: 45_000, idle_threads: 0, stable_at_ms: 1_245_000, ends_at_ms: 1_245_000 };
const scenario = (steps: ScenarioStep[] = STEPS) => ({ schema: "topoviz/scenario@1", tasks: TASKS, settings: {}, assignor: null, steps, refusal: null, totals: TOTALS, assumptions: [], doubts: [], warnings: [] }) as unknown as Scenario;
const BEGINNING = { notes: ["a note"], rebalance: { clients: [{ process_id: "id-a", is_process_id_given: false }] } } as unknown as Assignment;

const who = (place: number, steps = STEPS) => assignmentAfter(scenario(steps), place, BEGINNING).rebalance!.placements.map(({ task, client: on, role }) => `${task} ${role} ${on}`);

test("each step is put together from what all steps before it changed", () => {
  expect(who(0)).toEqual([]);
  expect(who(1)).toEqual(["1_0 active a", "1_10 active b", "1_10 standby a"]);
  expect(who(2)).toEqual(["1_0 active a", "1_10 standby a"]);
  expect(who(3)).toEqual(["1_0 active a", "1_10 active a"]);
  expect(standingAfter(STEPS, 3).clients.map(({ name, is_running }) => `${name} ${is_running}`)).toEqual(["a true", "b false"]);
  expect(assignmentAfter(scenario(), 2, BEGINNING).rebalance!.clients.map(({ name }) => name)).toEqual(["a"]);
});

test("what moved, moved in its own step alone; made-up ids stay made up", () => {
  const moved = (place: number) => assignmentAfter(scenario(), place, BEGINNING).rebalance!.placements.filter(({ is_moved }) => is_moved).length;
  expect([1, 2, 3].map(moved)).toEqual([0, 0, 1]);
  const waits = [...STEPS.slice(0, 4), step(700_000, "10 min have passed.")];
  expect(assignmentAfter(scenario(waits), 4, BEGINNING).rebalance!.placements.some(({ was }) => was.length > 0)).toBe(false);
  const { clients } = assignmentAfter(scenario(), 1, BEGINNING).rebalance!;
  expect(clients.map(({ is_process_id_given }) => is_process_id_given)).toEqual([false, true]);
});

test("what a thread waits for counts as its own, and tasks of added partitions are there", () => {
  const steps = [step(0, "Rebalance 1 ends.", { clients: [client("a", ["1_0"], { withheld: ["1_12"] })], rebalance: rebalance([placed("1_0", "a"), placed("1_12", "a")]) })];
  const { tasks, rebalance: found } = assignmentAfter(scenario(steps), 0, BEGINNING);
  expect(found!.placements.map(({ task, sentence }) => `${task}: ${sentence}`)).toEqual(["1_0: 1_0 is on a.", "1_12: 1_12 is on a."]);
  expect(tasks.sub_topologies[0]!.tasks!.at(-1)).toEqual({ id: "1_12", partitions: [], changelogs: ["s-changelog-12"] });
});

test("one sees first the rebalance that what happened last leads to", () => {
  expect(tellingStep(STEPS)).toBe(3);
  expect(tellingStep(STEPS.slice(0, 3))).toBe(2);
  expect(firstHappening(STEPS)).toBe(2);
  expect(firstHappening(STEPS.slice(0, 2))).toBe(-1);
  expect(firstHappening([step(0, "b dies.", { clients: [client("a", ["1_0"]), client("b", [], { isRunning: false })] })])).toBe(0);
});

/** A rebalance that looks whether copies have caught up, and the next ones, ten minutes apart. */
const probing = (count: number) => Array.from({ length: count }, (_, at) => step(1_245_000 + at * 600_000, `Rebalance ${at + 3} ends.`, { rebalance: rebalance([], { follow_up: at < count - 1 ? "probing" : null, follow_up_after_ms: 600_000 }), restores: [restore("1_0", 20)] }));

test("probing rebalances are one row, unless it is opened, and few of them are not", () => {
  const many = [...STEPS.slice(0, 4), ...probing(212)];
  const rows = rowsOf(many, new Set());
  expect(rows.map(({ first, last }) => `${first}-${last}`)).toEqual(["0-0", "1-1", "2-2", "3-3", "4-215"]);
  expect(rowText(many, rows[4]!)).toBe("212 probing rebalances until 35 h 30 min");
  expect(rowFacts(many, rows[4]!)).toEqual(["212 copies restored, 20 s"]);
  expect(rowsOf(many, new Set([4]))).toHaveLength(216);
  expect(rowsOf([...STEPS.slice(0, 4), ...probing(2)], new Set())).toHaveLength(6);
});

test("a rebalance that comes sooner than the one that was to follow has another cause", () => {
  const sooner = [...STEPS.slice(0, 4), ...probing(5).map((one) => ({ ...one, at_ms: one.at_ms - 1 }))];
  expect(rowsOf(sooner, new Set())[4]).toEqual({ first: 4, last: 4 });
});

test("what it costs stands in one sentence, without what the start cost", () => {
  expect(scenarioSentence(scenario())).toBe(
    "2 rebalances (1 probing), 1 move of tasks, no task without an owner longer than 45 s, 2,000,000 records restored (400 MB), the slowest copy in 20 s, at rest after 11 min.",
  );
  expect(costOf(STEPS)).toMatchObject({ copies: 2, cutOff: 1, forever: 0 });
  expect([0, 765_000, 12_000_000].map(momentText)).toEqual(["0:00", "12:45", "3 h 20 min"]);
  expect([200, 1_000_000_000, 12_400_000_000].map(sizeText)).toEqual(["200 bytes", "1.0 GB", "12 GB"]);
});
