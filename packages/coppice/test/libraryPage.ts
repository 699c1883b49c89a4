import type { Edit } from "../src/model/edit.js";
import type { TreeModel } from "../src/model/tree.js";
import { editSync, replaySync, workbookOf } from "../src/targets/edit.js";
import { fitSync } from "../src/targets/fitSync.js";
import { startLibrary } from "../src/targets/worker.js";
import { mixedTable } from "../src/testing/mixedTable.js";

/* What `browser.test.ts` runs in a page, and compares with what Node gives. */

export const table = () => mixedTable({ rows: 9000, seed: 7, target: "classes", missing: 0.05 });
const request = { target: "y", learner: "cart", options: { minLeaf: 20 } } as const;
const EDITS: readonly Edit[] = [
  { kind: "lock", node: "1" },
  { kind: "forbid", node: "0", attributes: ["n"] },
  { kind: "note", node: "0", text: "not by n" },
];

/** An attribute that the table has, in place of the one that the edits name. */
const editsFor = ({ attributes }: TreeModel): Edit[] =>
  EDITS.map((edit) => (edit.kind === "forbid" ? { ...edit, attributes: [attributes[0].name] } : edit));

export interface Answer {
  readonly model: string;
  readonly replayed: string;
  readonly ticks: number;
  readonly shares: number;
  readonly stopped: string;
  readonly tests: number;
  readonly cuts: number;
}

/** Works in the page's worker, and counts how often the page itself had its turn meanwhile. */
export async function workElsewhere(): Promise<Answer> {
  const library = await startLibrary();
  let ticks = 0;
  const clock = setInterval(() => ticks++, 4);
  const ref = await library.keep(table());
  let shares = 0;
  const onProgress = () => shares++;
  const fitted = (await library.fit(ref, request, { onProgress })) as TreeModel;
  const edited = await library.edit(ref, fitted, editsFor(fitted), { onProgress });
  const replayed = await library.replay(ref, workbookOf(edited), { onProgress });
  const { candidates } = await library.candidates(ref, edited, "0", { validation: ref });
  const numeric = edited.attributes.find(({ type }) => type === "numeric")!;
  const profile = await library.splitProfile(ref, edited, "0", numeric.name);
  const control = new AbortController();
  const forest = { ...request, learner: "forest", options: { trees: 500 } } as const;
  const long = library.fit(ref, forest, { signal: control.signal, onProgress: () => control.abort() });
  const stopped = await long.then(
    () => "finished",
    (error: { code: string }) => error.code,
  );
  clearInterval(clock);
  library.close();
  const cuts = profile.kind === "numeric" ? profile.gains.length : 0;
  return {
    ...{ model: JSON.stringify(edited), replayed: JSON.stringify(replayed) },
    ...{ ticks, shares, stopped, tests: candidates.length, cuts },
  };
}

export function workHere(): { readonly model: string; readonly replayed: string } {
  const fitted = fitSync(table(), request) as TreeModel;
  const edited = editSync(fitted, table(), editsFor(fitted));
  return { model: JSON.stringify(edited), replayed: JSON.stringify(replaySync(workbookOf(edited), table())) };
}
