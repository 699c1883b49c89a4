import { type ColumnSchema, CoppiceError } from "coppice";
import type { LearningTask } from "coppice/engine";
import type { Dialect } from "../dialect/dialect.js";
import { fromRelation, type Relation } from "../dialect/relation.js";
import { cleanNumber, cleanText } from "./cells.js";
import type { Dictionary } from "./dictionary.js";
import type { Grids } from "./grids.js";
import type { RowColumns } from "./request.js";

/** What is known of the values of a column, wherever the dictionary itself is. */
export type Entry = Omit<Dictionary, "table">;

/**
 * The cells as they are compared: doubles and text, NULL where missing; y, w, and k, the row's key as a double, if there is one.
 * `raw`: numbers of attributes stay as they are, with NaN and -0, for who cleans them faster.
 */
export function baseQuery(
  relation: Relation,
  { attributes, target, weight, rowKey }: RowColumns,
  dialect: Dialect,
  { raw = false }: { readonly raw?: boolean } = {},
): string {
  const column = (name: string) => `${dialect.identifier("t")}.${dialect.identifier(name)}`;
  const cell = ({ name, type }: ColumnSchema) =>
    type === "numeric" ? cleanNumber(column(name), dialect) : cleanText(column(name), dialect);
  const rawCell = ({ schema, isNarrow }: RowColumns["target"]) =>
    isNarrow ? column(schema.name) : dialect.asDouble(column(schema.name));
  const cells = attributes.map((one, i) => {
    const isRaw = raw && one.schema.type === "numeric";
    return `${isRaw ? rawCell(one) : cell(one.schema)} AS x${i}`;
  });
  const weights = weight === undefined ? "1" : dialect.asDouble(column(weight));
  const keys = rowKey === undefined ? [] : [`${dialect.asDouble(column(rowKey))} AS k`];
  const selected = [...cells, `${cell(target.schema)} AS y`, `${weights} AS w`, ...keys];
  return `SELECT ${selected.join(", ")} FROM ${fromRelation(relation, dialect, "t")}`;
}

export function taskOf(
  { attributes, target }: RowColumns,
  dictionaries: readonly (Entry | undefined)[],
  classes: Entry | undefined,
  { rows, weightQuantum, totalWeight, values, missingTargets, zeroWeights }: Grids,
): LearningTask {
  const withLevels = (schema: ColumnSchema, entry: Entry | undefined): ColumnSchema =>
    entry?.levels ? { ...schema, levels: entry.levels } : schema;
  const column = target.schema;
  const warnings: LearningTask["warnings"][number][] = [];
  if (missingTargets > 0)
    warnings.push({
      code: "TARGET_MISSING_ROWS",
      column: column.name,
      message: `${missingTargets} rows without a target are not used`,
    });
  if (zeroWeights > 0)
    warnings.push({
      code: "ZERO_WEIGHT_ROWS",
      message: `${zeroWeights} rows with a weight of 0 are not used`,
    });
  if (rows === 0)
    throw new CoppiceError(
      "TARGET_EMPTY",
      `no row has a target ${JSON.stringify(column.name)} and a weight above 0`,
      { name: column.name },
    );
  return {
    task: classes ? "classification" : "regression",
    rows,
    attributes: attributes.map(({ schema }, i) => withLevels(schema, dictionaries[i])),
    target: classes
      ? { kind: "classes", column: { ...column, levels: classes.levels! } }
      : { kind: "values", column, grid: values! },
    weightQuantum,
    totalWeight,
    warnings,
  };
}
