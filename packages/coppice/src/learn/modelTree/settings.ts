import { random } from "../../base/random.js";
import { type Problem, problemRows } from "../../engine/problem.js";
import { type Formula, formulaValue } from "../../model/formula.js";
import { isSplit } from "../../model/tree.js";
import { type Cells, testedCells } from "../../table/column.js";
import { branchTaken } from "../linear/fittedNodes.js";
import { formulaOf } from "../linear/formulaOf.js";
import { leavesUnder } from "../linear/leavesUnder.js";
import { type GrownModels, type Growth, growModels, type SplitOn } from "./grownModels.js";

/** What cross-validation may decide. */
export interface Settings {
  readonly splitOn: SplitOn;
  /** The number of rows that an ancestor's model counts for in smoothing; 0: none. */
  readonly smoothing: number;
  /** What a parameter weighs in the expected error by which the tree is pruned; undefined: not pruned. */
  readonly penalty: number | undefined;
}

/** The same, each either given or left to cross-validation. */
export type SettingChoices = { readonly [K in keyof Settings]: Settings[K] | "auto" };

/** Quinlan 1992. They are kept unless others are significantly better. */
const USUAL: Settings = { splitOn: "target", smoothing: 15, penalty: 1 };

const TRIED: { readonly [K in keyof Settings]: readonly Settings[K][] } = {
  splitOn: ["target", "residuals"],
  smoothing: [15, 0, 5, 50],
  penalty: [1, 0.5, 2, 4],
};

/** Standard errors by which others must be better: a test at the level of about 2.5%, one-sided. */
const SIGNIFICANT = 2;

/**
 * The settings that are left open: the usual ones, or those with the lowest cross-validated error if the difference is
 * significant. Progress is the share of the folds that are done.
 */
export function* chooseSettings(
  problem: Problem,
  choices: SettingChoices,
  growth: Growth & { readonly folds: number },
  seed: number,
): Generator<number, Settings> {
  const tried = combinations(choices);
  const count = Math.min(growth.folds, problem.rows);
  if (tried.length === 1 || count < 2 || problem.target.kind !== "values") return tried[0];
  const fold = foldsOf(problem.rows, count, seed);
  const { values } = problem.target.column;
  const errors = tried.map(() => new Float64Array(problem.rows));
  for (let f = 0; f < count; f++) {
    yield f / count;
    const out = rowsWhere(fold, (one) => one === f);
    const train = problemRows(
      problem,
      rowsWhere(fold, (one) => one !== f),
    );
    const test = new HeldOut(problemRows(problem, out));
    for (const splitOn of new Set(tried.map((one) => one.splitOn))) {
      const said = test.predictions(growModels(train, splitOn, growth, seed), tried);
      tried.forEach((settings, t) => {
        if (settings.splitOn !== splitOn) return;
        out.forEach((row, i) => {
          errors[t][row] = (values[row] - said(settings, i)) ** 2;
        });
      });
    }
  }
  const { weights } = problem;
  return tried[
    significantlyBest(weights ? errors.map((all) => all.map((error, row) => error * weights[row])) : errors)
  ];
}

/** The usual settings first. */
function combinations(choices: SettingChoices): Settings[] {
  const of = <K extends keyof Settings>(name: K): readonly Settings[K][] => {
    const given = choices[name];
    if (given !== "auto") return [given as Settings[K]];
    return TRIED[name];
  };
  const all = of("splitOn").flatMap((splitOn) =>
    of("penalty").flatMap((penalty) => of("smoothing").map((smoothing) => ({ splitOn, penalty, smoothing }))),
  );
  const isUsual = (one: Settings) =>
    Object.entries(USUAL).every(([name, value]) => {
      const key = name as keyof Settings;
      return choices[key] !== "auto" || one[key] === value;
    });
  return [...all.filter(isUsual), ...all.filter((one) => !isUsual(one))];
}

export function foldsOf(rows: number, folds: number, seed: number): Int32Array {
  const rng = random(seed);
  const order = Int32Array.from({ length: rows }, (_, row) => row);
  for (let i = rows - 1; i > 0; i--) {
    const j = Math.floor(rng.uniform() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  const fold = new Int32Array(rows);
  order.forEach((row, i) => {
    fold[row] = i % folds;
  });
  return fold;
}

export function rowsWhere(fold: Int32Array, isIn: (fold: number) => boolean): Int32Array {
  return Int32Array.from(fold.keys()).filter((row) => isIn(fold[row]));
}

/** The index with the least sum, among those that are significantly below the first; 0 if none is. */
export function significantlyBest(errors: readonly Float64Array[]): number {
  let [best, least] = [0, 0];
  for (let t = 1; t < errors.length; t++) {
    let [sum, squares] = [0, 0];
    errors[0].forEach((usual, row) => {
      const gain = usual - errors[t][row];
      sum += gain;
      squares += gain * gain;
    });
    const spread = Math.sqrt(Math.max(0, squares - (sum * sum) / errors[0].length));
    if (sum > SIGNIFICANT * spread && sum > least) [best, least] = [t, sum];
  }
  return best;
}

type Said = (settings: Settings, row: number) => number;

/** Rows that a tree did not see. */
class HeldOut {
  private readonly cells: readonly Cells[];

  constructor(private readonly problem: Problem) {
    this.cells = problem.attributes.map(testedCells);
  }

  predictions(grown: GrownModels, tried: readonly Settings[]): Said {
    const { tree, nodes, data } = grown;
    const paths = Array.from({ length: this.problem.rows }, (_, row) => this.path(grown, row));
    const leaves = new Map(tried.map(({ penalty }) => [penalty, leavesUnder(tree, nodes, penalty)] as const));
    const [low, high] = rangeOf(data.targets);
    return ({ penalty, smoothing }, row) => {
      const { at, values } = paths[row];
      const isLeaf = leaves.get(penalty)!;
      let last = at.findIndex((node) => isLeaf[node] === 1);
      let value = values[last];
      let { weight } = nodes[at[last]].fit;
      while (smoothing > 0 && --last >= 0) {
        value = (weight * value + smoothing * values[last]) / (weight + smoothing);
        weight = nodes[at[last]].fit.weight;
      }
      return data.unit * Math.min(high, Math.max(low, value));
    };
  }

  /** The nodes that a row comes to, and what their models predict. */
  private path({ tree, nodes, data }: GrownModels, row: number): { at: number[]; values: number[] } {
    const at: number[] = [];
    const values: number[] = [];
    for (let i = 0; ; ) {
      at.push(i);
      const formula: Formula = formulaOf(data, nodes[i].fit);
      values.push(formulaValue(formula, (a) => this.cells[a][row]));
      const node = tree.nodes[i];
      if (!isSplit(node)) return { at, values };
      i = node.branches[branchTaken(node, this.cells, row)];
    }
  }
}

/** The least and the greatest. */
export function rangeOf(values: Float64Array): [number, number] {
  return [
    values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
    values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
  ];
}
