import type { Edit } from "coppice/edit";
import type { Reading, Recipe } from "../work/protocol.js";
import type { Screen, Source, ThemeChoice } from "./types.js";

/** What survives a reload: the source and the choices, from which the rest is made again, to the same bits. */
export interface Kept {
  readonly source: Source;
  readonly reading: Reading;
  readonly recipe?: Partial<Recipe> | undefined;
  /** Absent in what earlier versions kept. */
  readonly edits?: readonly Edit[];
  readonly done?: number;
  /** How often the sealed rows were looked at. */
  readonly looks?: number;
  readonly screen: Screen;
  readonly selected: number;
  readonly theme: ThemeChoice;
}

const NAME = "coppice-studio";
const PLACE = "work";
const KEY = "current";

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
export async function keep(kept: Kept): Promise<void> {
  await inStore("readwrite", (store) => store.put(kept, KEY)).catch(() => undefined);
}

export async function kept(): Promise<Kept | undefined> {
  return inStore<Kept | undefined>("readonly", (store) => store.get(KEY)).catch(() => undefined);
}

export async function forget(): Promise<void> {
  await inStore("readwrite", (store) => store.delete(KEY)).catch(() => undefined);
}
