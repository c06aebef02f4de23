import { expect, test } from "vitest";

import { linesOf, nodeAt, nodeOfTextLine, withAsked, withPlainLineEnds } from "../src/model/places";
import { topicRef } from "../src/model/selection";
import { dump, joinAndCount, refused, topologyOf, unsure } from "./samples";

const topology = topologyOf(joinAndCount);
const nodes = topology.topology!.nodes;
const map = nodes.find((node) => node.name === "KSTREAM-MAP-0000000001")!;

test("the cursor inside a call chooses its node", () => {
  const at = map.origin!.at!;
  expect(nodeAt(topology, 0, at.line, at.start_utf16 + 1)).toEqual({ space: "runtime", id: map.id });
});

test("the cursor behind a call chooses the last call before it on the line", () => {
  const at = map.origin!.at!;
  expect(nodeAt(topology, 0, at.line, at.end_utf16 + 12)).toEqual({ space: "runtime", id: map.id });
});

test("a line without a call chooses nothing, and so does another file", () => {
  expect(nodeAt(topology, 0, 1, 3)).toBeNull();
  expect(nodeAt(topology, 1, map.origin!.at!.line, map.origin!.at!.start_utf16)).toBeNull();
});

test("a refused program is walked by its plan", () => {
  const plan = topologyOf(refused).plan!.before.nodes.find((node) => node.origin !== null)!;
  const at = plan.origin!.at!;
  expect(nodeAt(topologyOf(refused), 0, at.line, at.start_utf16)).toEqual({ space: "plan", id: plan.id });
});

test("a node marks its lines", () => {
  expect(linesOf(topology, { space: "runtime", id: map.id })).toEqual([{ file: 0, line: 2, isCaller: false }]);
  expect(linesOf(topologyOf(unsure), null)).toEqual([]);
});

test("a repartition topic marks who changes the key and who needs it, and a line that was asked for comes before them", () => {
  const part = topology.explanation.parts.find(({ kind }) => kind === "repartition topic")!;
  const lines = linesOf(topology, topicRef(topology, topology.topology!.repartition_topics[0]!.name)).filter(({ isCaller }) => !isCaller);
  expect(lines.map(({ line }) => line)).toEqual(expect.arrayContaining(part.places.map(({ line }) => line)));
  const asked = withAsked(lines, { file: 0, line: 1, isQuiet: false }, 0);
  expect(asked.filter(({ isCaller }) => !isCaller)).toEqual([{ file: 0, line: 1, isCaller: false }]);
  expect(withAsked(lines, { file: 0, line: 1, isQuiet: true }, 0)).toEqual(lines);
});

test("every line of the text leads to the node that it names", () => {
  const text = topology.describe!.text.split("\n");
  const line = text.findIndex((one) => one.includes("Processor: KSTREAM-MAP-0000000001 "));
  expect(nodeOfTextLine(topology, line)).toEqual({ space: "runtime", id: map.id });
  expect(nodeOfTextLine(topology, 0)).toBeNull();
  expect(nodeOfTextLine(topologyOf(dump), 2)).toEqual({ space: "runtime", id: 0 });
});

test("all line ends become one character", () => {
  expect(withPlainLineEnds("a\r\nb\rc\n")).toBe("a\nb\nc\n");
});
