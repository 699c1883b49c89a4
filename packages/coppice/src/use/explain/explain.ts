import { mustBe, unreachable } from "../../base/errors.js";
import type { Model } from "../../model/model.js";
import { rowAttributes } from "../../predict/cells.js";
import type { PredictData } from "../../predict/predict.js";
import { type Prediction, predictTable } from "../../predict/predictTable.js";
import { readFor } from "../../predict/readFor.js";
import { type NamedRow, type RowCell, RowReader } from "../../predict/rowCells.js";
import { isRow } from "../../source/shapes/shapeOf.js";
import type { ColumnSchema } from "../../table/schema.js";
import { selectRows, type Table, type Warning } from "../../table/table.js";
import { explainEnsemble } from "./explainEnsemble.js";
import { explainRules } from "./explainRules.js";
import { explainTree } from "./explainTree.js";
import type { Because, Explained, Explanation } from "./explanation.js";

/**
 * The conditions behind the model's predictions: for one row given by attribute name, for all rows of a table, or for
 * the listed rows of it (from 0). Data is read as by `predict`.
 */
export function explain<R extends { readonly [K in keyof R]: RowCell }>(model: Model, row: R): Explained;
export function explain(model: Model, row: NamedRow): Explained;
export function explain(model: Model, data: PredictData, rows?: readonly number[]): Explained;
export function explain(model: Model, data: unknown, rows?: readonly number[]): Explained {
  if (!isRow(data)) {
    const { table, warnings } = readFor(model, data);
    return explainRows(model, table, rows, warnings);
  }
  const reader = new RowReader(rowAttributes(model), [model.target.name]);
  reader.into(new Float64Array(model.attributes.length), data as NamedRow);
  const { table, warnings } = readFor(model, [data], { allowMissing: true });
  return explainRows(model, table, undefined, warnings);
}

function explainRows(
  model: Model,
  table: Table,
  rows: readonly number[] | undefined,
  warnings: readonly Warning[],
): Explained {
  const wrong = rows?.find((row) => !(Number.isInteger(row) && row >= 0 && row < table.rows));
  if (wrong !== undefined) throw noSuchRow(wrong, table.rows);
  const part = rows ? selectRows(table, rows) : table;
  const { attributes, reasons } = reasonsOf(model, part);
  const prediction = predictTable(model, part);
  return {
    attributes,
    explanations: reasons.map((because, i) => ({
      row: rows?.[i] ?? i,
      ...answerOf(prediction, i, model),
      because,
    })),
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
