import { CoppiceError } from "../../base/errors.js";
import { didYouMean } from "../../base/nearest.js";
import type { Costs } from "../../model/costs.js";

/** Priors as a user gives them: as in the data, all equal, by name, or in the order of the classes. */
export type PriorsOption = "data" | "equal" | Readonly<Record<string, number>> | readonly number[];
/** A loss matrix: rows are true classes, columns are predictions; by name, or in the order of the classes. */
export type LossOption =
  | readonly (readonly number[])[]
  | Readonly<Record<string, Readonly<Record<string, number>>>>;

/** One prior per class, summing to 1; undefined for those of the data. */
export function resolvePriors(given: PriorsOption, classes: readonly string[]): number[] | undefined {
  if (given === "data") return undefined;
  if (given === "equal") return classes.map(() => 1 / classes.length);
  const priors = Array.isArray(given)
    ? [...given]
    : byName("priors", given as Record<string, number>, classes);
  const fail = (rule: string) => {
    throw new CoppiceError("PRIORS_INVALID", `priors must ${rule}; got ${JSON.stringify(given)}`, {
      name: "priors",
      rule,
      value: given,
    });
  };
  if (priors.length !== classes.length)
    fail(`give one number for each of the ${classes.length} classes ${classes.join(", ")}`);
  const sum = priors.reduce((a, b) => a + b, 0);
  if (!(Math.abs(sum - 1) < 1e-6)) fail(`sum to 1, not ${sum}`);
  return priors.map((p) => p / sum);
}

/** The loss matrix in the order of the classes. */
export function resolveLoss(
  given: LossOption | undefined,
  classes: readonly string[],
): number[][] | undefined {
  if (given === undefined) return undefined;
  const rows = Array.isArray(given)
    ? given.map((row) => [...row])
    : byName("loss", given as Record<string, Record<string, number>>, classes).map((row) =>
        byName("loss", row, classes),
      );
  const fail = (rule: string) => {
    throw new CoppiceError("LOSS_INVALID", `loss must ${rule}; got ${JSON.stringify(given)}`, {
      name: "loss",
      rule,
      value: given,
    });
  };
  const k = classes.length;
  if (rows.length !== k || rows.some((row) => row.length !== k))
    fail(`be a ${k} x ${k} matrix, true classes down and predictions across`);
  if (rows.some((row) => row.some((x) => !(x >= 0 && Number.isFinite(x)))))
    fail("have finite non-negative entries");
  if (rows.some((row, i) => row[i] !== 0))
    fail("cost nothing on the diagonal, where the prediction is right");
  // A class whose misclassification costs nothing has no weight: it could never influence the choice of a test.
  const idle = rows.findIndex((row) => row.every((x) => x === 0));
  if (idle >= 0)
    fail(
      `cost something for every class that is missed: the row of ${JSON.stringify(classes[idle])} is all 0`,
    );
  return rows;
}

function byName<T>(option: string, given: Readonly<Record<string, T>>, classes: readonly string[]): T[] {
  const entries = new Map(Object.entries(given));
  for (const name of entries.keys()) {
    if (!classes.includes(name)) {
      const code = option === "priors" ? "PRIORS_INVALID" : "LOSS_INVALID";
      throw new CoppiceError(
        code,
        `${option} names ${JSON.stringify(name)}, which is no class${didYouMean(name, classes)}`,
        { name: option, value: name },
      );
    }
  }
  return classes.map((name) => {
    const value = entries.get(name);
    if (value === undefined) {
      const code = option === "priors" ? "PRIORS_INVALID" : "LOSS_INVALID";
      throw new CoppiceError(code, `${option} says nothing of the class ${JSON.stringify(name)}`, {
        name: option,
        value: name,
      });
    }
    return value;
  });
}

/** Costs as the model keeps them; undefined where there are none. */
export function costsOf(
  priors: readonly number[] | undefined,
  loss: number[][] | undefined,
  counts: ArrayLike<number>,
): Costs | undefined {
  if (priors === undefined && loss === undefined) return undefined;
  const total = Array.from(counts).reduce((a, b) => a + b, 0);
  const factors = priors?.map((prior, k) => (counts[k] > 0 ? prior / (counts[k] / total) : 0));
  return { ...(factors && { factors }), ...(loss && { loss }) };
}
