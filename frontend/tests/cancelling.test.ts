import { expect, test, vi } from "vitest";

import { cancellable } from "../src/lib/cancelling";

const CANCELLED = new Error("cancelled");
const never = () => new AbortController().signal;

/** The server's first answer, which comes when the test says so. */
function server() {
  let answer!: () => void;
  const began = new Promise<void>((yes) => (answer = yes));
  return { began, answer };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, no) => signal.addEventListener("abort", () => no(signal.reason as Error)));
}

test("what is cancelled before the server has said where it works on it is ended when it says so", async () => {
  const { began, answer } = server();
  const end = vi.fn(() => Promise.resolve());
  const doing = cancellable(never(), CANCELLED, async (signal, begun) => {
    await began;
    begun(end);
    return aborted(signal);
  });
  doing.cancel();
  await expect(doing.result).rejects.toBe(CANCELLED);
  expect(end).not.toHaveBeenCalled();
  answer();
  await doing.ended;
  expect(end).toHaveBeenCalledOnce();
});

test("what the server works on is ended at once, and asked about no more", async () => {
  const end = vi.fn(() => Promise.resolve());
  let asked: AbortSignal | undefined;
  const doing = cancellable(never(), CANCELLED, (signal, begun) => {
    asked = signal;
    begun(end);
    return aborted(signal);
  });
  doing.cancel();
  doing.cancel();
  await expect(doing.result).rejects.toBe(CANCELLED);
  expect(end).toHaveBeenCalledOnce();
  expect(asked?.aborted).toBe(true);
  await doing.ended;
});

test("what is done, or not wanted any more, has nothing to end", async () => {
  const done = cancellable(never(), CANCELLED, () => Promise.resolve(1));
  expect(await done.result).toBe(1);
  await done.ended;

  const newer = new AbortController();
  const doing = cancellable(newer.signal, CANCELLED, aborted);
  newer.abort(new Error("newer"));
  await expect(doing.result).rejects.toThrow("newer");
  await doing.ended;
});
