import { expect, test } from "vitest";

import type { ChangeFinding, ChangedThing, MigrationStep } from "../src/api/compareTypes";
import type { Analysis, Settings } from "../src/api/types";
import { START, readAddress, writeAddress } from "../src/model/addressState";
import { NOTHING_COMPARED, otherAt, type AskedChange } from "../src/model/compare/asked";
import { byLevel } from "../src/model/compare/levels";
import { askedOfComparison, howItRuns, settingsOfOther, sidesOf, topologyOfOther, versionBefore, whyNot } from "../src/model/compare/sides";
import { namesToGive, sentenceOf } from "../src/model/compare/steps";
import { linesAround } from "../src/model/compare/source";
import { FIRST_FILTER, filtered, keysIn, pickAt, pickOfRef, pickedThings, placesOfFinding, placesOfThings, rowsOf } from "../src/model/compare/things";
import { readSharedAddress, writeSharedAddress } from "../src/model/sharedAddress";
import { change, refused } from "./samples";

const ID = "00000000-0000-4000-8000-000000000000";
const asked: AskedChange = {
  other: { kind: "kept", id: "@0123456789abc" },
  isSwapped: true,
  topology: 2,
  kafka: "3.9",
  optimize: "program",
  applicationId: "shop",
  guarantee: "exactly_once_v2",
  guaranteeBefore: "at_least_once",
  protocol: "classic",
  protocolBefore: "streams",
  picture: "beside",
  open: ["r5"],
  openOld: ["t1"],
  openNew: ["s0", "r3"],
};

test("what is compared stands in the address, and comes back from it", () => {
  const query = writeAddress({ ...START, view: "compare", change: asked, pick: { kind: "thing", id: "r1000002" } });
  const read = readAddress(query);
  expect(read.change).toEqual(asked);
  expect(read.pick).toEqual({ kind: "thing", id: "r1000002" });
  for (const other of [{ kind: "same" }, { kind: "analysis", id: ID }, { kind: "link", path: "/s/abcdefgh" }, { kind: "example", id: "one-filter-more" }, null] as const) {
    expect(readAddress(writeAddress({ ...START, change: { ...NOTHING_COMPARED, other } })).change.other).toEqual(other);
  }
  expect(readAddress("?other=javascript:alert(1)&pick=x&drawing=no").change).toEqual(NOTHING_COMPARED);
  expect(writeAddress(START)).toBe("");
});

test("a shared page says how a comparison is looked at, and not what was asked", () => {
  const state = { ...START, view: "compare" as const, change: asked, pick: { kind: "finding" as const, id: "3" } };
  const query = writeSharedAddress(state);
  expect(query).not.toContain("shop");
  expect(readSharedAddress(query)).toMatchObject({ view: "compare", pick: { kind: "finding", id: "3" }, change: { picture: "beside", open: ["r5"], other: null } });
});

test("an address that is pasted is a link or an analysis of this server alone", () => {
  const here = "https://topoviz.example";
  expect(otherAt(" https://topoviz.example/s/abcdefghij?view=why ", here)).toEqual({ kind: "link", path: "/s/abcdefghij" });
  expect(otherAt("/s/abcdefghij.svg", here)).toEqual({ kind: "link", path: "/s/abcdefghij" });
  expect(otherAt(`https://topoviz.example/a/${ID}`, here)).toEqual({ kind: "analysis", id: ID });
  expect(otherAt("https://elsewhere.example/s/abcdefghij", here)).toBeNull();
  expect(otherAt("https://topoviz.example/help/", here)).toBeNull();
  expect(otherAt('builder.stream("a");', here)).toBeNull();
});

const own: Settings = { kafka_version: null, optimize: null, language: "auto", set: {}, application_id: null };
const editor = { settings: { ...own, optimize: "all", set: { topic: "orders" } }, version: "3.9.2" };
const file = (name: string) => [{ name, text: "x" }];

