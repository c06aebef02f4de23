import { expect, test } from "vitest";

import type { AnalyzedTopology } from "../src/api/types";
import type { Assignment, ClientTasks, Placement } from "../src/api/taskTypes";
import { START, readAddress, writeAddress } from "../src/model/addressState";
import { NOTHING_ASKED, freshName, happeningsWith } from "../src/model/tasks/asked";
import { askedOf, countsToTry, fieldOf, fieldOfMember, hintOf, instancesText, questionOf, said, startingOf } from "../src/model/tasks/question";
import { filtered, rowsOf, NO_TASK_FILTER } from "../src/model/tasks/rows";

const asked = {
  ...NOTHING_ASKED,
  counts: { orders: "12", customers: "8" },
  instances: [
    { name: "a", threads: "4", rack: "eu-1", tags: "zone=x,cluster=1" },
    { name: "b:1", threads: "2", rack: "", tags: "" },
  ],
  standbys: "1",
  settings: { "max.warmup.replicas": "2" },
  machines: { cpus: "4", record_ms: "0.5" },
  happenings: [{ action: "kill" as const, of: "b:1", value: "", isAtOnce: false }],
  step: 1,
};

test("what is asked stands in the address, and comes back from it", () => {
  const query = writeAddress({ ...START, view: "tasks", asked, chosenTask: { kind: "task", id: "0_3" } });
  const read = readAddress(query);
  expect(read.asked).toEqual(asked);
  expect(read.chosenTask).toEqual({ kind: "task", id: "0_3" });
  expect(query).toContain("partitions=orders:12,customers:8");
  expect(writeAddress(START)).toBe("");
});

test("a question that was kept fills the form again", () => {
  const again = askedOf(questionOf(asked));
  expect({ ...again, happenings: asked.happenings, step: 1 }).toEqual(asked);
  expect(askedOf({ partitions: "Topic: orders", cluster: "clients:\n- {name: a}", settings: {}, assignor: null })).toMatchObject({
    countsText: "Topic: orders",
    clusterText: "clients:\n- {name: a}",
  });
});

test("what is said of machines is asked as numbers, and what is none as it was typed", () => {
  expect(questionOf(asked).sizing).toEqual({ cpus: 4, record_ms: 0.5 });
  expect(questionOf({ ...asked, machines: { cpus: "many" } }).sizing).toEqual({ cpus: "many" });
  expect(questionOf({ ...asked, machines: { cpus: " " } }).sizing).toBeNull();
  expect(fieldOfMember("sizing.cpus")).toEqual({ kind: "machines", fact: "cpus" });
  expect(fieldOfMember("topology")).toBeNull();
});

test("a field starts with what the program says, unless the cluster's text says it", () => {
  const own = { name: "num.standby.replicas", value: "1", doubt: "", file: "application.properties", line: 3 };
  const topology = { settings: [own, { ...own, name: "num.stream.threads", value: null }] } as AnalyzedTopology;
  expect(hintOf(startingOf(topology, null, "num.standby.replicas"))).toBe("1, from application.properties, line 3");
  expect(hintOf(startingOf(topology, null, "num.stream.threads"))).toContain("the text does not say");
  const said_by = { "num.standby.replicas": { by: "cluster" as const, words: "the cluster's text, line 1" } };
  const result = { settings: { "num.standby.replicas": "2", "max.warmup.replicas": "2" }, said_by };
  expect(startingOf(topology, result, "num.standby.replicas")).toEqual({ value: "2", from: "the cluster's text, line 1" });
  expect(hintOf(startingOf(topology, result, "max.warmup.replicas"))).toBe("");
  expect(questionOf({ ...asked, standbys: "" }).settings).not.toHaveProperty("num.standby.replicas");
  expect(instancesText([{ name: "a", threads: "", rack: "", tags: "" }])).toBe('{"clients": [\n{"name":"a"}\n]}');
});

test("an error stands at its field", () => {
  const sentence = "Line 2 of the partition counts has 'x' where a number of partitions is wanted.";
  const field = fieldOf(asked, "bad-partitions", sentence);
  expect(field).toEqual({ kind: "topic", topic: "customers" });
  expect(said(field, sentence)).toBe("This has 'x' where a number of partitions is wanted.");
  expect(instancesText(asked.instances).split("\n")[2]).toContain('"b:1"');
  expect(fieldOf(asked, "bad-cluster", "Line 3 of the cluster says -1.")).toEqual({ kind: "instance", index: 1 });
  expect(fieldOf(asked, "bad-setting", "max.warmup.replicas is not a whole number")).toEqual({ kind: "setting", name: "max.warmup.replicas" });
  expect(fieldOf(asked, "bad-setting", "Kafka Streams 2.4.1 has no assignor public-sticky")).toEqual({ kind: "assignor" });
  expect(fieldOf({ ...asked, countsText: "a=x" }, "bad-partitions", "Line 1 of the partition counts")).toEqual({ kind: "counts" });
});

