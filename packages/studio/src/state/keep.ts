import type { Edit } from "coppice/edit";
import type { Reading, Recipe } from "../work/protocol.js";
import { BrowserStore } from "./browserStore.js";
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
const KEY = "current";

const database = new BrowserStore(NAME, "work");

/** Tabs whose work is kept besides the latest. */
const MOST_TABS = 5;

/** The name of this tab, which survives a reload: two tabs do not overwrite each other. */
function tab(): string | undefined {
  try {
    const id = sessionStorage.getItem(NAME) ?? `tab ${Date.now()} ${Math.random()}`;
    sessionStorage.setItem(NAME, id);
    return id;
  } catch {
    return undefined;
  }
}

/** Storage may be forbidden or full: the studio then works without. */
export async function keep(kept: Kept): Promise<void> {
  const own = tab();
  const put = (key: string) => database.use("readwrite", (store) => store.put(kept, key));
  await put(KEY)
    .then(() => (own === undefined ? undefined : put(own).then(forgetOldTabs)))
    .catch(() => undefined);
}

/** The keys of tabs begin with the time at which they were opened. */
async function forgetOldTabs(): Promise<void> {
  const keys = (await database.use("readonly", (store) => store.getAllKeys())).filter((key) => key !== KEY);
  for (const key of keys.slice(0, -MOST_TABS)) await database.use("readwrite", (store) => store.delete(key));
}

/** The work of this tab; of a new one, the latest. */
export async function kept(): Promise<Kept | undefined> {
  const get = (key: string) => database.use<Kept | undefined>("readonly", (store) => store.get(key));
  const own = tab();
  return ((own === undefined ? undefined : await get(own).catch(() => undefined)) ??
    (await get(KEY).catch(() => undefined))) as Kept | undefined;
}

export async function forget(): Promise<void> {
  for (const key of [KEY, tab()])
    if (key !== undefined)
      await database.use("readwrite", (store) => store.delete(key)).catch(() => undefined);
}
