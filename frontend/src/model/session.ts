// Small things that the browser keeps, such as how the page is divided; drafts are in `lib/shelf.ts`.

const KEYS = "topoviz.single-keys";

/** Whether single keys steer the page; people who speak to their computer may not want that. */
export function readSingleKeys(): boolean {
  return readJson<{ on: boolean }>(localStorage, KEYS, (value) => typeof value.on === "boolean")?.on ?? true;
}

export function writeSingleKeys(on: boolean): void {
  writeJson(localStorage, KEYS, { on });
}

export function readJson<T>(storage: Storage, key: string, isSound: (value: T) => boolean): T | null {
  try {
    const value = JSON.parse(storage.getItem(key) ?? "null") as T | null;
    return value !== null && isSound(value) ? value : null;
  } catch {
    return null;
  }
}

/** Tells whether it is kept. */
export function writeJson(storage: Storage, key: string, value: unknown): boolean {
  try {
    storage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false; // A full or forbidden storage loses a convenience and nothing else.
  }
}
