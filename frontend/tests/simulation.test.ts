import { expect, test } from "vitest";

import type { Lane, SimulationEvent, SimulationSummary } from "../src/api/simulationTypes";
import { START, readAddress, writeAddress } from "../src/model/addressState";
import { EVERY_EVENT, NO_SIMULATION } from "../src/model/simulation/asked";
import { beginningOf, fewPartitions } from "../src/model/simulation/beginning";
import { litBy, markText, recordFacts } from "../src/model/simulation/events";
import { eventOf, eventText, fieldAtLine, spanTexts, spansWith } from "../src/model/simulation/form";
import { marksIn, moved, pathOf, placeOf, rowsOf, spanAt, spanText, timeAt, zoomed } from "../src/model/simulation/lanes";
import { askedAgain, keyOfQuestion, placeOf as placeOfError, simulationQuestion } from "../src/model/simulation/question";
import { linesFrom } from "../src/model/simulation/series";
import { exactTime, recordTime, tickTime, ticksOf } from "../src/model/simulation/times";
import { headline, latencyText, standOuts, traceText } from "../src/model/simulation/words";
import beginning from "./samples/beginning.yaml?raw";
import { dump, joinAndCount, topologyOf, unsure } from "./samples";

const topology = topologyOf(joinAndCount);

test("what is run stands in the address, and comes back from it", () => {
  const simulation = { configuration: "seed: 1\nevents: []", records: null, isRun: true, event: 120, span: [500, 2_000] as const, only: { ...EVERY_EVENT, kind: "goes on", task: "0_1" }, story: "start-up" };
  const query = writeAddress({ ...START, view: "run", simulation });
  expect(readAddress(query).simulation).toEqual(simulation);
  expect(query).toContain("run=1&event=120&span=500-2000&story=start-up&only-kind=goes+on");
  expect(readAddress("?span=9-3&event=x").simulation).toEqual(NO_SIMULATION);
});

test("a page begins with a configuration that the engine takes", () => {
  // The engine is asked about the same file in tests/frontend/test_beginning.py.
  expect(beginningOf(topology, ["a", "b"])).toBe(beginning);
  expect(fewPartitions(topology)).toEqual({ a: "4", b: "3" });
  expect(beginningOf(topologyOf(dump), [])).not.toContain("kill");
  expect(beginningOf(topologyOf(unsure), ["a"])).not.toContain("generate");
});

test("what was asked fills the form again, and only what decides the answer makes another question", () => {
  const asked = { ...START, asked: { ...START.asked, counts: { a: "4", b: "3" } } };
  const question = simulationQuestion(topology, asked);
  expect(question.partitions).toBe("a=4\nb=3");
  const again = askedAgain({ ...question, records: null }, "");
  expect(simulationQuestion(topology, again)).toEqual(question);
  const key = keyOfQuestion("1", 0, asked);
  expect(keyOfQuestion("1", 0, { ...asked, simulation: { ...NO_SIMULATION, event: 3, span: [0, 1] } })).toBe(key);
  expect(keyOfQuestion("1", 0, { ...asked, simulation: { ...NO_SIMULATION, configuration: "seed: 2" } })).not.toBe(key);
});

test("an error leads back to where it was written", () => {
  const asked = { ...START.asked, counts: { a: "4", b: "x" } };
  expect(placeOfError(asked, "bad-partitions", "Line 2 of the partition counts has no number.")).toEqual({ kind: "form", field: { kind: "topic", topic: "b" } });
  expect(placeOfError(asked, "bad-configuration", "Line 7 of the configuration has no list.")).toEqual({ kind: "configuration", line: 7 });
  expect(placeOfError(asked, "bad-records", "Line 3: no task reads a topic 'x'.")).toEqual({ kind: "records", line: 3 });
  expect(placeOfError(asked, "endless", "Records come back.")).toBeNull();
});

