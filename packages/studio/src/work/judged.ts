import type { Column, Table, TreeModel } from "coppice";
import { type LevelProfile, rowsAt, type SplitProfile } from "coppice/edit";
import { predictTable, type Truth, truthOf } from "coppice/evaluate";
import type { Judged } from "./protocol.js";

/** Answers of a model to the rows that its edits are judged by. */
export interface Answers {
  readonly on: Judged["on"];
  readonly table: Table;
  readonly truth: Truth;
  /** The loss of each row: 0 or 1 for classes, the squared difference for numbers; NaN where the target is missing. */
  readonly losses: Float64Array;
  readonly total: number;
  readonly rows: number;
}

export function answersOf(model: TreeModel, table: Table, on: Judged["on"]): Answers {
  const truth = truthOf(model.target, table);
  const found = predictTable(model, table);
  const losses = new Float64Array(table.rows).fill(Number.NaN);
  let [total, rows] = [0, 0];
  for (let row = 0; row < table.rows; row++) {
    if (truth.kind === "classification" && found.kind === "classification") {
      if (truth.codes[row] >= 0) losses[row] = Number(found.labels[row] !== truth.codes[row]);
    } else if (truth.kind === "regression" && found.kind === "regression")
      losses[row] = (found.values[row] - truth.values[row]) ** 2;
    if (Number.isNaN(losses[row])) continue;
    total += losses[row];
    rows++;
  }
  return { on, table, truth, losses, total, rows };
}

/**
 * The rows by which edits are judged, at one node and by one attribute: with it the page can tell what a threshold or a set of
 * levels does to the score of the whole tree. Undefined where sums are not enough: parts of rows, costs of errors, medians.
 */
export function judgedAt(
  model: TreeModel,
  profile: SplitProfile,
  at: number,
  by: Answers,
): Judged | undefined {
  const { on, table, losses, total, rows } = by;
  const column = table.columns.find(({ name }) => name === profile.attribute);
  if (column === undefined || model.costs !== undefined || profile.impurity === undefined) return undefined;
  const there = rowsAt(model, table, profile.node);
  if (there.weights.some((weight) => weight < 1)) return undefined;
  const known = there.rows.filter((row) => !Number.isNaN(losses[row]));
  const node = model.nodes[at];
  return {
    ...{ on, rows, rule: ruleFor(model, profile) },
    elsewhere: known.reduce((sum, row) => sum - losses[row], total),
    answer: "counts" in node ? node.label : node.value,
    ...(profile.kind === "numeric"
      ? numericSums(column, known, profile.width, by.truth)
      : levelSums(column, known, profile, by.truth)),
  };
}

type Sums = Pick<Judged, "values" | "sums" | "missing">;

function numericSums(column: Column, rows: Int32Array, width: number, truth: Truth): Sums {
  const values = column.type === "numeric" ? column.values : Float64Array.from(column.codes);
  const missing = new Float64Array(width);
  for (const row of rows) if (Number.isNaN(values[row])) add(missing, 0, row, truth, width);
  const order = rows.filter((row) => !Number.isNaN(values[row])).sort((a, b) => values[a] - values[b]);
  const sums = new Float64Array(order.length * width);
  order.forEach((row, i) => {
    if (i > 0) sums.copyWithin(i * width, (i - 1) * width, i * width);
    add(sums, i, row, truth, width);
  });
  return { values: Float64Array.from(order, (row) => values[row]), sums, missing };
}

/** A set of levels has no branch for a level that does not occur among the training rows: it is as if it were missing. */
function levelSums(column: Column, rows: Int32Array, profile: LevelProfile, truth: Truth): Sums {
  const { levels, width, ordered } = profile;
  const codeOf = new Map(levels.map((level, code) => [level, code]));
  const occurs = (code: number) =>
    ordered || profile.sums.subarray(code * width, (code + 1) * width).some((sum) => sum !== 0);
  const sums = new Float64Array(levels.length * width);
  const missing = new Float64Array(width);
  for (const row of rows) {
    const level =
      column.type === "numeric" || column.codes[row] < 0 ? undefined : column.levels[column.codes[row]];
    const code = level === undefined ? undefined : codeOf.get(level);
    if (code === undefined || !occurs(code)) add(missing, 0, row, truth, width);
    else add(sums, code, row, truth, width);
  }
  return { sums, missing };
}

/** Adds a row to the sums at a place. A class that the model does not know counts in none of them. */
function add(sums: Float64Array, at: number, row: number, truth: Truth, width: number): void {
  if (truth.kind === "classification") {
    if (truth.codes[row] < width) sums[at * width + truth.codes[row]]++;
    return;
  }
  const y = truth.values[row];
  sums[at * width]++;
  sums[at * width + 1] += y;
  sums[at * width + 2] += y * y;
}

/** Where rows without a value would go by a new test. */
function ruleFor({ options }: TreeModel, { missing: sums }: SplitProfile): Judged["rule"] {
  const { missing, missingAtPrediction: later = "asTrained" } = options;
  if (missing === "level" && sums.some((sum) => sum !== 0)) return "own";
  const trained = missing === "share" || missing === "fraction" ? "share" : "majority";
  return later === "asTrained" ? trained : later === "share" ? "share" : "majority";
}
