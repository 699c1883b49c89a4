import { NaiveEngine } from "../../engine/naive/engine.js";
import type { AsyncEngine, Engine } from "../../engine/port.js";
import type { Problem } from "../../engine/problem.js";
import { fitJob, fitWith, fitWithAsync } from "../../learn/fit.js";
import type { TreeModel } from "../../model/tree.js";
import { modelDifference } from "../modelDifference.js";
import { type Check, ensure, once } from "./check.js";
import { type EngineCase, engineCases } from "./engineCases.js";

/** Opens an engine that holds the rows of this problem. An engine that answers with promises is told by its answers. */
export type OpenEngine = (problem: Problem) => Engine | AsyncEngine;

export interface EngineContractOptions {
  /** Other seeds are other tables. Default: 1. */
  readonly seed?: number;
  /** Whether its answers are promises. */
  readonly answersLater?: boolean;
}

/**
 * What every engine must do: trees that are those of the naive engine, which follows the definitions of the port row by row, bit for
 * bit, for all kinds of tables, measures, criteria, weights and missing values.
 *
 * ```ts
 * for (const { name, run } of engineContract((problem) => new MyEngine(problem))) it(name, run);
 * ```
 */
export function engineContract(open: OpenEngine, options: EngineContractOptions = {}): Check[] {
  const { seed = 1, answersLater = false } = options;
  return sharedCases(seed).map(({ one, naiveTree }) => ({
    name: one.name,
    async run() {
      const wanted = naiveTree();
      ensure(wanted.nodes.length > 1, "the naive engine's tree has no test: the case shows nothing");
      const job = jobOf(one);
      const found = answersLater
        ? await fitWithAsync(job, (problem) => open(problem) as AsyncEngine)
        : fitWith(job, (problem) => open(problem) as Engine);
      const difference = modelDifference(found, wanted);
      ensure(difference === undefined, `not the tree of the naive engine: ${difference}`);
    },
  }));
}

const jobOf = ({ table, learner, options, weight }: EngineCase) =>
  fitJob(table, { target: "y", learner, ...(options && { options }), ...(weight && { weight }) });

interface SharedCase {
  readonly one: EngineCase;
  /** Grown by the first suite that needs it. */
  naiveTree(): TreeModel;
}

const bySeed = new Map<number, readonly SharedCase[]>();

/** The suites of several engines share the trees that they are compared with. */
function sharedCases(seed: number): readonly SharedCase[] {
  const known = bySeed.get(seed);
  if (known !== undefined) return known;
  const cases = engineCases(seed).map((one) => ({
    one,
    naiveTree: once(() => fitWith(jobOf(one), (problem) => new NaiveEngine(problem))),
  }));
  bySeed.set(seed, cases);
  return cases;
}
