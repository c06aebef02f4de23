// Which draft belongs to which page. A page that was duplicated by its browser has the id of the first one, and must not
// write under it.

const CHANNEL = "topoviz.owners";
/** Pages of one device answer within this many milliseconds. */
const PATIENCE = 60;

export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const SESSION = "topoviz.draft";

/** The draft that this entry of the browser's history shows, else the newest of this tab; null for none. */
export function draftOfEntry(): string | null {
  const state = history.state as { draft?: string | null } | null;
  if (state?.draft !== undefined) return state.draft;
  try {
    const id = sessionStorage.getItem(SESSION);
    return id !== null && /^[0-9a-f]{16}$/.test(id) ? id : null;
  } catch {
    return null;
  }
}

/** Remembers the draft for this tab, which finds it again when it comes back to the workbench. */
export function rememberDraft(id: string | null): void {
  try {
    if (id === null) sessionStorage.removeItem(SESSION);
    else sessionStorage.setItem(SESSION, id);
  } catch {
    // Then only the browser's history knows.
  }
}

export class Owner {
  /** The draft of this page. */
  id: string | null = null;
  private readonly me = newId();
  private readonly channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
  private readonly waiting = new Map<string, () => void>();

  constructor() {
    this.channel?.addEventListener("message", ({ data }: MessageEvent<{ kind: string; id: string; from: string }>) => {
      if (data.from === this.me) return;
      if (data.kind === "whose" && data.id === this.id) this.channel?.postMessage({ kind: "mine", id: data.id, from: this.me });
      if (data.kind === "mine") this.waiting.get(data.id)?.();
    });
  }

  /** Whether another page that is open now writes this draft. */
  isElsewhere(id: string): Promise<boolean> {
    if (this.channel === null) return Promise.resolve(false);
    return new Promise((resolve) => {
      const end = (answer: boolean) => {
        this.waiting.delete(id);
        resolve(answer);
      };
      this.waiting.set(id, () => end(true));
      setTimeout(() => end(false), PATIENCE);
      this.channel?.postMessage({ kind: "whose", id, from: this.me });
    });
  }
}