function client(name: string, active: string[], standby: string[]): ClientTasks {
  const thread = { name: "StreamThread-1", active, standby, warm_up: [], withheld: [], revoked: [], is_idle: false };
  return { name, process_id: `id-${name}`, is_process_id_given: false, rack: null, tags: {}, threads: [thread] };
}

const placed = (task: string, on: string, role: Placement["role"]): Placement => ({
  task, role, client: on, thread: "StreamThread-1", because: "", sentence: "", was: [], is_moved: false,
}); // prettier-ignore

const TASKS = ["1_0", "1_1"].map((id) => ({ id, partitions: [`orders-${id.at(-1)}`], changelogs: [`counts-changelog-${id.at(-1)}`] }));
const RESULT: Assignment = {
  schema: "topoviz/assignment@1",
  tasks: {
    kafka_version: "3.9.2", partitions: { orders: 2 }, missing: [], undetermined: [], refusal: null, diagnostics: [], global_topics: [],
    sub_topologies: [{ id: 1, topics: ["orders"], tasks: TASKS, stores: { counts: "counts-changelog" } }],
  },
  settings: {},
  assignor: null,
  notes: [],
  rebalance: {
    clients: [client("a", ["1_0"], ["1_1"]), client("b", ["1_1"], [])],
    placements: [placed("1_0", "a", "active"), placed("1_1", "b", "active"), placed("1_1", "a", "standby")],
    moved: 0, threads: 2, idle_threads: 0, follow_up: null, follow_up_after_ms: null, warnings: [], doubts: [],
  },
}; // prettier-ignore

test("what happens to an instance that is taken away is forgotten, and nothing else", () => {
  const [, b] = asked.instances;
  expect(happeningsWith(asked.happenings, asked.instances, [b!])).toEqual(asked.happenings);
  expect(happeningsWith(asked.happenings, asked.instances, [asked.instances[0]!])).toEqual([]);
  const partitions = [{ action: "partitions" as const, of: "a", value: "16", isAtOnce: false }];
  expect(happeningsWith(partitions, asked.instances, [b!])).toEqual(partitions);
});

test("another instance gets the next name", () => {
  expect(freshName("a", new Set(["a", "b"]))).toBe("c");
  expect(freshName("web-2", new Set(["web-2"]))).toBe("web-3");
  expect(freshName("orders", new Set(["orders"]))).toBe("orders-2");
});

test("a task that nobody runs stands with those that hold its copy", () => {
  const orphaned = { ...RESULT, rebalance: { ...RESULT.rebalance!, placements: RESULT.rebalance!.placements.slice(2) } };
  expect(rowsOf(orphaned).map(({ task, placement }) => `${task.id} ${placement?.role ?? "nobody"}`)).toEqual(["1_0 nobody", "1_1 nobody", "1_1 standby"]);
});

test("rows are found by task, topic, store, instance and role", () => {
  const rows = rowsOf(RESULT);
  const found = (words: string) => filtered(rows, { ...NO_TASK_FILTER, words }).map(({ task, placement }) => `${task.id} ${placement?.client}`);
  expect(found("orders-1")).toEqual(["1_1 b", "1_1 a"]);
  expect(found("1_1 standby")).toEqual(["1_1 a"]);
  expect(found("counts b")).toEqual(["1_1 b"]);
});

test("counts to try are of real topics, and of a dump all alike, since it does not say which topics are joined", () => {
  const names = ["orders", "customers", "${input.topic}"];
  const topology = (plan: unknown) =>
    ({
      plan,
      topology: {
        sub_topologies: [{ is_global: false, nodes: [1] }],
        named_topics: names.map((name) => ({ name, is_pattern: false, is_repartition: false, readers: [1] })),
        repartition_topics: [],
        copartition_groups: [],
      },
    }) as unknown as AnalyzedTopology;
  expect(countsToTry(topology({}))).toEqual({ orders: "12", customers: "8" });
  expect(countsToTry(topology(null))).toEqual({ orders: "12", customers: "12" });
});
