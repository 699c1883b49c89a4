import type { ValueGrid } from "../../engine/grid.js";
import { type Problem, prepare } from "../../engine/problem.js";
import { isMeasure } from "../../model/measure.js";
import type { TreeModel } from "../../model/tree.js";
import { bind } from "../../predict/bind.js";
import { type Cells, cellsOf, tableAttributes } from "../../predict/cells.js";
import { prepareCells } from "../../predict/prepareCells.js";
import { truthOf } from "../../predict/truth.js";
import type { Column } from "../../table/column.js";
import { makeTable, type Table } from "../../table/table.js";

/** Rows to prune by, in a model's terms. */
export interface PruneRows {
  readonly rows: number;
  readonly cells: readonly Cells[];
  /** The class code or the value of each row; classes that the model does not know come after its own. */
  readonly truth: Int32Array | Float64Array;
  readonly weights: Float64Array;
  /** Fractional weights are multiples of this, so that they can be added in any order. */
  readonly quantum: number;
}

type Model = Pick<TreeModel, "attributes" | "derived" | "target">;

/** The rows of a problem, as the model sees rows to predict. */
export function rowsOfProblem(model: Model, problem: Problem): PruneRows {
  return rowsWith(model, problem, cellsOf(model, makeTable(problem.attributes)).cells);
}

/** The rows of a problem, exactly as growth used them. */
export function grownRows(model: Model, problem: Problem): PruneRows {
  const { attributes, derived = [] } = model;
  // Growth was given all other attributes; measures it made itself.
  const measures = derived.filter(isMeasure);
  const given = attributes.slice(0, attributes.length - measures.length);
  const { cells } = bind(given, makeTable(problem.attributes));
  return rowsWith(model, problem, prepareCells({ attributes, derived: measures }, cells));
}

function rowsWith(model: Model, problem: Problem, cells: readonly Cells[]): PruneRows {
  const { target, rows } = problem;
  return {
    rows,
    cells,
    truth: target.kind === "values" ? griddedValues(target.grid) : classesOf(model, target.column),
    weights: problem.weights ?? new Float64Array(rows).fill(1),
    quantum: problem.weightQuantum,
  };
}

function classesOf(model: Model, column: Column): Int32Array {
  const truth = truthOf(model.target, makeTable([column]));
  if (truth.kind === "classification") return truth.codes;
  throw new Error("a numeric target was expected to be on a grid");
}

/** As engines know them: their sums are over these. */
function griddedValues({ units, center, denominator }: ValueGrid): Float64Array {
  return units.map((unit) => (center + unit) / denominator);
}

/** The rows of a table in the model's terms whose target is known and whose weight is not 0. */
export function rowsOfTable(model: Model, table: Table, weight?: string): PruneRows {
  const attributes = tableAttributes(model).map((attribute) => attribute.name);
  return rowsOfProblem(
    model,
    prepare(table, { target: model.target.name, attributes, ...(weight !== undefined && { weight }) }),
  );
}
