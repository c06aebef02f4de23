import { expect, test } from "vitest";

import { heatOption, linesOption, shortened } from "../src/lib/chartOptions";
import { badgesOf, badgesOnCards, shadeOf, worstCard, type Badge } from "../src/model/lagBadges";
import { focusOnFinding, focusOnPartition, focusOnTask, focusOnTopics, partitionKey, subTopologiesOf } from "../src/model/lagFocus";
import { highlightOf, kindOf, legendOf, marksOf, placesOf, textOfMarks } from "../src/model/lagMarks";
import { MOST_BARS, loadOf } from "../src/model/lagLoad";
import { elapsedSeconds, isFinal, progressSentence, stagesOf } from "../src/model/lagProgress";
import { heatSentence, linesSentence, loadSentence } from "../src/model/lagSentences";
import { MOST_LINES, byName, grainsOf, linesOf, timesOf, uprightMoments, type Line } from "../src/model/lagSeries";
import { PARTITION_COLUMNS, SUB_TOPOLOGY_COLUMNS, TASK_COLUMNS, isPartitionMarked, pressed, sorted, taskRows, verdictOf } from "../src/model/lagTables";
import { firstActivity, threadLinesOf, threadName } from "../src/model/lagThreads";
import { Clock, milliseconds } from "../src/model/lagWords";
import { documentOf, lagReport } from "./lagSamples";
import { joinAndCount, topologyOf } from "./samples";

const REPARTITION = "orders-app-KSTREAM-MAP-0000000001-repartition";
const topology = topologyOf(joinAndCount);
const taskOf = (name: string) => lagReport.tasks.find(({ task }) => task === name)!;

test("a verdict that is not known says why, and a report of earlier days has none", () => {
  expect(verdictOf({ verdict: "unknown", unknown_because: "there are 2 samples" })).toBe("not known: there are 2 samples");
  expect(verdictOf({ verdict: "fine", unknown_because: null })).toBe("fine");
  expect(verdictOf({})).toBe("–");
});

// --- lines ---

test("a history on a topology can be seen whole, by sub-topology and by task", () => {
  expect(grainsOf(lagReport).map(({ value }) => value)).toEqual(["whole", "sub-topology", "task"]);
});

test("a history that no topology divides can be seen by topic", () => {
  const timelines = lagReport.timelines.filter(({ of }) => of === "topic");
  const report = { ...lagReport, timelines, tasks: [], sub_topologies: [] };
  expect(grainsOf(report).map(({ value }) => value)).toEqual(["whole", "topic"]);
  expect(linesOf(report, "whole", null).lines[0]!.name).toBe("All topics");
});

test("the whole is the sum of the sub-topologies, and a time that nobody knows stays unknown", () => {
  const known = linesOf(lagReport, "whole", null).lines[0]!;
  const parts = lagReport.timelines.filter(({ of }) => of === "sub-topology");
  expect(known.lag![2]).toBeCloseTo(parts.reduce((sum, line) => sum + line.lag[2]!, 0));
  const gap = parts.map((line) => ({ ...line, lag: line.lag.map((value, at) => (at === 2 ? null : value)) }));
  expect(linesOf({ ...lagReport, timelines: gap }, "whole", null).lines[0]!.lag![2]).toBeNull();
});

test("threads are drawn by what they spend time on, first by what a finding names", () => {
  const thread = { process: "shop-0f5c2d1e-5a0b-4c9e-9d7a-1b2c3d4e5f60", thread: 2 };
  const shares = { process_share: [0.1], commit_share: [0.71], poll_share: [null], punctuate_share: [0] };
  const line = { ...thread, ...shares, commit_rate: [1], process_latency_ms: [2], commit_latency_ms: [2300] };
  const [finding] = lagReport.findings;
  const report = { ...lagReport, threads: [], thread_lines: [line], findings: [finding!, { ...finding!, kind: "slow-commits" as const }] };
  expect(firstActivity(lagReport)).toBe("process");
  expect(firstActivity(report)).toBe("commit");
  expect(threadName(thread)).toBe("shop-0f5c2d1e… · thread 2");
  expect(threadLinesOf(report, "commit", null).lines).toEqual([{ name: "shop-0f5c2d1e… · thread 2", isMarked: false, share: [71] }]);
  expect(threadLinesOf(report, "poll", null).lines[0]!.share).toEqual([null]);
  expect([milliseconds(null), milliseconds(1.25), milliseconds(98), milliseconds(2300), milliseconds(90_000)]).toEqual(["–", "1.3 ms", "98 ms", "2.3 s", "1 min 30 s"]);
  expect(linesSentence("Time in commits", threadLinesOf(report, "commit", null).lines, ["share"], "today")).toContain("ends at 71 %");
});