test("stalls and events are said in words, and more of them can be written", () => {
  const spans = spansWith("[{from: 1s, to: 2s, times: 3}]", { happens: "stall", of: "a", at: "10s", lasts: "1500ms", by: "" });
  expect(spans).toBe("[{from: 1s, to: 2s, times: 3}, {from: 10s, to: 11500ms, times: 0}]");
  expect(spanTexts({ values: { topic: "a", spans: spans ?? "" }, first: 1, last: 1 })).toEqual(["a: 3 times as many records from 1s to 2s", "a: no records from 10s to 11500ms"]);
  expect(spansWith("", { happens: "burst", of: "a", at: "soon", lasts: "1s", by: "2" })).toBeNull();
  const event = { first: 1, last: 1 };
  expect(eventText({ values: { at: "5s", kill: "b", for: "2s" }, ...event })).toBe("5s: b dies, for 2s");
  expect(eventText({ values: { at: "5s", fence: "a-1" }, ...event })).toBe("5s: producers of a-1 are fenced");
  expect(eventText({ values: { at: "5s", slow: "transactions", by: "8s", for: "1s" }, ...event })).toBe("5s: initTransactions and commits take 8s more, for 1s");
  expect(eventText({ values: eventOf({ happens: "fail", of: "a-1", at: "5s", lasts: "", by: "" }), ...event })).toBe("5s: the next record of a-1 ends in a KafkaException");
  expect(eventOf({ happens: "stop", of: "b", at: "5s", lasts: "", by: "" })).toEqual({ at: "5s", stop: "b", for: "" });
  const setup = { settings: new Map([["poll.ms", { value: "1", line: 2 }]]), generate: [{ values: {}, first: 4, last: 6 }], events: null };
  expect([1, 2, 5].map((line) => fieldAtLine(setup, line))).toEqual([{}, { setting: "poll.ms" }, { made: 0 }]);
});

test("times are those of a stop watch, and those of records that are days are days", () => {
  expect([0, 12_345.4, 3_723_004].map(exactTime)).toEqual(["0:00.000", "0:12.345", "1:02:03.004"]);
  expect(recordTime(1_700_000_000_123)).toBe("2023-11-14 22:13:20.123 UTC");
  expect(ticksOf(0, 61_000, 7)).toEqual({ step: 10_000, at: [0, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000] });
  expect([tickTime(10_000, 10_000), tickTime(10_200, 200), tickTime(10_205, 5)]).toEqual(["0:10", "0:10.2", "0:10.205"]);
});

const lanes: Lane[] = [
  { thread: "a-1", client: "a", task: null, spans: [{ state: "poll", from_ms: 0, to_ms: 100 }] },
  {
    thread: "a-1",
    client: "a",
    task: "0_0",
    spans: [
      { state: "waiting", from_ms: 10, to_ms: 60, why: "the lag of a partition is not known yet", partition: "b-0" },
      { state: "processing", from_ms: 30, to_ms: 31, share: 0.5, records: 2 },
    ],
  },
  { thread: "b-1", client: "b", task: null, spans: [] },
];

test("lanes are drawn where their time is, and what is pointed at is said", () => {
  const { rows } = rowsOf(lanes);
  const scale = { from: 0, to: 100, width: 200 };
  expect([placeOf(scale, 25), timeAt(scale, 50), timeAt(scale, 900)]).toEqual([50, 25, 100]);
  const [, task] = rows;
  expect(pathOf(task!, "waiting", scale)).toMatch(/^M20\.0 \d+\.\dH120\.0v18\.0H20\.0z$/);
  expect(pathOf(task!, "waiting", { ...scale, from: 70 })).toBe("");
  const short = spanAt(task!, 30.5, 0.1);
  expect(short?.state).toBe("processing");
  expect(spanText(task!, short!)).toBe("Task 0_0: processing, 0:00.030 to 0:00.031 (1 ms, 50 % of this time), 2 records");
  expect(spanText(task!, spanAt(task!, 50, 0.1)!)).toContain("waits, with records: the lag of a partition is not known yet (b-0)");
});

