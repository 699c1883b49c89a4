import type { Run } from "./run.js";

/** The history of runs has a database of its own: it is kept when a table is closed. */
const NAME = "coppice-studio-runs";
const PLACE = "runs";
const KEY = "all";

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(PLACE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function inStore<T>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const base = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const request = use(base.transaction(PLACE, mode).objectStore(PLACE));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } finally {
    base.close();
  }
}

/** Storage may be forbidden or full: the studio then works without. */
export async function keepRuns(runs: readonly Run[]): Promise<void> {
  await inStore("readwrite", (store) => store.put(runs, KEY)).catch(() => undefined);
}

export async function keptRuns(): Promise<readonly Run[]> {
  const found = inStore<readonly Run[] | undefined>("readonly", (store) => store.get(KEY));
  return (await found.catch(() => undefined)) ?? [];
}
