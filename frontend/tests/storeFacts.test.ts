import { expect, test } from "vitest";

import type { AnalyzedTopology, Store } from "../src/api/types";
import { storeFactsOf } from "../src/model/storeFacts";
import { dump, joinAndCount, topologyOf } from "./samples";

const DUMP_SAYS_NOT = "A dump does not say whether the store is logged, or restores from its source topic.";

function store(given: Partial<Store>): Store {
  return { name: "s", kind: "key-value", is_global: false, users: [0], changelog: "s-changelog", changelog_is_source: false, ...given };
}

function withDoubts(topology: AnalyzedTopology, ...unsure: { name: string; reason: string }[]): AnalyzedTopology {
  return { ...topology, unsure };
}

const program = withDoubts(topologyOf(joinAndCount));
const ofDump = withDoubts(topologyOf(dump), { name: "s-changelog", reason: DUMP_SAYS_NOT });

test.each([
  ["a logged store of a program", program, store({}), "the latest value of each key", "its changelog topic `s-changelog`"],
  ["a window store", program, store({ kind: "window" }), "values by key and window", "its changelog topic `s-changelog`"],
  ["one that is not logged", program, store({ changelog: null }), "the latest value of each key", "nothing: it has no changelog topic"],
  ["one that nothing uses", program, store({ changelog: null, users: [] }), "the latest value of each key", "nothing: no processor uses it"],
  ["one restored from its topic", program, store({ changelog: "b", changelog_is_source: true }), "the latest value of each key", "`b`, the topic that fills it"],
  ["one of an unknown kind", program, store({ kind: "other" }), null, "its changelog topic `s-changelog`"],
  ["one whose name is not known", withDoubts(program, { name: "s", reason: "No builder." }), store({ kind: "other" }), null, "its changelog topic `s-changelog`"],
  ["one that may be logged", withDoubts(program, { name: "s-changelog", reason: "Who knows." }), store({ changelog: null }), "the latest value of each key", null],
  ["a store of a dump", ofDump, store({ kind: "other" }), null, null],
  ["one of a dump whose changelog topic the dump names", withDoubts(ofDump), store({ kind: "other" }), null, "its changelog topic `s-changelog`"],
  ["a global store of a dump", ofDump, store({ kind: "other", is_global: true, changelog: "b", changelog_is_source: true }), null, "`b`, the topic that fills it"],
])("of %s each fact is said, or why it is not known, and never both", (_, topology, given, holds, restored) => {
  const facts = storeFactsOf(topology, given);

  expect(facts.map((fact) => ("value" in fact ? fact.value : null))).toEqual([holds, restored]);
  for (const fact of facts) expect("value" in fact).not.toBe("unknown" in fact && fact.unknown !== "");
});

test("the reason why a dump does not say it stands in the place of the fact", () => {
  expect(storeFactsOf(ofDump, store({ kind: "other" }))).toEqual([
    { title: "Holds", unknown: "A dump does not say it." },
    { title: "Restored from", unknown: DUMP_SAYS_NOT },
  ]);
});
