import { expect, test } from "vitest";

import type { Assignment, Question } from "../src/api/taskTypes";
import { readAddress, writeAddress, START } from "../src/model/addressState";
import { NOTHING_ASKED, type AskedTasks, type Happening } from "../src/model/tasks/asked";
import { instancesText } from "../src/model/tasks/question";
import { askedOfScenario, blamed, scenarioQuestionOf, scenarioText, withoutLine } from "../src/model/tasks/scenario";

const happening = (action: Happening["action"], of = "", value = "", isAtOnce = false): Happening => ({ action, of, value, isAtOnce });
const ALL: readonly Happening[] = [
  happening("kill", "b"),
  happening("wait", "", "20", true),
  happening("restart-empty", "b", "", true),
  happening("restart", "a"),
  happening("stop", "a:1"),
  happening("add", "a", "c"),
  happening("threads", "a", "8"),
  happening("rolling", "", "2"),
  happening("partitions", "orders", "16", true),
];
const asked: AskedTasks = { ...NOTHING_ASKED, counts: { orders: "12" }, happenings: ALL, pace: { rate: "20,000", size: "", records: "5000" } };

test("what happens stands in the address, and that of earlier pages is still read", () => {
  expect(readAddress(writeAddress({ ...START, view: "tasks", asked })).asked).toEqual(asked);
  expect(readAddress("?view=tasks&then=kill:b,restart-empty:b&at=1").asked.happenings).toEqual([happening("kill", "b"), happening("restart-empty", "b")]);
});

test("each happening has a line of its own, to which the server's sentence leads back", () => {
  const lines = scenarioText(asked, false).split("\n");
  expect(lines[0]).toBe('{"restore": {"records.per.second":20000},');
  expect(lines[3]).toBe('{"at":"rest","kill":"b"},');
  expect(lines[5]).toBe('{"at":"+20m","restart":"b","state":"lost"},');
  expect(lines[11]).toBe('{"at":"+0m","partitions":{"orders":16}}');
  expect(JSON.parse(lines.join("\n")).events[0]).toEqual({ at: "0s", start: "all" });
  expect(JSON.parse(scenarioText(asked, true)).events[0]).toEqual({ at: "rest", kill: "b" });
  expect(blamed(asked, "Line 6 of the scenario names a client b")).toEqual({ happening: 2 });
  expect(scenarioText(asked, true).split("\n")[5]).toBe(lines[5]);
  expect(blamed(asked, "Line 2 of the scenario has no whole number where a number of records is wanted.")).toEqual({ pace: "records" });
  expect(blamed({ ...asked, happenings: [], eventsText: "events: x" }, "Line 1 of the scenario has no list")).toEqual({});
  expect(withoutLine(asked, "Line 4 of the scenario names a client x.")).toBe("This names a client x.");
});

const ID = "00000000-0000-0000-0000-000000000001";
const rebalance = { clients: [{ process_id: ID }, { process_id: ID.replace("1", "2") }], placements: [{ was: [] }] };
const assignment = { rebalance } as unknown as Assignment;
const question: Question = { partitions: "orders=12", cluster: instancesText(asked.instances), settings: {}, assignor: null };

test("the scenario begins with the ids that were made up for the assignment", () => {
  const { cluster, events } = scenarioQuestionOf(question, asked, assignment);
  expect(JSON.parse(cluster).clients.map(({ name, process }: Record<string, string>) => `${name} ${process}`)).toEqual([`a ${ID}`, `b ${ID.replace("1", "2")}`]);
  expect(events).toBe(scenarioText(asked, false));
  const running = { rebalance: { ...rebalance, placements: [{ was: [{ role: "active" }] }] } } as unknown as Assignment;
  expect(scenarioQuestionOf({ ...question, cluster: "a log" }, { ...asked, clusterText: "a log" }, running)).toMatchObject({ cluster: "a log", events: scenarioText(asked, true) });
});

test("a scenario that was kept fills the page again, and one that the page did not write stays a text", () => {
  const again = askedOfScenario(scenarioQuestionOf(question, asked, assignment));
  expect(again).toEqual({ ...asked, pace: { ...asked.pace, rate: "20000" } });
  expect(askedOfScenario({ ...question, events: "events:\n- {at: 1m, kill: b}" })).toMatchObject({ eventsText: "events:\n- {at: 1m, kill: b}", happenings: [] });
});