test("a chosen partition marks the line of its topic and that of the thread that reads it", () => {
  const shares = { process_share: [0.1], commit_share: [0.1], poll_share: [0.8], punctuate_share: [0] };
  const thread_lines = [1, 2].map((thread) => ({ process: "shop", thread, ...shares, commit_rate: [1], process_latency_ms: [2], commit_latency_ms: [3] }));
  const partitions = lagReport.partitions.map((one) => ({ ...one, client_id: `shop-StreamThread-${one.topic === "b" ? 2 : 1}-consumer` }));
  const report = { ...lagReport, partitions, thread_lines, threads: [] };
  const focus = focusOnPartition(report, report.partitions.find(({ topic }) => topic === "b")!);
  const marked = (lines: Line[]) => lines.filter(({ isMarked }) => isMarked).map(({ name }) => name);
  expect(marked(linesOf(report, "topic", focus).lines)).toEqual(["b"]);
  expect(threadLinesOf(report, "poll", focus).lines[0]).toMatchObject({ name: "shop · thread 2", isMarked: true });
  expect(marked(threadLinesOf(report, "poll", focus).lines)).toEqual(["shop · thread 2"]);
});

test("very many moments are not drawn as upright lines", () => {
  const moments = Array.from({ length: 61 }, (_, at) => at);
  expect([uprightMoments(moments), uprightMoments(moments.slice(1))]).toEqual([[], moments.slice(1)]);
});

test("of many tasks those that lag most are shown, and always the chosen one", () => {
  const [line] = lagReport.timelines.filter(({ of }) => of === "task");
  const timelines = Array.from({ length: 20 }, (_, number) => ({ ...line!, name: `0_${number}` }));
  const tasks = Array.from({ length: 30 }, (_, number) => ({ ...taskOf("0_0"), task: `0_${number}`, partition: number }));
  const report = { ...lagReport, timelines, tasks };
  const plain = linesOf(report, "task", null);
  expect(plain.lines).toHaveLength(MOST_LINES);
  expect(plain.leftOut).toBe(30 - MOST_LINES);
  const chosen = linesOf(report, "task", focusOnTask(report, "0_19")).lines;
  expect(chosen.at(-1)).toMatchObject({ name: "Task 0_19", isMarked: true });
  expect(chosen).toHaveLength(MOST_LINES);
});

test("values stand at the start and every stretch after it", () => {
  const times = timesOf(lagReport);
  expect(times).toHaveLength(lagReport.buckets);
  expect(times[0]).toBe(Date.parse(lagReport.start));
  expect(times[1]! - times[0]!).toBe(lagReport.bucket_seconds * 1000);
});

test("names are in the order in which people count", () => {
  expect(["1_10", "0_3", "1_2"].sort(byName)).toEqual(["0_3", "1_2", "1_10"]);
});

// --- tables ---

test("tables sort by any column, with what is not known last in both directions", () => {
  const rows = taskRows(lagReport);
  const last = { ...rows[0]!, task: "9_9", lag_last: 1e9, catch_up_seconds: null };
  const all = [last, ...rows.map((row, index) => ({ ...row, lag_last: 1e9, catch_up_seconds: index }))];
  for (const isDescending of [true, false]) {
    expect(sorted(all, TASK_COLUMNS, { key: "catch-up", isDescending }).at(-1)!.task).toBe("9_9");
  }
  expect(sorted(rows, TASK_COLUMNS, { key: "lag", isDescending: true })[0]!.task).toBe("1_1");
  expect(sorted(rows, TASK_COLUMNS, { key: "task", isDescending: false }).map(({ task }) => task)).toEqual([
    "0_0",
    "0_1",
    "1_0",
    "1_1",
  ]);
});

test("a column begins with its largest number or its first name, and turns round", () => {
  const column = (key: string) => TASK_COLUMNS.find((one) => one.key === key)!;
  expect(pressed({ key: "task", isDescending: false }, column("lag"))).toEqual({ key: "lag", isDescending: true });
  expect(pressed({ key: "lag", isDescending: true }, column("lag"))).toEqual({ key: "lag", isDescending: false });
  expect(pressed({ key: "lag", isDescending: true }, column("task"))).toEqual({ key: "task", isDescending: false });
});

