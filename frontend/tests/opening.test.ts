import { expect, test, vi } from "vitest";

import type { Bench } from "../src/bench.svelte";
import { Opening } from "../src/opening.svelte";

const LIMITS = { files: 2, file_bytes: 100, total_bytes: 100, archive_bytes: 100, preview_seconds: 3600 };

function opened(...files: File[]) {
  const bench = { isEmpty: true, files: { all: [] }, limits: LIMITS, addFiles: vi.fn(() => [] as string[]) };
  const opening = new Opening(bench as unknown as Bench);
  opening.choose(files);
  return { opening, bench };
}

test("a file that can be read stands beside what is here", async () => {
  const { opening, bench } = opened(new File(["class A {}"], "A.java"));
  await vi.waitFor(() => expect(opening.progress.phase).toBe("idle"));
  expect(bench.addFiles).toHaveBeenCalledWith([{ name: "A.java", text: "class A {}" }]);
});

test.each([
  ["picture.png", "\u0089PNG\0", "not a text file"],
  ["Empty.java", " \n", "empty"],
  ["Large.java", "x".repeat(101), "more than 0 KB"],
])("%s alone leaves nothing to read, and that is said with the reason", async (name, text, reason) => {
  const { opening, bench } = opened(new File([text], name));
  await vi.waitFor(() => expect(opening.progress).toMatchObject({ phase: "failed", title: "Nothing could be read" }));
  expect(opening.progress).toMatchObject({ detail: expect.stringContaining(`Not read: ${name}; ${reason}. `) as string });
  expect(bench.addFiles).not.toHaveBeenCalled();
});

test("a file that takes the place of another says so", async () => {
  const { opening, bench } = opened();
  bench.addFiles.mockReturnValue(["A.java"]);
  opening.choose([new File(["class A {}"], "A.java")]);
  await vi.waitFor(() => expect(opening.progress).toMatchObject({ phase: "done", isReplaced: true }));
  expect(opening.progress).toMatchObject({ notes: ["Replaced by the newer text: A.java."] });
});

test("a file that is gone is told, and not waited for", async () => {
  const gone = new File([""], "A.java");
  gone.arrayBuffer = () => Promise.reject(new DOMException("It is gone.", "NotFoundError"));
  const { opening, bench } = opened(gone);
  await vi.waitFor(() => expect(opening.progress).toMatchObject({ phase: "failed", title: "A.java could not be read" }));
  expect(bench.addFiles).not.toHaveBeenCalled();
});

test("reading that is cancelled ends in silence", async () => {
  const { opening, bench } = opened(...Array.from({ length: 20 }, (_, number) => new File([""], `A${number}.java`)));
  opening.cancel();
  await new Promise((resolve) => setTimeout(resolve)); // all that was begun has ended, or nobody waits for it
  expect(opening.progress.phase).toBe("idle");
  expect(bench.addFiles).not.toHaveBeenCalled();
});

test("an archive that is dropped beside a folder is not read, and that is said", async () => {
  const folder = { isDirectory: true, name: "shop", createReader: () => ({ readEntries: (give: (all: []) => void) => give([]) }) };
  const entries = [folder, { isFile: true, name: "bank.zip" }];
  const { opening } = opened();
  opening.drop({ items: entries.map((one) => ({ webkitGetAsEntry: () => one })) } as unknown as DataTransfer);
  await vi.waitFor(() => expect(opening.progress).toMatchObject({ phase: "failed" }));
  expect(opening.progress).toMatchObject({ detail: expect.stringContaining("Not read: bank.zip; open it by itself.") as string });
});
