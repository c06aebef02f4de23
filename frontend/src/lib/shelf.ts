// What this device keeps, in the browser's own database. Each page writes under ids of its own, so that two pages never
// overwrite each other's draft.

import { MOST_KEPT, outdated, type Kept } from "../model/kept";

const NAME = "topoviz";
const STORE = "programs";
const CHANGES = "topoviz.shelf";

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no database"));
    request.onblocked = () => reject(new Error("the database is blocked"));
  });
  return opened;
}

/** Rejects where the browser keeps nothing for this page, or has no room left. */
async function ask<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode);
    const request = work(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new Error("given up"));
  });
}

/** Keeps something in the place of what has its id; tells whether the browser took it. */
export async function keep(kept: Kept): Promise<boolean> {
  try {
    await ask("readwrite", (store) => store.put(kept));
    tell();
    const count = await ask("readonly", (store) => store.count());
    if (count > 2 * MOST_KEPT) await remove(...outdated(await all()));
    return true;
  } catch {
    return false; // A full or forbidden database loses a convenience and nothing else.
  }
}

export async function find(id: string): Promise<Kept | null> {
  try {
    return (await ask<Kept | undefined>("readonly", (store) => store.get(id) as IDBRequest<Kept | undefined>)) ?? null;
  } catch {
    return null;
  }
}

export async function all(): Promise<Kept[]> {
  try {
    return await ask<Kept[]>("readonly", (store) => store.getAll() as IDBRequest<Kept[]>);
  } catch {
    return [];
  }
}

export async function remove(...ids: string[]): Promise<void> {
  try {
    for (const id of ids) await ask("readwrite", (store) => store.delete(id));
  } catch {
    return;
  }
  tell();
}

export async function removeAll(): Promise<void> {
  try {
    await ask("readwrite", (store) => store.clear());
  } catch {
    return;
  }
  tell();
}

let listeners: (() => void)[] = [];
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANGES);
channel?.addEventListener("message", () => listeners.forEach((one) => one()));

/** Tells when something else is kept now, by this page or another. Gives what ends it. */
export function onShelf(changed: () => void): () => void {
  listeners = [...listeners, changed];
  return () => (listeners = listeners.filter((one) => one !== changed));
}

function tell(): void {
  listeners.forEach((one) => one());
  channel?.postMessage("changed");
}