test("a task's row has the stalls of its partitions and its share of the sub-topology's work", () => {
  const rows = taskRows(lagReport);
  const stalled = rows.find(({ task }) => task === "0_0")!;
  expect(stalled.stalls).toBe(1);
  expect(TASK_COLUMNS.find(({ key }) => key === "stalls")!.show(stalled)).toBe("1 × up to 1 min");
  const [cold, hot] = ["1_0", "1_1"].map((name) => rows.find(({ task }) => task === name)!);
  expect((cold!.skew! + hot!.skew!) / 2).toBeCloseTo(1);
  expect(hot!.skew).toBeGreaterThan(1.4);
});

test("a single sample neither shows stalls nor that there are none", () => {
  const partitions = lagReport.partitions.map((one) => ({ ...one, samples: 1, stalls: 0, stall_seconds: null }));
  const [task] = taskRows({ ...lagReport, partitions });
  expect(TASK_COLUMNS.find(({ key }) => key === "stalls")!.show({ ...task!, stall_seconds: null })).toBe("–");
  expect(PARTITION_COLUMNS.find(({ key }) => key === "stalls")!.show(partitions[0]!)).toBe("–");
});

test("every cell of every table is a text", () => {
  const texts = [
    ...taskRows(lagReport).flatMap((row) => TASK_COLUMNS.map(({ show }) => show(row))),
    ...lagReport.sub_topologies.flatMap((row) => SUB_TOPOLOGY_COLUMNS.map(({ show }) => show(row))),
    ...lagReport.partitions.flatMap((row) => PARTITION_COLUMNS.map(({ show }) => show(row))),
  ];
  expect(texts.every((text) => typeof text === "string" && text !== "" && !/NaN|undefined|null/.test(text))).toBe(true);
});

// --- badges ---

test("topics of the topology find their lag by their name and behind the application's id", () => {
  const badges = badgesOf(lagReport, topology);
  const byTopic = new Map(badges.map((badge) => [topology.topology!.named_topics!.find(({ id }) => id === badge.topic)!.name, badge]));
  expect([...byTopic.keys()].sort()).toEqual(["KSTREAM-MAP-0000000001-repartition", "a", "b"]);
  const lag = lagReport.partitions.filter(({ topic }) => topic === REPARTITION).reduce((sum, one) => sum + one.lag_last!, 0);
  expect(byTopic.get("KSTREAM-MAP-0000000001-repartition")).toMatchObject({
    lag,
    shade: 3,
    text: `${lag.toLocaleString("en-US")} behind`,
  });
});

test("a badge says when some of its lag is not known, and when all is read", () => {
  const b = badgesOf(lagReport, topology).find(({ names }) => names.has("b"))!;
  expect(b.text).toBe("caught up");
  expect(b.sentence).toContain("The lag of 1 of its partitions is not known.");
});

test("a topic that the history lacks says so, and topics that nobody reads have no badge", () => {
  const partitions = lagReport.partitions.filter(({ topic }) => topic !== "b");
  const badges = badgesOf({ ...lagReport, partitions, topics_not_in_history: ["b"] }, topology);
  expect(badges.find(({ text }) => text === "not in the history")?.sentence).toBe("Topic b is not in the history.");
  expect(badges).toHaveLength(3);
});

test("a card shows the worst of its topics, in sight or folded, and their sum", () => {
  const badge = (topic: number, lag: number | null): Badge => ({
    topic, names: new Set(), lag, share: null, shade: 0, text: lag === null ? "lag not known" : `${lag} behind`, sentence: `Topic ${topic}.`,
  });
  const badges = [badge(1, 40), badge(2, null), badge(3, 700), badge(4, 0), badge(5, 0)];
  const texts = (topics: number[]) => badgesOnCards(badges, [{ card: "r5", topics }]).map(({ text }) => text);
  expect(texts([1, 2, 3])).toEqual(["worst 700 behind, sum 740"]);
  expect(texts([3, 4])).toEqual(["700 behind, worst of 2"]);
  expect(texts([2, 4])).toEqual(["lag of 1 of 2 not known"]);
  expect(texts([4, 5])).toEqual(["all 2 caught up"]);
  expect(texts([1])).toEqual(["40 behind"]);
  expect(texts([9])).toEqual([]);
  expect(badgesOnCards(badges, [{ card: "r5", topics: [1, 2] }])[0]!.sentence).toContain("Of 1 of them the lag is not known.");
});

test("a picture opens at the card that is farthest behind, wherever it stands in it", () => {
  const cards = badgesOnCards(badgesOf(lagReport, topology), [...topology.topology!.named_topics!].map(({ id }) => ({ card: `r${id}`, topics: [id] })));
  const most = Math.max(...cards.map(({ badge }) => badge.lag ?? 0));
  expect(worstCard(cards)?.badge.lag).toBe(most);
  expect(worstCard([...cards].reverse())?.badge.lag).toBe(most);
  expect(worstCard([])).toBeNull();
});

