/** What comes out now, compared with what is recorded. */
import { compare } from "./compare.mjs";
import { partNamed } from "./parts.mjs";
import { loadProduct } from "./product.mjs";
import { lineOf, PARTS, readRecorded } from "./records.mjs";
import { outcomesOf } from "./workers.mjs";

/** The names of the cases of a part that are asked for, sorted by what is likely to take long, so that processes end together. */
export async function keysOf(root, part, { quick = false, only } = {}) {
  const { cases } = await partNamed(part, await loadProduct(root));
  const asked = only === undefined ? undefined : new RegExp(only);
  const wanted = cases.filter((one) => (!quick || one.quick) && (!asked || asked.test(one.key)));
  return { keys: wanted.map(({ key }) => key), isComplete: wanted.length === cases.length };
}

/**
 * By part: the changes, the outcomes as written, and how many cases there were. `onDone(part, done, all)` is called after each case.
 */
export async function checkManifest(root, { quick = false, only, parts = PARTS, processes, onDone } = {}) {
  const results = [];
  for (const part of parts) {
    const { keys, isComplete } = await keysOf(root, part, { quick, only });
    const report = (outcome, done) => onDone?.(part, done, keys.length, outcome);
    const outcomes = await outcomesOf(root, part, keys, { processes, onDone: report });
    const found = written(outcomes);
    results.push({
      part,
      found,
      cases: keys.length,
      changes: compare(readRecorded(part), found, isComplete),
      isComplete,
    });
  }
  return results;
}

/** As they are in the recorded file. */
export function written(outcomes) {
  return new Map(Array.from(outcomes, ([key, { texts }]) => [key, lineOf(texts)]));
}
