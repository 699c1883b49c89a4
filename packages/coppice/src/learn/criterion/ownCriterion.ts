import { show } from "../../base/errors.js";
import type { Criterion } from "./criterion.js";

/**
 * A criterion of a user's own: a name, a task and an impurity, and whatever else of a criterion holds for it. Statistic
 * and concavity have defaults: class weights or moments, depending on the task, and not concave, which is always safe. The
 * tree is grown from tallies, since engines have no rule for the criterion.
 */
export type OwnCriterion = Pick<Criterion, "name" | "task" | "impurity"> &
  Partial<Omit<Criterion, "rule" | "inForests" | "inTrees" | "losses" | "multiple">>;

export function isOwnCriterion(value: unknown): value is OwnCriterion {
  return typeof value === "object" && value !== null;
}

const OPTIONAL_FUNCTIONS = ["impurityOfTwo", "partOfDrop", "pair", "groups", "scorer", "withLoss"] as const;
const FACTS = ["concave", "inBits", "scaled"] as const;
const KNOWN: readonly string[] = [
  "name",
  "task",
  "statistic",
  "impurity",
  "leaf",
  "degree",
  ...OPTIONAL_FUNCTIONS,
  ...FACTS,
];

/** What a criterion object must be and this one is not, to follow "criterion must be"; undefined if it is valid. */
export function faultOf(given: object, taken: readonly string[]): string | undefined {
  const value = given as Partial<Record<string, unknown>>;
  const needs = (what: string, key: string) =>
    `an object with ${what}; its ${key} is ${typeof value[key] === "function" ? "a function" : show(value[key])}`;
  const unknown = Object.keys(value).find((key) => !KNOWN.includes(key));
  if (unknown !== undefined)
    return `an object with no properties but ${KNOWN.join(", ")}; it has ${show(unknown)}`;
  if (typeof value.name !== "string" || value.name === "" || taken.includes(value.name))
    return needs(`a name of its own, none of ${taken.join(", ")}`, "name");
  if (value.task !== "classification" && value.task !== "regression")
    return needs("a task, classification or regression", "task");
  if (typeof value.impurity !== "function") return needs("a function impurity(cells, at, width)", "impurity");
  for (const key of OPTIONAL_FUNCTIONS) {
    if (value[key] !== undefined && typeof value[key] !== "function") return needs(`a function ${key}`, key);
  }
  for (const key of FACTS) {
    if (value[key] !== undefined && typeof value[key] !== "boolean")
      return needs(`${key}, where it is given, true or false`, key);
  }
  if (![undefined, "mean", "median", "midrange"].includes(value.leaf as string | undefined))
    return needs("a leaf, where it is given, of mean, median or midrange", "leaf");
  if (![undefined, 1, 2].includes(value.degree as number | undefined))
    return needs("a degree, where it is given, of 1 or 2", "degree");
  return statisticFault(value, needs);
}

function statisticFault(
  value: Partial<Record<string, unknown>>,
  needs: (what: string, key: string) => string,
): string | undefined {
  const { statistic, task, scorer } = value;
  const possible = task === "classification" ? ["classes"] : ["moments", "ranks"];
  if (statistic !== undefined && !possible.includes(statistic as string))
    return needs(`a statistic that ${task} has, ${possible.join(" or ")}`, "statistic");
  return statistic === "ranks" && scorer === undefined
    ? needs("a function scorer(target), since its statistic is ranks", "scorer")
    : undefined;
}

/** The criterion with its defaults. */
export function completed(own: OwnCriterion): Criterion {
  const statistic = own.task === "classification" ? "classes" : "moments";
  return { statistic, concave: false, ...own };
}
