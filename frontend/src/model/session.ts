// What this tab of the browser keeps over a reload: the text that is not saved yet.

import type { Settings, SourceText } from "../api/types";

export interface Draft {
  files: SourceText[];
  settings: Settings;
}

const DRAFT = "topoviz.draft";
const KEYS = "topoviz.single-keys";

/** The draft of this tab; what is missing or damaged counts as none. */
export function readDraft(): Draft | null {
  return readJson<Draft>(sessionStorage, DRAFT, (value) => Array.isArray(value.files) && value.settings !== undefined);
}

/** Tells whether it is kept: browsers keep some millions of letters. The one before is then gone too. */
export function writeDraft(draft: Draft | null): boolean {
  sessionStorage.removeItem(DRAFT);
  return draft === null || writeJson(sessionStorage, DRAFT, draft);
}

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
