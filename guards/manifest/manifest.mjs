/** What comes out now, compared with what is recorded. */
import { compare } from "./compare.mjs";
import { partNamed } from "./parts.mjs";
import { loadProduct } from "./product.mjs";
import { lineOf, PARTS, readRecorded } from "./records.mjs";
import { outcomesOf } from "./workers.mjs";

/** The names of the cases of a part that are asked for, and of all. */
async function keysOf(root, part, { quick = false, only } = {}) {
  const { cases } = await partNamed(part, await loadProduct(root));
  const asked = only === undefined ? undefined : new RegExp(only);
  const wanted = cases.filter((one) => (!quick || one.quick) && (!asked || asked.test(one.key)));
  return { keys: wanted.map(({ key }) => key), known: new Set(cases.map(({ key }) => key)) };
}

/**
 * By part: the outcomes as written, how they differ from those recorded, and the names of all cases, run or not.
 * `onDone(part, done, all, outcome)` is called after each case.
 */
export async function checkManifest(root, { quick = false, only, parts = PARTS, processes, onDone } = {}) {
  const results = [];
  for (const part of parts) {
    const { keys, known } = await keysOf(root, part, { quick, only });
    const report = (outcome, done) => onDone?.(part, done, keys.length, outcome);
    const found = written(await outcomesOf(root, part, keys, { processes, onDone: report }));
    results.push({ part, found, known, changes: compare(readRecorded(part), found, known) });
  }
  return results;
}

/** As they are in the recorded file. */
export function written(outcomes) {
  return new Map(Array.from(outcomes, ([key, { texts }]) => [key, lineOf(texts)]));
}
