import { expect, test } from "vitest";

import type { Part } from "../src/api/types";
import { pieces, textPieces } from "../src/lib/marks";
import { grouped } from "../src/model/explanations";
import { colouringOf, freshName } from "../src/model/files";
import { keyAction } from "../src/model/keys";
import { NO_VERSIONS, readVersions } from "../src/model/versions";
import { joinAndCount, topologyOf, unsure } from "./samples";

test("what stands between backticks is code", () => {
  expect(pieces("`map` on line 2")).toEqual([
    { text: "map", isCode: true },
    { text: " on line 2", isCode: false },
  ]);
});

test("every uncertain name in the text is marked, and no other", () => {
  const marked = topologyOf(unsure)
    .describe!.text.split("\n")
    .flatMap(textPieces)
    .filter((piece) => piece.isUnsure)
    .map((piece) => piece.text);
  expect(marked).toContain("${orders.topic}?");
  expect(marked).toContain("KSTREAM-FILTER-0000000001?");
  expect(marked.every((text) => text.endsWith("?"))).toBe(true);
  expect(topologyOf(joinAndCount).describe!.text.split("\n").flatMap(textPieces).some((piece) => piece.isUnsure)).toBe(false);
});

test("groups lose no explanation, also not of a kind that is new", () => {
  const parts = [...topologyOf(joinAndCount).explanation.parts, { id: "x", kind: "brand new" } as Part];
  const groups = grouped(parts);
  const kept = groups.flatMap((group) => [...group.parts, ...group.quiet]);
  expect(kept.map(({ id }) => id).sort()).toEqual(parts.map(({ id }) => id).sort());
  expect(groups.at(-1)?.title).toBe("More");
});

test("names of files are fresh and follow the language", () => {
  expect(freshName("auto", [])).toBe("pasted");
  expect(freshName("java", [{ name: "Topology.java", text: "" }])).toBe("Topology2.java");
  expect(freshName("kotlin", [{ name: "Topology.kt", text: "" }])).toBe("Topology2.kt");
});

test("a text is coloured by its language, its name or its beginning", () => {
  expect(colouringOf("auto", { name: "A.kt", text: "" })).toBe("kotlin");
  expect(colouringOf("auto", { name: "A.java", text: "Topologies:\n" })).toBe("plain");
  expect(colouringOf("auto", { name: "pasted", text: "fun build() {\n}\n" })).toBe("kotlin");
  expect(colouringOf("auto", { name: "pasted", text: "builder.stream(a);" })).toBe("java");
  expect(colouringOf("auto", { name: "pasted2", text: "# ours\norders:\n  topic: a\n" })).toBe("plain");
  expect(colouringOf("java", { name: "A.kt", text: "" })).toBe("java");
});

test("keys with Ctrl, Alt or Meta belong to the browser", () => {
  const key = (name: string, held = {}) => ({
    key: name,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    composedPath: () => [],
    ...held,
  });
  expect(keyAction(key("f"))).toEqual({ kind: "fit" });
  expect(keyAction(key("f", { ctrlKey: true }))).toBeNull();
  expect(keyAction(key("3"))).toEqual({ kind: "view", index: 2 });
  expect(keyAction(key("0"))).toEqual({ kind: "view", index: 9 });
});

test("versions come with the rules each takes; an answer that cannot be read leaves the standard one", () => {
  const answer = {
    default: "3.9",
    versions: [{ version: "3.9", is_exact: true, optimization: ["none", "all", "merge.repartition.topics"] }],
  };
  expect(readVersions(answer).choices).toEqual([{ version: "3.9", isExact: true, rules: ["merge.repartition.topics"], assignors: [], settings: [] }]);
  expect(readVersions(null)).toBe(NO_VERSIONS);
});
