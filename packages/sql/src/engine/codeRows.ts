import { type ColumnSchema, CoppiceError } from "coppice";
import type { AttributeFacts, LearningTask, TargetFacts } from "coppice/engine";
import type { Connection } from "../connection/connection.js";
import { allRows } from "../connection/results.js";
import type { Dialect } from "../dialect/dialect.js";
import { fromRelation, type Relation } from "../dialect/relation.js";
import { cleanNumber, cleanText, USABLE } from "./cells.js";
import { type CodedRows, codeColumn } from "./coded.js";
import { type Dictionary, dictionaryOf } from "./dictionary.js";
import { type Grids, gridsOf, targetUnits, weightUnits } from "./grids.js";
import type { RowColumns } from "./request.js";
import { asInteger, rounded } from "./rounding.js";
import type { Scratch } from "./scratch.js";

/** What is known of the values of a column, wherever the dictionary itself is. */
type Entry = Omit<Dictionary, "table">;

/** Codes the rows of a relation, in a scratch table. The grids and the levels are those of the library in memory. */
export async function codeRows(
  connection: Connection,
  relation: Relation,
  columns: RowColumns,
  scratch: Scratch,
): Promise<CodedRows> {
  const base = await scratch.create("base", baseQuery(relation, columns, connection.dialect));
  const dictionaries: Dictionary[] = [];
  for (const [i, { schema }] of columns.attributes.entries())
    dictionaries.push(await dictionaryOf(connection, scratch, base, `x${i}`, schema));
  const { schema } = columns.target;
  const classes =
    schema.type === "numeric" ? undefined : await dictionaryOf(connection, scratch, base, "y", schema);
  const grids = await gridsOf(connection, base, columns);
  const gaps = await gapsIn(connection, base, columns.attributes.length);
  const table = await scratch.create(
    "rows",
    codedQuery(
      { base, dictionaries, classes, grids, gaps, isWeighted: columns.weight !== undefined },
      connection.dialect,
    ),
  );
  for (const { table: dictionary } of classes ? [...dictionaries, classes] : dictionaries)
    await scratch.drop(dictionary);
  const target = classes
    ? ({ kind: "classes", classes: classes.levels!.length } as const)
    : await valueFacts(connection, table, grids);
  await scratch.drop(base);
  return {
    connection,
    table,
    task: taskOf(columns, dictionaries, classes, grids),
    attributes: dictionaries.map((dictionary, i) => factsOf(columns.attributes[i].schema, dictionary)),
    target,
    isWeighted: columns.weight !== undefined,
    hasGaps: gaps,
  };
}

/** The cells as they are compared: doubles and text, NULL where missing; y, w, and k, the row's key as a double, if there is one. */
export function baseQuery(
  relation: Relation,
  { attributes, target, weight, rowKey }: RowColumns,
  dialect: Dialect,
): string {
  const column = (name: string) => `${dialect.identifier("t")}.${dialect.identifier(name)}`;
  const cell = ({ name, type }: ColumnSchema) =>
    type === "numeric" ? cleanNumber(column(name), dialect) : cleanText(column(name), dialect);
  const cells = attributes.map(({ schema }, i) => `${cell(schema)} AS x${i}`);
  const weights = weight === undefined ? "1" : dialect.asDouble(column(weight));
  const keys = rowKey === undefined ? [] : [`${dialect.asDouble(column(rowKey))} AS k`];
  const selected = [...cells, `${cell(target.schema)} AS y`, `${weights} AS w`, ...keys];
  return `SELECT ${selected.join(", ")} FROM ${fromRelation(relation, dialect, "t")}`;
}

interface Coding {
  readonly base: string;
  readonly dictionaries: readonly Dictionary[];
  readonly classes: Dictionary | undefined;
  readonly grids: Grids;
  readonly gaps: readonly boolean[];
  readonly isWeighted: boolean;
}

function codedQuery(
  { base, dictionaries, classes, grids, gaps, isWeighted }: Coding,
  dialect: Dialect,
): string {
  // Missing values have a code of their own only if there are any: 256 values then fit a byte.
  const code = (alias: string, most: number, hasGaps: boolean) =>
    hasGaps
      ? `CAST(COALESCE(${alias}.code, ${most}) AS ${dialect.codeType(most)})`
      : `CAST(${alias}.code AS ${dialect.codeType(Math.max(0, most - 1))})`;
  const codes = dictionaries.map(
    ({ codes: most }, i) => `${code(`d${i}`, most, gaps[i])} AS ${codeColumn(i)}`,
  );
  const units = weightUnits("b.w", grids, dialect);
  const u = grids.values && targetUnits("b.y", grids.values, dialect);
  const target = classes ? code("dy", classes.codes, false) : asInteger(u!);
  const weighted = isWeighted ? [`${asInteger(units)} AS w`] : [];
  const weight = isWeighted ? `(${units} * ${dialect.double(grids.weightQuantum)})` : dialect.double(1);
  const moments = grids.values
    ? [
        `${asInteger(rounded(`(${weight} * ${u}) / ${dialect.double(grids.values.quantum1)}`))} AS m1`,
        `${asInteger(rounded(`((${weight} * ${u}) * ${u}) / ${dialect.double(grids.values.quantum2)}`))} AS m2`,
      ]
    : [];
  const joins = dictionaries.map(({ table }, i) => `LEFT JOIN ${table} AS d${i} ON b.x${i} = d${i}.x`);
  if (classes) joins.push(`LEFT JOIN ${classes.table} AS dy ON b.y = dy.x`);
  const selected = [...codes, `${target} AS t`, ...weighted, ...moments];
  return `SELECT ${selected.join(", ")} FROM ${base} AS b ${joins.join(" ")} WHERE b.y IS NOT NULL AND b.w <> 0`;
}

async function gapsIn(connection: Connection, base: string, attributes: number): Promise<boolean[]> {
  const gaps = Array.from({ length: attributes }, (_, i) => `CAST(count(*) - count(x${i}) AS DOUBLE)`);
  const result = await allRows(connection, `SELECT ${gaps.join(", ")} FROM ${base} WHERE ${USABLE}`);
  return gaps.map((_, i) => result.numbers(i)[0] > 0);
}

export function factsOf({ type }: ColumnSchema, { codes, values }: Entry): AttributeFacts {
  if (type === "numeric") return { kind: "numeric", codes, values: values! };
  return { kind: type === "ordered" ? "ordered" : "nominal", codes };
}

async function valueFacts(connection: Connection, table: string, { values }: Grids): Promise<TargetFacts> {
  const result = await allRows(
    connection,
    `SELECT CAST(t AS DOUBLE) FROM (SELECT DISTINCT t FROM ${table}) AS u ORDER BY 1`,
  );
  const { center, denominator } = values!;
  return { kind: "values", center, denominator, units: result.numbers(0) };
}

export function taskOf(
  { attributes, target }: RowColumns,
  dictionaries: readonly Entry[],
  classes: Entry | undefined,
  { rows, weightQuantum, totalWeight, values, missingTargets, zeroWeights }: Grids,
): LearningTask {
  const withLevels = (schema: ColumnSchema, { levels }: Entry): ColumnSchema =>
    levels ? { ...schema, levels } : schema;
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
