import type { Team } from "../../kernels/team.js";
import { type Bag, isWhole } from "../bag.js";
import { counted } from "../counted.js";
import type { DataHandle } from "../data.js";
import { isComplete, type Problem, problemRows, rowKeys, unweighted } from "../problem.js";
import { type ChoosableRows, isBag, RowChooser } from "../rowChoice.js";
import { contentOrder, contentsOf } from "./contents.js";
import { MemoryEngine } from "./engine.js";

/** A handle on rows in the memory of this process. */
export function memoryData(problem: Problem, team?: Team): DataHandle {
  let chooser: RowChooser | undefined;
  const choosing = () => (chooser ??= chooserFrom(problem, team));
  return {
    task: problem,
    hasGaps: (attribute) => !isComplete(problem.attributes[attribute]),
    engine: (options) => new MemoryEngine(problem, options?.team ?? team),
    part: (choice) => memoryData(partOfProblem(problem, choice, choosing()), team),
    blocks: () => [problem],
    local: {
      problem,
      over: (changed) => memoryData(changed, team),
      marks: (choice) => choosing().marks(choice),
    },
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
  const given: ChoosableRows = {
    rows,
    keys: rowKeys(problem),
    weights,
    totalWeight,
    classes: target.kind === "classes" ? target.column.codes : undefined,
    contents: () => contentsOf(problem, team),
  };
  const classes = target.kind === "classes" ? target.column.levels.length : 0;
  return new RowChooser(given, (key) => contentOrder(given, key, classes, team));
}
