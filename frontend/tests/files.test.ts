import { expect, test } from "vitest";

import { Files } from "../src/files.svelte";
import { colouringOf, isAnother } from "../src/model/files";
import { MOST_TABS } from "../src/model/names";

function filesOf(...texts: string[]) {
  const files = new Files();
  files.replaceBy(texts.map((text, index) => ({ name: `${index}.java`, text })));
  return files;
}

const names = (files: Files) => files.all.map(({ name }) => name);

test("files stand beside those that are here, two of one name under two, and the last is on show", () => {
  const files = filesOf("class A {}");
  files.add([1, 2].map((number) => ({ name: "B.java", text: `class B${number} {}` })));
  expect(new Set(names(files)).size).toBe(3);
  expect(files.active).toBe(files.all[2]?.id);
});

test("a file that is opened again takes the place of the one of its name", () => {
  const files = filesOf("class A {}", "class B {}");
  files.add([{ name: "0.java", text: "class A { int changed; }" }]);
  expect(files.all.map(({ name, text }) => [name, text])).toEqual([
    ["1.java", "class B {}"],
    ["0.java", "class A { int changed; }"],
  ]);
});

test("a first tab that nobody wrote in makes room", () => {
  const files = filesOf("");
  files.add([{ name: "A.java", text: "class A {}" }]);
  expect(names(files)).toEqual(["A.java"]);
});

test("a file that is closed is gone, and the one before it is on show", () => {
  const files = filesOf("a", "b", "c");
  files.active = files.all[2]!.id;
  expect(files.close(files.active)).toBe(true);
  expect(names(files)).toEqual(["0.java", "1.java"]);
  expect(files.active).toBe(files.all[1]?.id);
});

test("of many files one is closed only in the bar", () => {
  const files = filesOf(...Array.from({ length: MOST_TABS + 1 }, () => "text"));
  files.active = files.all[3]!.id;
  expect(files.inBar).toHaveLength(2);
  expect(files.close(files.active)).toBe(false);
  expect(files.inBar).toHaveLength(1);
  expect(files.all).toHaveLength(MOST_TABS + 1);
});

test("the last file stays", () => {
  const files = filesOf("a");
  expect(files.close(files.active)).toBe(false);
  expect(files.all).toHaveLength(1);
});

test("only what is another text or a free name counts as a change", () => {
  const files = filesOf("a", "b");
  const { active } = files;
  expect([files.write(active, "a"), files.write(active, "c")]).toEqual([false, true]);
  expect([files.rename(active, "1.java"), files.rename(active, "New.java")]).toEqual([false, true]);
});

const PROGRAM = "builder.stream(a);\nbuilder.stream(b);\nbuilder.stream(c);\n";

test.each([
  ["a letter more", `${PROGRAM}x`, false],
  ["the same, indented", PROGRAM.replaceAll("builder", "    builder"), false],
  ["another program", "KTable t = builder.table(x);\nt.toStream().to(y);\n", true],
  ["nothing", "", true],
])("a text with %s in its place is another program or not", (_, after, isOther) => {
  expect(isAnother(PROGRAM, after)).toBe(isOther);
});

test.each([
  ["pasted", "import org.apache.kafka.streams.scala._\nobject A extends App {\n  val b = new StreamsBuilder\n}", "scala"],
  ["pasted", "fun main() {\n  val b = StreamsBuilder()\n}", "kotlin"],
  ["A.scala", "val b = 1", "scala"],
  ["pasted", "KStream<A, B> s;\nint x;", "java"],
])("%s is coloured as what it is written in", (name, text, colouring) => {
  expect(colouringOf("auto", { name, text })).toBe(colouring);
});