test("a finding is marked on the topics of its partitions, with a sign and its number, and no other topic is", () => {
  const badges = badgesOf(lagReport, topology);
  const marks = marksOf(lagReport, badges);
  const spoken = lagReport.findings.findIndex(({ kind, partitions }) => kind !== "not-known" && kind !== "fine" && partitions.length > 0);
  const topics = new Set(lagReport.findings[spoken]!.partitions.map(({ topic }) => topic));
  for (const badge of badges) {
    const isSpokenOf = [...badge.names].some((name) => topics.has(name));
    expect((marks.get(badge.topic) ?? []).some(({ finding }) => finding === spoken)).toBe(isSpokenOf);
  }
  const cards = badgesOnCards(badges, badges.map(({ topic }) => ({ card: `r${topic}`, topics: [topic] })), marks);
  expect(cards.some((card) => textOfMarks(card.marks).includes(`${kindOf(lagReport.findings[spoken]!.kind).sign}${spoken + 1}`))).toBe(true);
  expect(legendOf(marks).length).toBeGreaterThan(0);
});

test("choosing a finding lights the topic of its partitions and the nodes of its sub-topology", () => {
  const badges = badgesOf(lagReport, topology);
  const index = lagReport.findings.findIndex(({ tasks, partitions }) => tasks.length > 0 && partitions.length > 0);
  const finding = lagReport.findings[index]!;
  const focus = focusOnFinding(lagReport, index)!;
  const { thing, related } = highlightOf(lagReport, topology, badges, focus);
  const lit = badges.find(({ topic }) => topic === thing!.id)!;
  expect(finding.partitions.some(({ topic }) => lit.names.has(topic))).toBe(true);
  const groups = subTopologiesOf(lagReport, focus);
  for (const node of topology.topology!.nodes) if (groups.has(String(node.sub_topology))) expect(related.has(node.id)).toBe(true);
  expect(placesOf(lagReport, focus)).toContain(finding.tasks[0]);
  expect(highlightOf(lagReport, topology, badges, null).thing).toBeNull();
});

test("many findings on one card are counted", () => {
  const mark = (finding: number) => ({ finding, kind: kindOf("stall") });
  expect(textOfMarks([0, 1, 2, 3, 4].map(mark))).toBe("■1 ■2 ■3 +2");
});

test("partitions that another group reads count for no badge", () => {
  const others = lagReport.partitions.map((one) => ({ ...one, group: "another", lag_last: 1_000_000 }));
  const more = { ...lagReport, partitions: [...lagReport.partitions, ...others] };
  expect(badgesOf(more, topology).map(({ lag }) => lag)).toEqual(badgesOf(lagReport, topology).map(({ lag }) => lag));
});

test("topics that only a pattern explains belong to it", () => {
  const nodes = topology.topology!.named_topics!.map((topic) => (topic.name === "a" ? { ...topic, name: "a.*", is_pattern: true } : topic));
  const withPattern = { ...topology, topology: { ...topology.topology!, named_topics: nodes } };
  expect(badgesOf(lagReport, withPattern).find(({ names }) => names.has("a"))!.lag).toBeGreaterThan(0);
});

test("shades go by the share", () => {
  expect([null, 0, 0.009, 0.01, 0.1, 0.5, 1].map(shadeOf)).toEqual([0, 0, 0, 1, 2, 3, 3]);
});

test("a catch-up time stands where much waits, and not where lag only comes and goes", () => {
  const column = TASK_COLUMNS.find(({ key }) => key === "catch-up")!;
  const row = { ...taskRows(lagReport)[0]!, consume_rate: 10, catch_up_seconds: 86_400 };
  const shown = [null, 0, 599, 600].map((lag_last) => column.show({ ...row, lag_last }));
  expect(shown).toEqual(["1 d", "1 d", "little waits", "1 d"]);
});

// --- what is chosen ---

const keyOf = (topic: string, partition: number) => partitionKey({ group: lagReport.group!, topic, partition });

test("a finding marks its tasks and partitions, and one that speaks of nothing marks nothing", () => {
  const focus = focusOnFinding(lagReport, 0)!;
  expect([...focus.tasks]).toEqual(["1_1"]);
  expect([...focus.partitions]).toEqual([keyOf(REPARTITION, 1)]);
  expect([...subTopologiesOf(lagReport, focus)]).toEqual(["1"]);
  const fine = { ...lagReport.findings[0]!, tasks: [], partitions: [] };
  expect(focusOnFinding({ ...lagReport, findings: [fine] }, 0)).toBeNull();
});

