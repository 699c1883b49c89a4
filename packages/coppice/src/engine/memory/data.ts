import type { Team } from "../../kernels/team.js";
import { type Bag, isWhole } from "../bag.js";
import type { ContentKeys } from "../contentKeys.js";
import { ContentSums } from "../contentKeys.js";
import { counted } from "../counted.js";
import type { DataHandle } from "../data.js";
import { encodedOnce } from "../encode.js";
import { isComplete, type Problem, problemRows, rowKeys, unweighted } from "../problem.js";
import { isBag, RowChooser } from "../rowChoice.js";
import { MemoryEngine } from "./engine.js";

/** A handle on rows in the memory of this process. */
export function memoryData(problem: Problem, team?: Team): DataHandle {
  let chooser: RowChooser | undefined;
  return {
    task: problem,
    hasGaps: (attribute) => !isComplete(problem.attributes[attribute]),
    engine: (options) => new MemoryEngine(problem, options?.team ?? team),
    part(choice) {
      chooser ??= chooserFrom(problem, team);
      return memoryData(partOfProblem(problem, choice, chooser), team);
    },
    blocks: () => [problem],
    local: { problem, over: (changed) => memoryData(changed, team) },
  };
}

/** The cells of a part are gathered only if they are read: kernels take the codes of the whole. */
export function partOfProblem(
  problem: Problem,
  choice: Parameters<DataHandle["part"]>[0],
  chooser = chooserFrom(problem),
): Problem {
  if (!isBag(choice)) return problemRows(problem, chooser.places(choice));
  return isWhole(choice.bag) ? problem : bagOf(problem, choice.bag, chooser.counts(choice.bag));
}

/** The rows that count, with what they count for. Their contents are what they were before. */
export function bagOf(
  problem: Problem,
  { replacement }: Pick<Bag, "replacement">,
  counts: Uint8Array,
): Problem {
  const part = counted(replacement ? unweighted(problem) : problem, counts);
  const { whole } = problem.within ?? { whole: problem };
  return { ...part, within: { ...part.within!, whole } };
}

export function chooserFrom(problem: Problem, team?: Team): RowChooser {
  const { rows, target, weights, totalWeight } = problem;
  return new RowChooser({
    rows,
    keys: rowKeys(problem),
    weights,
    totalWeight,
    classes: target.kind === "classes" ? target.column.codes : undefined,
    contents: () => contentsOf(problem, team),
  });
}

const known = new WeakMap<Problem, ContentKeys>();

/** Those of a part are what they are in the whole. */
function contentsOf(problem: Problem, team?: Team): ContentKeys {
  const { whole, rows } = problem.within ?? { whole: problem, rows: undefined };
  let keys = known.get(whole);
  if (keys === undefined) {
    keys = sumsOf(whole, team);
    known.set(whole, keys);
  }
  if (rows === undefined) return keys;
  return { first: wordsAt(keys.first, rows), second: wordsAt(keys.second, rows) };
}

function sumsOf({ rows, attributes, target, weights, weightQuantum }: Problem, team?: Team): ContentKeys {
  const sums = new ContentSums(rows);
  for (const [a, column] of attributes.entries()) sums.addCodes(a, encodedOnce(column, team));
  sums.addTarget(attributes.length, target);
  if (weights) sums.addIntegers(attributes.length + 1, weights, weightQuantum);
  return sums;
}

function wordsAt(words: Uint32Array, rows: ArrayLike<number>): Uint32Array {
  const found = new Uint32Array(rows.length);
  for (let i = 0; i < found.length; i++) found[i] = words[rows[i]];
  return found;
}
