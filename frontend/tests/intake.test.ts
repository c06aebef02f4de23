import { expect, test } from "vitest";

import names from "../../tests/fixtures/intake/names.json";
import { otherName } from "../src/model/files";
import { choose, decode, isArchive, isWanted, readAs, tooMuch } from "../src/model/intake";

const OTHER = { name: "Other.java", text: "import org.apache.kafka.streams.KafkaStreams;" };
const bytes = (...values: number[]) => new Uint8Array(values).buffer;

test("names of programs, settings and build files are wanted, as the server has it", () => {
  expect(names.wanted.filter((name) => !isWanted(name))).toEqual([]);
  expect(names.unwanted.filter(isWanted)).toEqual([]);
});

test("archives are told by their names, as the server has it", () => {
  expect(names.archives.filter((name) => !isArchive(name))).toEqual([]);
  expect(names.no_archives.filter(isArchive)).toEqual([]);
});

test("tests are told by their folders, as the server has it", () => {
  const isOfTests = (name: string) => choose([OTHER, { name, text: "" }]).files.length === 1;
  expect(names.tests.filter((name) => !isOfTests(name))).toEqual([]);
  expect(names.no_tests.filter(isOfTests)).toEqual([]);
});

test("tests are left aside and counted, unless they alone have to do with Kafka Streams", () => {
  const ofTests = { name: "src/test/java/ATest.java", text: OTHER.text };
  expect(choose([ofTests, OTHER])).toEqual({ files: [OTHER], notes: ["Not read: 1 file of tests."] });
  expect(choose([ofTests, { name: "A.java", text: "class A {}" }]).files).toHaveLength(2);
});

test("texts are UTF-8, or UTF-16 with a mark, and nothing else", () => {
  expect(decode(bytes(0xef, 0xbb, 0xbf, 0x61))).toBe("a");
  expect(decode(bytes(0xff, 0xfe, 0x61, 0x00))).toBe("a");
  expect(decode(bytes(0xe4, 0xff))).toBeNull();
  expect(decode(bytes(0x61, 0x00, 0x62))).toBeNull();
  expect(decode(bytes())).toBe("");
});

test("more than the server takes is told in figures", () => {
  const limits = { files: 1, file_bytes: 10, total_bytes: 1_000_000, archive_bytes: 1, preview_seconds: 1 };
  expect(tooMuch([OTHER], limits)).toBeNull();
  expect(tooMuch([OTHER, OTHER], limits)).toContain("2 programs");
  expect(tooMuch([{ name: "a", text: "ä".repeat(600_000) }], limits)).toContain("1.2 MB");
});

test("a name that is taken gets a number before its ending", () => {
  expect(otherName("src/A.java", [{ name: "src/A.java", text: "" }])).toBe("src/A-2.java");
  expect(otherName("Makefile", [{ name: "Makefile", text: "" }])).toBe("Makefile-2");
});

test("settings and build files are recognized, by name and wherever they are", () => {
  const files = ["A.java", "src/main/resources/application.yml", "pom.xml", "gradle.properties"].map((name) => ({ name, text: "" }));
  expect(readAs(files)).toEqual(["Recognized settings: application.yml; build files, which say the version: pom.xml, gradle.properties."]);
  expect(readAs(files.slice(0, 1))).toEqual([]);
});