test("a text that is pasted is read with the version and the settings of the editor, unless it says its own", () => {
  const pasted = settingsOfOther({ kind: "kept", id: "@" }, NOTHING_COMPARED, file("pasted"), own, editor);
  expect(pasted).toMatchObject({ kafka_version: "3.9.2", optimize: "all", set: { topic: "orders" } });
  expect(settingsOfOther({ kind: "kept", id: "@" }, NOTHING_COMPARED, file("app/pom.xml"), own, editor).kafka_version).toBeNull();
  expect(settingsOfOther({ kind: "kept", id: "@" }, NOTHING_COMPARED, file("A.java"), { ...own, kafka_version: "2.8" }, editor).kafka_version).toBe("2.8");
  expect(settingsOfOther({ kind: "kept", id: "@" }, { kafka: "auto", optimize: "program" }, file("A.java"), own, editor)).toMatchObject({ kafka_version: null, optimize: null });
  expect(settingsOfOther({ kind: "same" }, { kafka: "3.5", optimize: "none" }, file("A.java"), editor.settings, editor)).toMatchObject({ kafka_version: "3.5", optimize: "none" });
});

test("what is saved keeps its own settings, but for those that are chosen", () => {
  const saved = { ...own, optimize: "none" };
  expect(settingsOfOther({ kind: "link", path: "/s/x" }, { kafka: "3.5", optimize: null }, file("A.java"), saved, editor)).toMatchObject({ kafka_version: "3.5", optimize: "none" });
  expect(settingsOfOther({ kind: "analysis", id: ID }, { kafka: null, optimize: "all" }, file("A.java"), saved, editor)).toMatchObject({ kafka_version: null, optimize: "all" });
});

test("an upgrade is looked at from the version before", () => {
  const choice = (version: string, isExact = true) => ({ version, isExact, rules: [], assignors: [], settings: [] });
  const versions = { standard: "4.3", choices: [choice("4.3"), choice("4.2"), choice("2.3"), choice("2.2", false)] };
  expect(versionBefore(versions, "4.3.1")).toBe("4.2");
  expect(versionBefore(versions, "2.3.1")).toBeNull();
  expect(versionBefore(versions, undefined)).toBeNull();
});

test("the topology of the same name follows, or the only one that is started, or the one that is chosen", () => {
  const of = (...topologies: { name: string; not_started?: object }[]) => ({ topologies }) as unknown as Analysis;
  expect(topologyOfOther(of({ name: "a" }, { name: "b" }), null, "b")).toBe(1);
  expect(topologyOfOther(of({ name: "x" }), null, "b")).toBe(0);
  expect(topologyOfOther(of({ name: "x", not_started: {} }, { name: "y" }), null, "b")).toBe(1);
  expect(topologyOfOther(of({ name: "x" }, { name: "y" }), null, "b")).toBeNull();
  expect(topologyOfOther(of({ name: "x" }, { name: "y" }), 1, "b")).toBe(1);
});

test("what never ran is no version that is deployed, and a new one that is refused is compared", () => {
  const [topology = null] = refused.topologies;
  expect(whyNot("old", refused, topology)?.title).toBe(`Kafka Streams ${refused.kafka_version} refuses the version that is deployed`);
  expect(whyNot("new", refused, topology)).toBeNull();
  expect(whyNot("old", { ...refused, topologies: [], is_unreadable: true }, null)?.sentence).toBe("It cannot be read as it is.");
});

test("the two are asked in their order, with counts as the view of tasks has them", () => {
  const [here, there] = [{ analysis: "here", topology: 0 }, { analysis: "there", topology: 1 }];
  expect(sidesOf({ isSwapped: false }, here, there)).toEqual({ old: there, new: here });
  expect(sidesOf({ isSwapped: true }, here, there)).toEqual({ old: here, new: there });
  expect(howItRuns(asked, { counts: { orders: "4" }, countsText: null, sizesOf: ID })).toEqual({ lag_report: ID, application_id: "shop", guarantee: "exactly_once_v2", guarantee_before: "at_least_once", protocol: "classic", protocol_before: "streams", partitions: "orders=4" });
  const kept = { id: ID, url: "", status: "done" as const, old: there, new: here, question: { protocol: "streams" } };
  expect(askedOfComparison(kept)).toMatchObject({ other: { kind: "analysis", id: "there" }, topology: 1, protocol: "streams" });
});

