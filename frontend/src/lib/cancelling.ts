// Work that the server does and that the visitor may cancel, also before the server has said where it does it.

/** Says how work that has begun is ended there; may be called more than once. */
export type Begun = (end: () => Promise<unknown>) => void;

export interface Cancellable<T> {
  /** Rejects with `cancelled` at once when the visitor cancels. */
  result: Promise<T>;
  cancel: () => void;
  /** Over when the server knows that it was cancelled, or needs not know. */
  ended: Promise<unknown>;
}

/**
 * Begins work. It stops when the given signal says that something else is wanted, or when the visitor cancels it: then
 * the request that begins it is still waited for, since only its answer says what is to be ended.
 */
export function cancellable<T>(signal: AbortSignal, cancelled: unknown, work: (signal: AbortSignal, begun: Begun) => Promise<T>): Cancellable<T> {
  const control = new AbortController();
  let isCancelled = false;
  let end: (() => Promise<unknown>) | null = null;
  let reject!: (reason: unknown) => void;
  let finish!: () => void;
  const refusal = new Promise<never>((_, no) => (reject = no));
  const ended = new Promise<void>((yes) => (finish = yes));

  const stop = (how: () => Promise<unknown>) => {
    control.abort(new Error("the visitor cancelled it"));
    void how().catch(() => undefined).finally(finish);
  };
  const begun: Begun = (how) => {
    end = how;
    if (isCancelled && !control.signal.aborted) stop(how);
  };
  const doing = work(AbortSignal.any([signal, control.signal]), begun);
  void doing.catch(() => undefined).finally(() => control.signal.aborted || finish());
  return {
    result: Promise.race([doing, refusal]),
    cancel: () => {
      isCancelled = true;
      reject(cancelled);
      if (end !== null && !control.signal.aborted) stop(end);
    },
    ended,
  };
}
