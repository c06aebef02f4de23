import { describe, expect, it } from "vitest";

import type { Settings } from "../src/api/types";
import { NotCarried, pack, unpack } from "../src/model/carried";

const NO_SETTINGS: Settings = { kafka_version: null, optimize: null, language: "auto", set: {}, application_id: null };
const PROGRAM = { files: [{ name: "src/Bestellungen.java", text: 'builder.stream("Größe→𝄞").to("b");\n' }], settings: NO_SETTINGS };

/** Anything in the letters of such a link. */
async function packedText(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `#p1=${letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

describe("a link that carries a program", () => {
  it("gives back files and settings as they were, in letters that need no escape", async () => {
    const settings: Settings = { kafka_version: "3.9.2", optimize: "all", language: "java", set: { TOPIC: "a=b" }, application_id: "shop" };
    const program = { files: [...PROGRAM.files, { name: "application.yml", text: "a: 1\r\n" }], settings };

    const link = await pack(program);

    expect(link).toMatch(/^p1=[\w-]+$/);
    expect(await unpack(`#${link}`)).toEqual(program);
  });

  it("says nothing of settings that nobody chose", async () => {
    expect((await unpack(await pack(PROGRAM))).settings).toEqual({});
  });

  it("is short for what repeats itself", async () => {
    const text = 'builder.stream("orders").filter((key, value) -> value != null).to("orders-2");\n'.repeat(300);
    expect((await pack({ ...PROGRAM, files: [{ name: "A.java", text }] })).length).toBeLessThan(1_000);
  });

  it.each([
    ["", "cut off"],
    ["#", "cut off"],
    ["#why-0-1", "was not made by Share"],
    ["#p2=abc", "newer topoviz"],
    ["#p1=%%%", "missing or was changed"],
    ["#p1=AAAA", "missing or was changed"],
    [`#p1=${"A".repeat(90_000)}`, "longer than"],
  ])("%s is told to be none", async (hash, sentence) => {
    await expect(unpack(hash)).rejects.toThrow(NotCarried);
    await expect(unpack(hash)).rejects.toThrow(sentence);
  });

  it("that is cut off somewhere is told to be", async () => {
    const link = await pack(PROGRAM);
    for (const length of [10, link.length >> 1, link.length - 1]) await expect(unpack(link.slice(0, length))).rejects.toThrow(NotCarried);
  });

  it.each(["[]", "{}", '{"files": []}', '{"files": [{"name": 1, "text": "a"}]}', '{"files": [{"name": "a"}]}', "null", "3"])("%s is no program", async (text) => {
    await expect(unpack(await packedText(text))).rejects.toThrow("no program");
  });

  it("takes of settings what it knows", async () => {
    const given = { files: PROGRAM.files, settings: { kafka_version: 3, language: "java", optimize: ["x", 1], set: { a: "b", c: 1 }, __proto__: {}, other: "x" } };
    expect((await unpack(await packedText(JSON.stringify(given)))).settings).toEqual({ language: "java", set: { a: "b" } });
  });

  it("unpacks into no more than a program may have", async () => {
    const bomb = await packedText(`{"files": [{"name": "a", "text": "${"a".repeat(20_000_000)}"}]}`);
    expect(bomb.length).toBeLessThan(80_000);
    await expect(unpack(bomb)).rejects.toThrow("larger than any program");
  });
});
