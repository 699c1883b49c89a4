import { addHashes, type HashedColumn, hashedOrder } from "../../kernels/drivers/contents.js";
import { ifItFits } from "../../kernels/heap.js";
import { kernelsUsable, withTeam } from "../../kernels/support.js";
import type { Team } from "../../kernels/team.js";
import { type ContentKeys, ContentSums, columnKeys } from "../contentKeys.js";
import { encodedOnce } from "../encode.js";
import type { Problem } from "../problem.js";
import { type ChoosableRows, orderedByContent } from "../rowChoice.js";

/** Tests lower this: the rows from which a kernel is worth its compilation. */
export const contentsTuning = { rows: 4096 };

const known = new WeakMap<Problem, ContentKeys>();

/** Those of a part are what they are in the whole. */
export function contentsOf(problem: Problem, team?: Team): ContentKeys {
  const { whole, rows } = problem.within ?? { whole: problem, rows: undefined };
  let keys = known.get(whole);
  if (keys === undefined) {
    keys = sumsOf(whole, team);
    known.set(whole, keys);
  }
  if (rows === undefined) return keys;
  return { first: wordsAt(keys.first, rows), second: wordsAt(keys.second, rows) };
}

function sumsOf(problem: Problem, team?: Team): ContentKeys {
  const { rows, attributes, target, weights, weightQuantum } = problem;
  const sums = new ContentSums(rows);
  const coded = attributes.map((column) => encodedOnce(column, team));
  const classes = target.kind === "classes" ? [target.column] : [];
  if (addByKernel(sums, [...coded, ...classes], team)) {
    if (target.kind === "values") sums.addTarget(attributes.length, target);
  } else {
    for (const [a, one] of coded.entries()) sums.addCodes(a, one);
    sums.addTarget(attributes.length, target);
  }
  if (weights) sums.addIntegers(attributes.length + 1, weights, weightQuantum);
  return sums;
}

/** False if it is not worthwhile, or not possible. */
function addByKernel(sums: ContentSums, coded: readonly { readonly codes: Int32Array }[], team?: Team) {
  if (sums.rows < contentsTuning.rows || !kernelsUsable()) return false;
  const columns = coded.map(({ codes }, a): HashedColumn => ({ codes, keys: columnKeys(a) }));
  const done = ifItFits(() => withTeam(team, (used) => addHashes(used, columns, sums)));
  return done === true;
}

function wordsAt(words: Uint32Array, rows: ArrayLike<number>): Uint32Array {
  const found = new Uint32Array(rows.length);
  for (let i = 0; i < found.length; i++) found[i] = words[rows[i]];
  return found;
}

/** The order by content, class by class; `count` is the number of classes. */
export function contentOrder(given: ChoosableRows, key: number, count: number, team?: Team): Int32Array {
  const { rows, keys, classes } = given;
  // Equal rows are in the order of their keys, and the kernel leaves them in that of their positions.
  if (rows < contentsTuning.rows || !kernelsUsable() || (keys && !areAscending(keys)))
    return orderedByContent(given, key);
  const sums = given.contents();
  const coded = classes && { codes: classes, count };
  const order = ifItFits(() => withTeam(team, (used) => hashedOrder(used, sums, { key, classes: coded })));
  return order ?? orderedByContent(given, key);
}

function areAscending(keys: ArrayLike<number>): boolean {
  for (let row = 1; row < keys.length; row++) if (keys[row - 1] >= keys[row]) return false;
  return true;
}
