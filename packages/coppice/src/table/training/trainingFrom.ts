import { CoppiceError } from "../../base/errors.js";
import type { Column } from "../column.js";
import { inspect } from "../infer.js";
import { type Wording, warningText } from "../remedy.js";
import type { ColumnSchema, Schema } from "../schema.js";
import { columnOf, type Table, type Warning } from "../table.js";
import { chooseAttributes } from "./attributes.js";
import { classRemarks } from "./classes.js";
import { duplicateWarnings } from "./duplicateRows.js";
import { knownTarget } from "./knownTarget.js";
import { leakWarnings } from "./leaks.js";
import { numericClasses, targetColumn, targetSchema } from "./target.js";
import { type Fault, targetFault } from "./targetFault.js";
import { weightsOf, weightWarnings } from "./weights.js";

/** A table, and what its reader knows about it. */
export interface TrainingInput {
  readonly table: Table;
  /** May name the target and the weight. */
  readonly schema?: Schema;
  /** Columns whose type was declared, not inferred: they are taken as they are. */
  readonly declared?: ReadonlySet<string>;
  /** The warnings from inspecting the table. Default: it is inspected here. */
  readonly warnings?: readonly Warning[];
}

export interface TrainingRequest {
  /** Default: the schema's target. */
  readonly target?: string | undefined;
  readonly weight?: string | undefined;
  /** A column with a whole number for each row by which chance goes; default: the rows' positions. */
  readonly rowKey?: string | undefined;
  /** Columns not to learn from. */
  readonly ignore?: readonly string[] | undefined;
  /** Columns to include that would be excluded by default. */
  readonly use?: readonly string[] | undefined;
  /** The only columns to learn from. Default: all but the target, the weight, the row key and those excluded. */
  readonly attributes?: readonly string[] | undefined;
}

/** A table ready to learn from. */
export interface Training {
  /** The rows whose target is known. */
  readonly table: Table;
  readonly target: ColumnSchema;
  readonly weight?: string | undefined;
  readonly rowKey?: string | undefined;
  readonly attributes: readonly string[];
  /** The index of each row of `table` in the given table, and the number of rows of that. */
  readonly rows: Int32Array;
  readonly tableRows: number;
  readonly warnings: readonly Warning[];
}

/**
 * What to learn from a table: which target, which rows, which columns, with warnings about what the user should know. Both
 * the command and the library use this, so that they learn the same. `wording` is how errors name options.
 */
export function trainingFrom(
  input: TrainingInput,
  request: TrainingRequest,
  wording: Wording = "option",
): Training {
  const { training, fault } = examineTraining(input, request, wording);
  if (fault !== undefined) throw faultError(fault, wording);
  return training;
}

/** The same, but returns the fault of a target that cannot be learned instead of throwing it. */
export function examineTraining(
  { table, schema, declared = new Set(), warnings = inspect(table, declared) }: TrainingInput,
  request: TrainingRequest,
  wording: Wording,
): { readonly training: Training; readonly fault: Fault | undefined } {
  const found = targetColumn(table, request.target ?? schema?.target, wording);
  const { name } = found;
  const weight = request.weight ?? schema?.weight;
  const target = targetSchema(found, wording);
  const input = { table, declared, warnings };
  const chosen = chooseAttributes(input, { ...request, target: name, weight }, wording);
  const known = knownTarget(chosen.table, name);
  const weights = weightsOf({ table: known.table, weight });
  const column = columnOf(known.table, name);
  const fault = targetFault(column, declared.has(name));
  const training = {
    table: known.table,
    rows: known.rows,
    target,
    weight,
    ...(request.rowKey !== undefined && { rowKey: request.rowKey }),
    attributes: chosen.attributes,
    tableRows: table.rows,
    warnings: [
      ...chosen.warnings,
      ...known.warnings,
      ...weightWarnings(weights),
      ...(fault === undefined ? targetRemarks(column, known.rows, weights, declared.has(name)) : []),
      ...(fault === undefined ? leakWarnings(known.table, name, chosen.attributes) : []),
      ...duplicateWarnings(known.table, name, chosen.attributes),
    ],
  };
  return { training, fault };
}

export function faultError(fault: Fault, wording: Wording): CoppiceError {
  return new CoppiceError(fault.code, warningText(fault, wording), { name: fault.column ?? "" });
}

function targetRemarks(
  column: Column,
  rows: Int32Array,
  weights: Float64Array | undefined,
  isDeclared: boolean,
): Warning[] {
  if (column.type !== "numeric") return classRemarks(column, rows, weights);
  return isDeclared ? [] : numericClasses(column);
}
