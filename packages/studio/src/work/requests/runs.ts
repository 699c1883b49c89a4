import { CoppiceError } from "coppice";
import { compare, TESTS, type TestName } from "coppice/evaluate";
import { shown } from "../../base/text.js";
import { fitRunner, knownOf, splitsOf } from "../folds.js";
import type { Handlers, Hooks } from "../handlers.js";
import type { Recipe } from "../protocol.js";
import type { Workspace } from "../workspace.js";

export interface RunsRequests {
  compare: { args: CompareQuestion; result: ComparisonFacts };
}

export interface CompareQuestion {
  readonly recipes: readonly Recipe[];
  readonly folds: number;
  /** Which of them the others are tested against. */
  readonly against: number;
}

/** Recipes on the same folds. */
export interface ComparisonFacts {
  readonly measure: "accuracy" | "rmse";
  readonly folds: number;
  readonly against: number;
  readonly tests: readonly TestName[];
  readonly entries: readonly ComparedRun[];
}

export interface ComparedRun {
  /** Its place among the recipes. */
  readonly recipe: number;
  /** The measure on each fold; empty if it could not be learned. */
  readonly figures: readonly number[];
  readonly mean: number;
  readonly sd: number;
  /** Mean over the folds. */
  readonly size: Readonly<Record<string, number>>;
  readonly versus?: {
    readonly difference: number;
    readonly wins: number;
    readonly ties: number;
    readonly losses: number;
    /** The p-value of each test that applies. */
    readonly p: Readonly<Partial<Record<TestName, number>>>;
  };
  readonly fault?: string;
}

export const runsHandlers = (work: Workspace): Handlers<RunsRequests> => ({
  compare: (question, hooks) => compared(work, question, hooks),
});

async function compared(
  work: Workspace,
  { recipes, folds, against }: CompareQuestion,
  { signal, onProgress }: Hooks,
): Promise<ComparisonFacts> {
  const [{ target, seed }] = recipes;
  const other = recipes.find((recipe) => recipe.target !== target);
  if (other !== undefined)
    throw new CoppiceError("OPTION_CONFLICT", "runs with different targets cannot be compared", {
      name: other.target,
    });
  const { run, trainings } = fitRunner(work, recipes, signal);
  const known = knownOf(trainings[0]);
  const tests = TESTS.filter((test) => test !== "mcnemar" || known.truth.kind === "classification");
  const found = await compare(run, {
    ...known,
    ...{ against, seed, tests, onProgress },
    names: recipes.map((_, i) => `run ${i + 1}`),
    splits: splitsOf(known.truth, folds, seed),
  });
  const entries = found.entries.map(
    ({ trial, figures, mean, assessment, versus }): ComparedRun => ({
      ...{ recipe: trial, figures, mean: mean.mean, sd: mean.sd, size: assessment.size },
      ...(versus && {
        versus: {
          ...{ difference: versus.difference, wins: versus.wins, ties: versus.ties, losses: versus.losses },
          p: Object.fromEntries([...versus.tests].map(([name, { p }]) => [name, p])),
        },
      }),
    }),
  );
  const failures = found.failures.map(
    ({ trial, error }): ComparedRun => ({
      ...{ recipe: trial, figures: [], mean: Number.NaN, sd: Number.NaN, size: {} },
      fault: shown(error.message, 300),
    }),
  );
  return {
    ...{ measure: found.measure, folds, tests, against: found.entries[found.against].trial },
    entries: [...entries, ...failures].sort((a, b) => a.recipe - b.recipe),
  };
}