test("findings stand by level, the worst first, and those of one kind together", () => {
  const levels = byLevel(change.findings);
  expect(levels.map(({ level }) => level)).toEqual(["state-loss", "stop-all", "note", "compatible"]);
  const [first] = change.findings as [ChangeFinding];
  const [worst] = byLevel([first, { ...first, code: "other" }, first, { ...first, is_unsure: true }]);
  expect(worst?.kinds.map(({ places }) => places)).toEqual([[0, 2], [1], [3]]);
  expect(worst?.count).toBe(4);
});

test("the table begins with stores and topics, and hides nodes of which only the number is another", () => {
  const rows = rowsOf(change);
  expect(rows[0]).toMatchObject({ sort: "store", fate: "renamed", was: "KSTREAM-AGGREGATE-STATE-STORE-0000000002" });
  const shown = filtered(rows, FIRST_FILTER);
  expect(shown.map(({ sort }) => sort)).toEqual(["store", "repartition topic", "processor"]);
  expect(shown.at(-1)).toMatchObject({ fate: "added", name: "KSTREAM-FILTER-0000000001" });
  expect(filtered(rows, { ...FIRST_FILTER, withRenumbered: true })).toHaveLength(shown.length + rows.filter(({ isOnlyRenumbered }) => isOnlyRenumbered).length);
  expect(filtered(rows, { ...FIRST_FILTER, fate: "all" })).toHaveLength(change.things.length + change.sub_topologies.length);
  expect(filtered(rows, { ...FIRST_FILTER, fate: "all", words: "aggregate store" }).map(({ sort }) => sort)).toContain("store");
});

const things: ChangedThing[] = change.things.map((thing, place) => {
  const key = `r${place}`;
  return { ...thing, key: thing.new === null ? `r${1_000_000 + place}` : key, old_key: thing.old === null ? null : `r${place + 50}`, new_key: thing.new === null ? null : key };
});
const drawn = { ...change, things };

test("what is chosen in one picture is chosen in the others and in the table", () => {
  const store = things.findIndex(({ sort }) => sort === "store");
  const pick = pickAt(drawn, `r${store + 50}`, "old");
  expect(pick).toEqual({ kind: "thing", id: `r${store}` });
  expect(keysIn(drawn, pick, "new")).toEqual([`r${store}`]);
  expect(keysIn(drawn, pick, "both")).toEqual([`r${store}`]);
  expect(pickAt(drawn, "r999", "new")).toBeNull();
  expect(pickOfRef(drawn, { space: "runtime", id: store }, "new")).toEqual(pick);
  const added = things.findIndex(({ fate }) => fate === "added");
  expect(keysIn(drawn, { kind: "thing", id: `r${added}` }, "old")).toEqual([]);
  expect(keysIn(drawn, { kind: "thing", id: "g1" }, "both")).toEqual(["g1"]);
});

test("a finding leads to the things that it names, and to their lines in both versions", () => {
  const [first] = change.findings as [ChangeFinding];
  expect(pickedThings(drawn, { kind: "finding", id: "0" }).map(({ sort }) => sort)).toEqual(["store"]);
  expect(placesOfFinding(change, first).map(({ which, at }) => `${which} ${at.line}`)).toEqual(["new 7", "old 6"]);
  expect(placesOfThings(things.filter(({ fate }) => fate === "added")).map(({ which }) => which)).toEqual(["new"]);
});

test("names that are listed below a step are not listed in its sentence again", () => {
  const [step] = change.migration.steps as [MigrationStep];
  const names = namesToGive([...change.migration.names, ...change.migration.names]);
  expect(names.map(({ code }) => code)).toEqual(['Materialized.as("KSTREAM-AGGREGATE-STATE-STORE-0000000002")']);
  expect(sentenceOf(step, names)).toBe("Give these stores the names that the old version has, then compare again.");
  expect(sentenceOf(step, [])).toBe(step.sentence);
  expect(sentenceOf({ ...step, kind: "stop", sentence: "Stop all: now." }, names)).toBe("Stop all: now.");
});

test("of a long text the lines around the one that is wanted are shown", () => {
  const text = Array.from({ length: 3_000 }, (_, index) => `line ${index + 1}`).join("\r\n");
  const { before, shown, after } = linesAround(text, 2_000);
  expect(shown[2_000 - before - 1]).toBe("line 2000");
  expect(before + shown.length + after).toBe(3_000);
  expect(linesAround("a\nb", 1)).toEqual({ before: 0, shown: ["a", "b"], after: 0 });
});
