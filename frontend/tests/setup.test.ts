import { expect, test } from "vitest";

import { readSetup, withItems, withLook, withSetting } from "../src/model/simulation/setup";

const TEXT = `# how it runs
settings:
  commit.interval.ms: 100   # often
  "processing.guarantee": exactly_once_v2
nodes:
  KSTREAM-MAP-0000000002: {cost: 3ms}
generate:
# the busy one
- {topic: orders, rate: 20, for: 1m, spans: [{from: 10s, to: 20s, times: 0}]}
- topic: customers
  rate: 5
  for: "1m"
seed: 7
`;

test("settings and lists are read in every form that people write by hand, with their lines", () => {
  const { settings, generate, events } = readSetup(TEXT);
  expect([...(settings ?? [])]).toEqual([
    ["commit.interval.ms", { value: "100", line: 3 }],
    ["processing.guarantee", { value: "exactly_once_v2", line: 4 }],
  ]);
  expect(generate).toEqual([
    { values: { topic: "orders", rate: "20", for: "1m", spans: "[{from: 10s, to: 20s, times: 0}]" }, first: 9, last: 9 },
    { values: { topic: "customers", rate: "5", for: "1m" }, first: 10, last: 12 },
  ]);
  expect(events).toEqual([]);
  const inOneLine = readSetup("generate: [{topic: a, spans: [{from: 0s, to: 1s, times: 0}]}, {topic: b}]\nevents: [{at: 1s, kill: a}]");
  expect(inOneLine.generate?.map(({ values }) => values["topic"])).toEqual(["a", "b"]);
  expect(inOneLine.events).toEqual([{ values: { at: "1s", kill: "a" }, first: 2, last: 2 }]);
  expect(readSetup("events: [{at: 1s, kill: a}").events).toBeNull();
  expect(readSetup("settings: {poll.ms: 5, max.poll.records: 1}\nevents: []").settings?.get("poll.ms")).toEqual({ value: "5", line: 1 });
});

test("a setting is written at its place, and nothing else changes", () => {
  const changed = withSetting(TEXT, "commit.interval.ms", "250");
  expect(changed).toContain("  commit.interval.ms: 250\n");
  expect(changed.split("\n").slice(4)).toEqual(TEXT.split("\n").slice(4));
  expect(withSetting("seed: 1\n", "poll.ms", "5")).toBe("settings:\n  poll.ms: 5\nseed: 1\n");
  expect(withSetting("", "poll.ms", "5")).toBe("settings:\n  poll.ms: 5\n");
  expect(withSetting("# a\nsettings:\n  poll.ms: 5\nseed: 1", "poll.ms", "")).toBe("# a\nseed: 1");
});

test("an event is added before what follows, and the last one goes with its section", () => {
  const one = withItems(TEXT, "events", [{ at: "10s", kill: "b", for: "5s" }]);
  expect(one).toBe(`${TEXT.trimEnd()}\nevents:\n- {at: 10s, kill: b, for: 5s}\n`);
  expect(withItems(one, "events", [])).toBe(TEXT);
  const [orders, customers] = readSetup(TEXT).generate ?? [];
  const busier = withItems(TEXT, "generate", [{ ...orders?.values, rate: "40" }, customers?.values ?? {}]);
  expect(busier).toContain("generate:\n# the busy one\n- {topic: orders, rate: 40, for: 1m, spans: [{from: 10s, to: 20s, times: 0}]}\n- {topic: customers, rate: 5, for: 1m}\nseed: 7");
});

test("an interval is looked at closely in the place of another", () => {
  expect(withLook("seed: 1\n", 10.4, 20)).toBe("seed: 1\nlook: {from: 10ms, to: 20ms}\n");
  expect(withLook("look:\n  from: 1s\nseed: 1", 0, 5)).toBe("look: {from: 0ms, to: 5ms}\nseed: 1");
  expect(withLook("{}", 0, 5)).toBe("{}");
});

test("what is typed stays a text, whatever it is", () => {
  const odd = withItems("", "events", [{ at: "1s", kill: "a: {b}, #c", for: "" }]);
  expect(odd).toBe('events:\n- {at: 1s, kill: "a: {b}, #c"}\n');
  expect(readSetup(odd).events?.[0]?.values).toEqual({ at: "1s", kill: "a: {b}, #c" });
});

test.each([
  '{"settings": {"poll.ms": 5}}',
  "settings: {poll.ms: 5,\n  max.poll.records: 1}",
  "settings:\n- a",
  "settings:\n  poll.ms: |\n    5",
])("what the form cannot read stays as it is: %s", (text) => {
  expect(readSetup(text).settings).toBeNull();
  expect(withSetting(text, "poll.ms", "9")).toBe(text);
});