test("a mark stands in the lane of its task, its thread or its instance", () => {
  const { rows } = rowsOf(lanes);
  const scale = { from: 0, to: 100, width: 200 };
  const mark = { number: 1, at_ms: 50, event: "committed", thread: "a-1" };
  const [task, thread, instance, beyond] = [{ ...mark, task: "0_0" }, mark, { ...mark, event: "killed", thread: "b" }, { ...mark, at_ms: 101 }].map((one) => marksIn(rows, [one], scale)[0]?.y);
  expect(task).toBeGreaterThan(thread!);
  expect(instance).toBeGreaterThan(task!);
  expect(beyond).toBeUndefined();
  expect(markText({ ...mark, count: 3 })).toBe("commit, 3 times, a-1, 0:00.050");
});

test("an interval grows and moves within the whole", () => {
  expect(zoomed([0, 1_000], 0.5, 1_000, 800)).toEqual([400, 900]);
  expect(zoomed([400, 900], 2, 1_000)).toBeNull();
  expect(moved([400, 900], 1, 1_000)).toEqual([500, 1_000]);
});

test("a node is lit, or who reads the partition, or the topic", () => {
  const nodes = topology.topology!.nodes;
  const event: SimulationEvent = { number: 0, at_ms: 0, event: "node", thread: "a-1", sentence: "" };
  const aggregate = nodes.find(({ name }) => name.startsWith("KSTREAM-AGGREGATE"))!;
  expect([...litBy(topology, { ...event, node: aggregate.name }).main]).toEqual([aggregate.id]);
  const read = litBy(topology, { ...event, event: "processed", task: "0_1", partition: "a-1" });
  expect([...read.main].map((id) => nodes.find((node) => node.id === id)?.topics)).toEqual([["a"]]);
  expect([...litBy(topology, { ...event, event: "polled", records: { "a-0": 2, "b-1": 1 } }).related]).toHaveLength(2);
  expect(litBy(topology, { ...event, event: "broker slow", partition: "c-0" }).thing?.space).toBe("topic");
  expect([...litBy(topology, { ...event, task: "1_0" }).related]).not.toEqual([]);
  expect(recordFacts({ ...event, partition: "a-1", offset: 1_200, timestamp: 5_000, stream_time: -1 })).toEqual([["Partition", "a-1"], ["Offset", "1,200"], ["Timestamp", "0:05.000"]]);
});

const summary: SimulationSummary = {
  version: "3.9.2",
  ended_ms: 41_070,
  is_cut: false,
  records: 420,
  processed: 1_308,
  aborted: 0,
  latency_ms: { records: 748, median: 9.145, p95: 400, p99: 863.2, highest: 11_011 },
  threads: [{ thread: "a-1", client: "a", tasks: ["0_0"], turns: 1, processing_ms: 40_000, in_poll_ms: 2, records_in_turn: 1, died_of: null }],
  by_task: [
    { task: "0_0", thread: "a-1", records: 1, processing_ms: 1, dropped: 0, processed_again: 62, pauses: 0, punctuations: 0, commits: 1, waits_ms: { "a partition is empty": 50 }, records_while_a_partition_was_empty: 3 },
  ],
  by_node: [{ node: "count", records: 5, late: 2 }],
  by_partition: [{ partition: "a-0", records: 1, committed: 1, highest_lag: 198, highest_at_ms: 20_282.5 }],
  lag: { at_ms: [0], records_behind: { "a-0": [0] } },
};

test("what happened and what stands out is said, the worst first", () => {
  expect(headline(summary)).toBe(
    "420 records came, and tasks processed 1,308, as Kafka Streams 3.9.2 does. All was over after 41 s of simulated time.",
  );
  expect(latencyText(summary)).toBe("From its arrival to the end of its way, a record took 9.1 ms (median), 863 ms (99 %) and at most 11 s.");
  const found = standOuts(summary);
  expect(found.map(({ tone }) => tone)).toEqual(["bad", "warn", "warn", "warn", "calm", "calm"]);
  expect(found[0]?.sentence).toContain("62 records after a crash");
  expect(found[2]?.sentence).toContain("busy for 97 %");
  expect(found[3]).toEqual({ tone: "warn", sentence: "Waited with records that could not be processed: 0_0 50 ms, in all. The reason: a partition is empty.", only: { ...EVERY_EVENT, kind: "waits", task: "0_0" } });
  const calm = { ...summary, threads: [], by_task: [], by_node: [], by_partition: [] };
  expect(standOuts(calm).map(({ sentence }) => sentence)).toEqual(["Nothing stands out: no task waited, no record was late, and none was processed twice."]);
});