test("a task marks all of its partitions, a partition its task, a topic all tasks that read it", () => {
  expect([...focusOnTask(lagReport, "1_0").partitions].sort()).toEqual([keyOf("b", 0), keyOf(REPARTITION, 0)].sort());
  expect([...focusOnPartition(lagReport, { group: lagReport.group!, topic: "b", partition: 0 }).tasks]).toEqual(["1_0"]);
  expect([...focusOnTopics(lagReport, "a", new Set(["a"]))!.tasks]).toEqual(["0_0", "0_1"]);
  expect(focusOnTopics(lagReport, "c", new Set(["c"]))).toBeNull();
});

test("what two groups read is marked for the one that was chosen alone", () => {
  const own = lagReport.partitions.find(({ topic }) => topic === "b")!;
  const other = { ...own, group: "another-app", task: null, sub_topology: null };
  const report = { ...lagReport, partitions: [...lagReport.partitions, other] };
  const focus = focusOnPartition(report, own);
  expect([isPartitionMarked(own, focus), isPartitionMarked(other, focus)]).toEqual([true, false]);
  expect(focusOnPartition(report, other).tasks.size).toBe(0);
});

test("bars show the tasks in order, and of very many those with the most and the chosen one", () => {
  expect(loadOf(lagReport, "rates", null).bars.map(({ task }) => task)).toEqual(["0_0", "0_1", "1_0", "1_1"]);
  const tasks = Array.from({ length: 100 }, (_, number) => ({ ...taskOf("0_0"), task: `0_${number}`, lag_last: 100 - number }));
  const many = loadOf({ ...lagReport, tasks }, "lag", focusOnTask(lagReport, "0_99"));
  expect(many.bars).toHaveLength(MOST_BARS);
  expect(many.leftOut).toBe(60);
  expect(many.bars.at(-1)).toMatchObject({ task: "0_99", isMarked: true });
});

// --- progress ---

test("stages before the current one are done, and those after it wait", () => {
  const document = documentOf({ stage: "measuring" });
  expect(stagesOf(document).map(({ state }) => state)).toEqual(["done", "done", "current", "waiting", "waiting"]);
  expect(progressSentence(document)).toBe("Step 3 of 5: Measuring lag and rates.");
  expect(progressSentence(documentOf({ status: "queued", attempts: 0 }))).toBe("It waits for its turn.");
  expect(elapsedSeconds(document, Date.parse("2025-11-20T16:41:30Z"))).toBe(90);
  expect(elapsedSeconds(document, Date.parse("2025-11-20T16:39:00Z"))).toBe(0);
});

test("a report that is done, failed or cancelled is final", () => {
  expect((["queued", "running", "done", "failed", "cancelled"] as const).map((status) => isFinal(documentOf({ status })))).toEqual(
    [false, false, true, true, true],
  );
});

// --- charts ---

const colours = { text: "#000", quiet: "#555", line: "#ccc", faint: "#eee", surface: "#fff", accent: "#00f", warn: "#a50", series: ["#111"], heat: ["#eee", "#000"], type: "sans-serif" };
const look = { colours, clock: new Clock(lagReport.start, lagReport.end, "en-GB", "UTC"), width: 800, isMoving: false };

test("charts say in a sentence what they show", () => {
  const { lines } = linesOf(lagReport, "task", null);
  expect(linesSentence("Lag over time", lines, ["lag"], "today")).toMatch(/^Lag over time, 4 lines, today\. Task 1_1 ends highest, at [\d,]+ records\.$/);
  expect(linesSentence("Rates", lines, ["produce_rate", "consume_rate"], "today")).toContain("8 lines");
  expect(linesSentence("Lag over time", [], ["lag"], "today")).toContain("Nothing of it is known.");
  expect(heatSentence(lagReport.heat, "today")).toContain(`in ${REPARTITION}-1.`);
  expect(loadSentence(loadOf(lagReport, "lag", null).bars, true)).toContain("Task 1_1 has the most");
});

test("no chart uses tips of HTML, which the page's policy would not style", () => {
  const { lines } = linesOf(lagReport, "task", null);
  const options = [
    linesOption(lines, ["lag"], timesOf(lagReport), look),
    heatOption(lagReport.heat, lagReport.start, new Set(), look),
  ];
  expect(options.map(({ tooltip }) => (tooltip as { renderMode: string }).renderMode)).toEqual(["richText", "richText"]);
});

test("a long name keeps both of its ends", () => {
  expect(shortened(`${REPARTITION}-1`, 24)).toBe("orders-ap…-repartition-1");
  expect(shortened("a-0", 24)).toBe("a-0");
});
