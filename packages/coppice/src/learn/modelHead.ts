import type { LearningTask } from "../engine/task.js";
import type { ModelHead } from "../model/head.js";
import { columnSchema } from "../table/column.js";
import { recorded } from "./recorded.js";

/** What was learned from, and how. */
export interface LearnedFrom {
  readonly learner: { readonly name: string };
  readonly options: Readonly<Record<string, unknown>>;
  readonly problem: LearningTask;
  readonly seed: number;
}

/** The fields that all models begin with. */
export function headOf({ learner, options, problem, seed }: LearnedFrom): ModelHead {
  return {
    version: 2,
    learner: learner.name,
    options: recorded(options),
    task: problem.task,
    target: columnSchema(problem.target.column),
    attributes: problem.attributes.map(columnSchema),
    training: { rows: problem.rows, weight: problem.totalWeight, seed },
  };
}
