import { checkOptions, type OptionNames } from "../../base/checkOptions.js";
import { mustBe, unreachable } from "../../base/errors.js";
import type { Model } from "../../model/model.js";
import type { PredictData, PredictOptions } from "../../predict/predict.js";
import { type Prediction, predictTable } from "../../predict/predictTable.js";
import { READ_OPTIONS, readFor } from "../../predict/readFor.js";
import type { NamedRow, RowCell } from "../../predict/rowCells.js";
import { rowTable } from "../../predict/rowTable.js";
import { allShapes } from "../../source/shapes/allShapes.js";
import { isRow } from "../../source/shapes/shapeOf.js";
import type { ColumnSchema } from "../../table/schema.js";
import { selectRows, type Table, type Warning } from "../../table/table.js";
import { explainEnsemble } from "./explainEnsemble.js";
import { explainRules } from "./explainRules.js";
import { explainTree } from "./explainTree.js";
import type { Because, Explained, Explanation } from "./explanation.js";
import { markedStrings } from "./markedStrings.js";

export interface ExplainOptions extends Omit<PredictOptions, "team"> {
  /** Which rows of a table to explain, from 0. Default: all. */
  readonly rows?: readonly number[];
}

const OPTIONS: OptionNames<ExplainOptions> = { ...READ_OPTIONS, unknownKeys: 1, rows: 1 };

/**
 * The conditions behind the model's predictions: for one row given by attribute name, for all rows of a table, or for
 * the listed rows of it (from 0). Data is read as by `predict`, and missing values are handled as there.
 */
export function explain<R extends { readonly [K in keyof R]: RowCell }>(
  model: Model,
  row: R,
  options?: Omit<ExplainOptions, "rows">,
): Explained;
export function explain(model: Model, row: NamedRow, options?: Omit<ExplainOptions, "rows">): Explained;
export function explain(
  model: Model,
  data: PredictData,
  rowsOrOptions?: readonly number[] | ExplainOptions,
): Explained;
export function explain(
  model: Model,
  data: unknown,
  given: readonly number[] | ExplainOptions = {},
): Explained {
  const options = Array.isArray(given) ? { rows: given as readonly number[] } : (given as ExplainOptions);
  checkOptions("explain", options, OPTIONS);
  const { rows } = options;
  const { table, warnings } = isRow(data, allShapes)
    ? rowTable(model, data as NamedRow, options)
    : readFor(model, data, allShapes, options);
  return explainRows(model, table, rows, warnings);
}

function explainRows(
  model: Model,
  table: Table,
  rows: readonly number[] | undefined,
  warnings: readonly Warning[],
): Explained {
  if (rows !== undefined && !Array.isArray(rows))
    throw mustBe("OPTION_RANGE", "rows", "a list of row numbers", rows);
  const wrong = rows?.find((row) => !(Number.isInteger(row) && row >= 0 && row < table.rows));
  if (wrong !== undefined) throw noSuchRow(wrong, table.rows);
  const part = rows ? selectRows(table, rows) : table;
  const { attributes, reasons } = reasonsOf(model, part);
  const prediction = predictTable(model, part);
  return {
    attributes,
    explanations: reasons.map((because, i) => {
      const strings = markedStrings(model, attributes, part, i, because);
      return {
        row: rows?.[i] ?? i,
        ...answerOf(prediction, i, model),
        because,
        ...(strings.length > 0 && { strings }),
      };
    }),
    warnings: [...warnings, ...prediction.warnings],
  };
}

function noSuchRow(row: number, rows: number) {
  const rule = rows === 0 ? "absent: the table has no rows" : `an integer from 0 to ${rows - 1}`;
  return mustBe("OPTION_RANGE", "row", rule, row);
}

interface Reasons {
  readonly attributes: readonly ColumnSchema[];
  readonly reasons: readonly Because[];
}

function reasonsOf(model: Model, table: Table): Reasons {
  const { attributes } = model;
  switch (model.format) {
    case "coppice-tree":
      return { attributes, reasons: explainTree(model, table) };
    case "coppice-rules":
      return { attributes, reasons: explainRules(model, table) };
    case "coppice-ensemble":
      return explainEnsemble(model, table);
    default:
      return unreachable(model);
  }
}

function answerOf(
  prediction: Prediction,
  row: number,
  { target }: Model,
): Pick<Explanation, "prediction" | "probability"> {
  if (prediction.kind === "regression") return { prediction: prediction.values[row] };
  const levels = target.levels!;
  const label = prediction.labels[row];
  return { prediction: levels[label], probability: prediction.probabilities[row * levels.length + label] };
}
