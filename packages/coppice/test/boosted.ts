import { random } from "../src/base/random.js";
import { type Problem, prepare } from "../src/engine/problem.js";
import { type BoostContext, boost } from "../src/learn/ensemble/boost/boost.js";
import { boostOptions } from "../src/learn/ensemble/boost/options.js";
import type { EnsembleLearned, EnsembleSlice } from "../src/learn/learner.js";
import { landingIn } from "../src/model/packed.js";
import type { Column } from "../src/table/column.js";
import { makeTable } from "../src/table/table.js";
import { names, nominal, numeric, ordered } from "../src/testing/columns.js";
import { withoutKernels } from "./kit/withoutKernels.js";

export type RawOptions = Record<string, unknown>;

export interface BoostOverrides extends Partial<BoostContext> {
  /** Called after each round. */
  readonly onRound?: (slice: EnsembleSlice, round: number) => void;
}

export function boosted(
  problem: Problem,
  given: RawOptions,
  { onRound, ...context }: BoostOverrides = {},
): EnsembleLearned {
  const rounds = boost(boostOptions.parse(given), {
    problem,
    seed: 1,
    kernelRows: 0,
    threadCells: 0,
    ...context,
  });
  let step = rounds.next();
  for (let round = 1; !step.done; round++) {
    onRound?.(step.value, round);
    step = rounds.next();
  }
  return step.value;
}

export const twin = (problem: Problem, given: RawOptions, context: BoostOverrides = {}): EnsembleLearned =>
  withoutKernels(() => boosted(problem, given, context));

/** The scores of a row, by the reference definition of packed trees. */
export function scoresOf(model: EnsembleLearned, problem: Problem, row: number): number[] {
  if (model.combine.kind !== "sum" || model.members.kind !== "packed") throw new Error("not boosted");
  const { trees } = model.members;
  const { base, outputs } = model.combine;
  const levels = problem.attributes.map((column) => (column.type === "numeric" ? 0 : column.levels.length));
  const cell = (a: number) => {
    const column = problem.attributes[a];
    return column.type === "numeric" ? column.values[row] : column.codes[row];
  };
  const scores = [...base];
  for (let tree = 0; tree + 1 < trees.starts.length; tree++)
    scores[tree % outputs] += trees.values[landingIn(trees, tree, levels, cell)];
  return scores;
}

export type Kind = "two" | "many" | "five" | "number" | "count";

/** A table of mixed attributes whose target depends on some of them; missing values, ties, a level in one row. */
export function mixedProblem(seed: number, rows: number, kind: Kind, weighted = false): Problem {
  const rng = random(seed);
  const cells = (gap: number, share: number, make: () => number) =>
    Float64Array.from({ length: rows }, () => (rng.uniform() < share ? gap : make()));
  const values = (share: number, make: () => number) => cells(Number.NaN, share, make);
  const codes = (count: number, share: number) => cells(-1, share, () => rng.below(count));
  const smooth = values(0, () => rng.normal());
  const holed = values(0.3, () => rng.normal());
  const coarse = values(0.1, () => rng.below(4));
  const [few, many, wide, grades] = [codes(3, 0.1), codes(40, 0.1), codes(300, 0), codes(6, 0.2)];
  const score = smooth.map((x, i) => {
    const hole = Number.isNaN(holed[i]) ? 1 : holed[i];
    return x * hole + (many[i] % 5) / 2 + (wide[i] % 3) - grades[i] / 3 + 0.3 * rng.normal();
  });
  const attributes = [
    ...[numeric("smooth", smooth), numeric("holed", holed), nominal("wide", names("l", 400), wide)],
    ...[numeric("coarse", coarse), nominal("few", names("l", 3), few), nominal("many", names("l", 40), many)],
    ordered("grades", names("l", 6), grades),
    numeric("empty", new Float64Array(rows).fill(Number.NaN)),
  ];
  const weights = values(0, () => 0.1 + rng.uniform());
  const table = makeTable([...attributes, targetOf(kind, score), numeric("w", weights)]);
  const request = { target: "y", attributes: attributes.map(({ name }) => name) };
  return prepare(table, { ...request, ...(weighted && { weight: "w" }) });
}

function targetOf(kind: Kind, score: Float64Array): Column {
  const counts = score.map((s) => Math.max(0, Math.round(s)));
  if (kind === "number" || kind === "count") return numeric("y", kind === "number" ? score : counts);
  return classesOf(names("l", { two: 2, many: 4, five: 5 }[kind]), score);
}

/** The whole part of the score, within the classes. */
function classesOf(classes: readonly string[], score: Float64Array): Column {
  const codes = score.map((s) => Math.min(classes.length - 1, Math.max(0, Math.floor(s))));
  return nominal("y", classes, codes);
}

/** A table of many numeric attributes with few values, some of them missing; two classes. */
export function broadProblem(seed: number, rows: number, attributes: number): Problem {
  const rng = random(seed);
  const cell = () => (rng.uniform() < 0.1 ? Number.NaN : rng.below(6));
  const column = () => Array.from({ length: rows }, cell);
  const columns = names("a", attributes).map((name) => numeric(name, column()));
  const sum = (row: number) => columns.reduce((total, { values }) => total + (values[row] || 0), 0);
  const codes = Array.from({ length: rows }, (_, row) => (sum(row) > 2.2 * attributes ? 1 : 0));
  return prepare(makeTable([...columns, nominal("y", ["no", "yes"], codes)]), { target: "y" });
}

/**
 * A table whose attributes have so many values that bins are bytes: numbers, some missing; whole numbers, also -0; levels;
 * and, now and then, few values. `classes`: of the target.
 */
export function fineProblem(seed: number, rows: number, attributes: number, classes: number): Problem {
  const rng = random(seed);
  const holed = (make: () => number) => () => (rng.uniform() < 0.1 ? Number.NaN : make());
  const normal = () => rng.normal();
  const whole = () => (rng.below(600) - 300) * (rng.uniform() < 0.5 ? -1 : 1);
  const kinds = [normal, holed(normal), whole, holed(whole), () => rng.below(2)];
  const cellsBy = (make: () => number) => Float64Array.from({ length: rows }, () => make());
  const cells = names("a", attributes).map((_, a) =>
    cellsBy(a % 7 === 5 ? () => rng.below(250) : kinds[a % kinds.length]),
  );
  const columns = cells.map((own, a) =>
    a % 7 === 5 ? nominal(`a${a}`, names("l", 250), own) : numeric(`a${a}`, own),
  );
  const score = cells[0].map(
    (x, i) => (x || 0) + (cells[2][i] > 40 ? 1 : 0) + (cells[5][i] % 3) + 0.3 * rng.normal(),
  );
  return prepare(makeTable([...columns, classesOf(names("c", classes), score)]), { target: "y" });
}

/** Options with which small tables are split. */
export const small = {
  ...{ rounds: 4, maxLeaves: 9, minLeaf: 3 },
  ...{ levelSmoothing: 1, levelRows: 4, levelLambda: 0.5 },
};