test("what is not processed at the end, a slow task and threads that could share are told where they are there, and only there", () => {
  const task = { ...summary.by_task[0]!, processed_again: 0, waits_ms: {}, records_while_a_partition_was_empty: 0 };
  const thread = { ...summary.threads[0]!, processing_ms: 2_400 };
  const slow = { ...summary, threads: [thread], by_task: [{ ...task, processing_ms: 2_399 }, { ...task, task: "1_0", processing_ms: 1 }], by_node: [], by_partition: [] };
  expect(standOuts(slow).map(({ sentence }) => sentence)).toEqual(["Task 0_0 took 2.4 s of the 2.4 s that thread a-1 worked; meanwhile its other task waits for its turn."]);
  expect(standOuts({ ...slow, threads: [{ ...thread, processing_ms: 2_000 }] })[0]?.sentence).toContain("Nothing stands out");
  const behind = { ...slow, by_task: [], by_partition: [{ ...summary.by_partition[0]!, records: 41, highest_lag: 40 }], rebalances: 1, restored_records: 2_000 };
  expect(standOuts(behind).map(({ sentence }) => sentence)).toEqual([
    "At the end 40 records are not committed, all of a-0.",
    "1 rebalance came to an end, and tasks restored 2,000 records of changelogs.",
  ]);
  const nodes = ["KSTREAM-JOIN-0000000004", "KSTREAM-JOINTHIS-0000000007", "paid-outer-other-join"].map((node) => ({ node, records: 4, late: 0, matched: 1, unmatched: 3 }));
  expect(standOuts({ ...slow, by_task: [], by_node: nodes }).map(({ sentence }) => sentence)).toEqual(["KSTREAM-JOIN-0000000004 found no partner for 3 of 4 records, as they came."]);
  const work = { client: "a", threads: 2, records: 40, mean_ms: 300, p99_ms: 688, mean_ms_if_shared: 41, p99_ms_if_shared: 80 };
  const told = (one: SimulationSummary) => standOuts(one).filter(({ sentence }) => sentence.includes("If its threads shared")).length;
  expect(told({ ...slow, shared_work: [work] })).toBe(1);
  // The second has waited for another partition, and a thread that worked for half a second has kept nobody waiting longer.
  expect(told({ ...slow, shared_work: [work], by_task: [{ ...task, waits_ms: { "a partition is empty": 610 } }] })).toBe(0);
  expect(told({ ...slow, shared_work: [work], threads: [{ ...thread, processing_ms: 500 }] })).toBe(0);
});

test("what of a trace is not kept is said", () => {
  const result = { schema: "", tasks: {} as never, summary, assumed: [], not_followed: [] };
  const trace = { events: 900_000, stored: 300_000, first_ms: 0, last_ms: 90_000, is_cut: true, cut_at_ms: 40_000, next_step: "Choose an interval." };
  expect(traceText({ ...result, trace })).toBe("The first 300,000 of 900,000 events are kept, up to 0:40.000; the figures are of all of them. Choose an interval.");
  expect(traceText({ ...result, trace: { ...trace, is_cut: false } })).toBe("");
});

test("charts show the lines that reach highest, and what is chosen", () => {
  const values = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`a-${index}`, [index]]));
  const { lines, leftOut } = linesFrom([0], values, new Set(["a-0"]));
  expect(leftOut).toBe(4);
  expect(lines.map(({ name }) => name)).toEqual(["a-0", "a-5", "a-6", "a-7", "a-8", "a-9", "a-10", "a-11"]);
  expect(lines[0]?.isMarked).toBe(true);
});
