import { random } from "../src/base/random.js";
import { type Problem, prepare } from "../src/engine/problem.js";
import { type BoostContext, boost } from "../src/learn/ensemble/boost/boost.js";
import { boostOptions } from "../src/learn/ensemble/boost/options.js";
import type { EnsembleLearned, EnsembleSlice } from "../src/learn/learner.js";
import { landingIn } from "../src/model/packed.js";
import type { Column } from "../src/table/column.js";
import { makeTable } from "../src/table/table.js";
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

export function twin(problem: Problem, given: RawOptions, context: BoostOverrides = {}): EnsembleLearned {
  return withoutKernels(() => boosted(problem, given, context));
}

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
  const missing = (share: number) => rng.uniform() < share;
  const values = (share: number, make: () => number) =>
    Float64Array.from({ length: rows }, () => (missing(share) ? Number.NaN : make()));
  const levels = (n: number) => Array.from({ length: n }, (_, i) => `l${i}`);
  const codes = (n: number, share: number) =>
    Int32Array.from({ length: rows }, () => (missing(share) ? -1 : rng.below(n)));
  const smooth = values(0, () => rng.normal());
  const holed = values(0.3, () => rng.normal());
  const coarse = values(0.1, () => rng.below(4));
  const few = codes(3, 0.1);
  const many = codes(40, 0.1);
  const wide = codes(300, 0);
  const grades = codes(6, 0.2);
  const score = Float64Array.from({ length: rows }, (_, i) => {
    const hole = Number.isNaN(holed[i]) ? 1 : holed[i];
    return smooth[i] * hole + (many[i] % 5) / 2 + (wide[i] % 3) - grades[i] / 3 + 0.3 * rng.normal();
  });
  const columns: Column[] = [
    { type: "numeric", name: "smooth", values: smooth },
    { type: "numeric", name: "holed", values: holed },
    { type: "nominal", name: "wide", codes: wide, levels: levels(400) },
    { type: "numeric", name: "coarse", values: coarse },
    { type: "nominal", name: "few", codes: few, levels: levels(3) },
    { type: "nominal", name: "many", codes: many, levels: levels(40) },
    { type: "ordered", name: "grades", codes: grades, levels: levels(6) },
    { type: "numeric", name: "empty", values: new Float64Array(rows).fill(Number.NaN) },
  ];
  const nominal = (n: number): Column => ({
    type: "nominal",
    name: "y",
    codes: Int32Array.from(score, (s) => Math.min(n - 1, Math.max(0, Math.floor(s)))),
    levels: levels(n),
  });
  if (kind === "two") columns.push(nominal(2));
  else if (kind === "many") columns.push(nominal(4));
  else if (kind === "five") columns.push(nominal(5));
  else {
    const y = kind === "number" ? score : score.map((s) => Math.max(0, Math.round(s)));
    columns.push({ type: "numeric", name: "y", values: y });
  }
  columns.push({ type: "numeric", name: "w", values: values(0, () => 0.1 + rng.uniform()) });
  const table = makeTable(columns);
  return prepare(table, {
    target: "y",
    attributes: columns.slice(0, 8).map(({ name }) => name),
    ...(weighted && { weight: "w" }),
  });
}

/** A table of many numeric attributes with few values, some of them missing; two classes. */
export function broadProblem(seed: number, rows: number, attributes: number): Problem {
  const rng = random(seed);
  const cell = () => (rng.uniform() < 0.1 ? Number.NaN : rng.below(6));
  const columns: Column[] = Array.from({ length: attributes }, (_, a) => ({
    type: "numeric",
    name: `a${a}`,
    values: Float64Array.from({ length: rows }, cell),
  }));
  const sums = Array.from({ length: rows }, (_, i) =>
    columns.reduce((sum, column) => sum + (column.type === "numeric" ? column.values[i] || 0 : 0), 0),
  );
  const codes = Int32Array.from(sums, (sum) => (sum > 2.2 * attributes ? 1 : 0));
  return prepare(makeTable([...columns, { type: "nominal", name: "y", codes, levels: ["no", "yes"] }]), {
    target: "y",
  });
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
  const columns = Array.from({ length: attributes }, (_, a): Column => {
    const name = `a${a}`;
    if (a % 7 === 5) {
      const levels = Array.from({ length: 250 }, (_, level) => `l${level}`);
      return {
        type: "nominal",
        name,
        codes: Int32Array.from({ length: rows }, () => rng.below(250)),
        levels,
      };
    }
    return { type: "numeric", name, values: Float64Array.from({ length: rows }, kinds[a % kinds.length]) };
  });
  const cells = columns.map((column) => (column.type === "numeric" ? column.values : column.codes));
  const codes = Int32Array.from({ length: rows }, (_, i) => {
    const score = (cells[0][i] || 0) + (cells[2][i] > 40 ? 1 : 0) + (cells[5][i] % 3) + 0.3 * rng.normal();
    return Math.min(classes - 1, Math.max(0, Math.floor(score)));
  });
  const levels = Array.from({ length: classes }, (_, k) => `c${k}`);
  return prepare(makeTable([...columns, { type: "nominal", name: "y", codes, levels }]), { target: "y" });
}

/** Options with which small tables are split. */
export const small = {
  rounds: 4,
  maxLeaves: 9,
  minLeaf: 3,
  levelSmoothing: 1,
  levelRows: 4,
  levelLambda: 0.5,
};
