import type { ColumnSchema } from "coppice";
import type { AttributeFacts, TargetFacts } from "coppice/engine";
import type { Connection } from "../connection/connection.js";
import { allRows } from "../connection/results.js";
import type { Dialect } from "../dialect/dialect.js";
import type { Entry } from "./baseRows.js";
import { type CodedRows, codeColumn } from "./coded.js";
import { type Dictionary, dictionaryOf } from "./dictionary.js";
import { type Grids, targetUnits, type ValueFrame, weightUnits } from "./grids.js";
import type { OpenRows } from "./openRows.js";
import { asInteger, rounded } from "./rounding.js";
import type { Scratch } from "./scratch.js";

/**
 * Codes the rows, in a scratch table, by the ranks of their values. The grids and the levels are those of the library in memory.
 */
export async function codeRows(opened: OpenRows, scratch: Scratch): Promise<CodedRows> {
  const { connection, base, columns, levels, classes, grids, gaps, task } = opened;
  const dictionaries: Dictionary[] = [];
  for (const [i, { schema }] of columns.attributes.entries())
    dictionaries.push(levels[i] ?? (await dictionaryOf(connection, scratch, base, `x${i}`, schema)));
  const table = await scratch.create("rows", codedQuery(opened, dictionaries, connection.dialect));
  for (const [i, dictionary] of dictionaries.entries())
    if (levels[i] === undefined) await scratch.drop(dictionary.table);
  return {
    connection,
    table,
    task,
    attributes: dictionaries.map((dictionary, i) => factsOf(columns.attributes[i].schema, dictionary)),
    target: classes
      ? { kind: "classes", classes: classes.levels!.length }
      : await valueFacts(connection, table, grids),
    isWeighted: columns.weight !== undefined,
    hasKeys: opened.key !== undefined,
    hasGaps: gaps,
  };
}

function codedQuery(
  { base, key, columns, classes, grids, gaps }: OpenRows,
  dictionaries: readonly Dictionary[],
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
  const isWeighted = columns.weight !== undefined;
  const units = weightUnits("b.w", grids, dialect);
  const u = grids.values && targetUnits("b.y", grids.values, dialect);
  const target = classes ? code("dy", classes.codes, false) : asInteger(u!);
  const weighted = isWeighted ? [`${asInteger(units)} AS w`] : [];
  const weight = isWeighted ? `(${units} * ${dialect.double(grids.weightQuantum)})` : dialect.double(1);
  const moments = grids.values ? momentUnits(weight, u!, grids.values, dialect) : [];
  const joins = dictionaries.map(({ table }, i) => `LEFT JOIN ${table} AS d${i} ON b.x${i} = d${i}.x`);
  if (classes) joins.push(`LEFT JOIN ${classes.table} AS dy ON b.y = dy.x`);
  const keys = key === undefined ? [] : [`${key} AS k`];
  const selected = [
    ...codes,
    `${target} AS t`,
    ...weighted,
    ...moments.map((m, i) => `${m} AS m${i + 1}`),
    ...keys,
  ];
  return `SELECT ${selected.join(", ")} FROM ${base} AS b ${joins.join(" ")}`;
}

/** Weight·u and weight·u² in units of their grids. */
export function momentUnits(
  weight: string,
  u: string,
  { quantum1, quantum2 }: ValueFrame,
  dialect: Dialect,
): string[] {
  return [
    asInteger(rounded(`(${weight} * ${u}) / ${dialect.double(quantum1)}`)),
    asInteger(rounded(`((${weight} * ${u}) * ${u}) / ${dialect.double(quantum2)}`)),
  ];
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
