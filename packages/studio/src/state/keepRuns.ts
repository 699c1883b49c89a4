import { BrowserStore } from "./browserStore.js";
import type { Run } from "./run.js";

/** The history of runs has a database of its own: it is kept when a table is closed. */
const NAME = "coppice-studio-runs";
const KEY = "all";

const database = new BrowserStore(NAME, "runs");

/** Storage may be forbidden or full: the studio then works without. */
export async function keepRuns(runs: readonly Run[]): Promise<void> {
  await database.use("readwrite", (store) => store.put(runs, KEY)).catch(() => undefined);
}

export async function keptRuns(): Promise<readonly Run[]> {
  const found = database.use<readonly Run[] | undefined>("readonly", (store) => store.get(KEY));
  return (await found.catch(() => undefined)) ?? [];
}
