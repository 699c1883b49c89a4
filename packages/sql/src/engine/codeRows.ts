import type { ColumnSchema } from "coppice";
import type { AttributeFacts, TargetFacts } from "coppice/engine";
import type { Connection } from "../connection/connection.js";
import { allRows } from "../connection/results.js";
import type { Dialect } from "../dialect/dialect.js";
import type { Entry } from "./baseRows.js";
import type { NamedColumn } from "./boost/layers.js";
import { type CodedRows, codeColumn } from "./coded.js";
import { dictionaryOf } from "./dictionary.js";
import { type Grids, targetUnits, type ValueFrame, weightUnits } from "./grids.js";
import { withStages } from "./hashSql.js";
import type { OpenRows } from "./openRows.js";
import { isRankable, type Ranking, rankStages } from "./rankSql.js";
import { asInteger, rounded } from "./rounding.js";
import type { Scratch } from "./scratch.js";

/** What the codes of an attribute are: of levels or values in a table, or ranks of numbers among edges. */
interface Coding {
  readonly facts: AttributeFacts;
  readonly table?: string;
  readonly edges?: Float64Array;
}

interface CodingOptions {
  readonly edges?: readonly (Float64Array | undefined)[];
  /** Called with the share that is done. */
  readonly report?: (done: number) => void;
}

/**
 * Codes the rows, in a scratch table, by the ranks of their values or, if `edges` are given, by the bins of their numbers. The grids
 * and the levels are those of the library in memory.
 */
export async function codeRows(
  opened: OpenRows,
  scratch: Scratch,
  { edges, report }: CodingOptions = {},
): Promise<CodedRows> {
  const { connection, columns, levels, classes, grids, gaps, task } = opened;
  const codings: Coding[] = [];
  for (const [i, { schema }] of columns.attributes.entries()) {
    const level = levels[i];
    if (level) codings.push({ facts: factsOf(schema, level), table: level.table });
    else if (edges?.[i]) codings.push(binCoding(edges[i], opened.ranges[i]));
    else codings.push(await valueCoding(opened, scratch, i));
    report?.((i + 1) / (columns.attributes.length + 1));
  }
  const table = await scratch.create("rows", codedQuery(opened, codings));
  report?.(1);
  for (const [i, coding] of codings.entries())
    if (levels[i] === undefined && coding.table !== undefined) await scratch.drop(coding.table);
  return {
    connection,
    table,
    task,
    attributes: codings.map(({ facts }) => facts),
    target: classes
      ? { kind: "classes", classes: classes.levels!.length }
      : await valueFacts(connection, table, grids),
    isWeighted: columns.weight !== undefined,
    hasKeys: opened.key !== undefined,
    hasGaps: gaps,
  };
}

/** Codes are bins, of which each has a row; but a column may have no number at all. */
function binCoding(edges: Float64Array, [least]: readonly [number, number]): Coding {
  const codes = Number.isNaN(least) ? 0 : edges.length + 1;
  const values = Float64Array.from({ length: codes }, (_, bin) => bin);
  return { facts: { kind: "numeric", codes, values }, edges };
}

async function valueCoding(
  { connection, base, columns }: OpenRows,
  scratch: Scratch,
  i: number,
): Promise<Coding> {
  const { schema } = columns.attributes[i];
  const { table, ...entry } = await dictionaryOf(connection, scratch, base, `x${i}`, schema);
  const facts = factsOf(schema, entry);
  if (!isRankable(entry.values!, connection.dialect)) return { facts, table };
  await scratch.drop(table);
  return { facts, edges: entry.values! };
}

function codedQuery(
  { connection, base, key, columns, classes, grids, gaps, ranges }: OpenRows,
  codings: Coding[],
) {
  const { dialect } = connection;
  // Missing values have a code of their own only if there are any: 256 values then fit a byte.
  const code = (given: string, most: number, hasGaps: boolean) =>
    hasGaps
      ? `CAST(COALESCE(${given}, ${most}) AS ${dialect.codeType(most)})`
      : `CAST(${given} AS ${dialect.codeType(Math.max(0, most - 1))})`;
  const isWeighted = columns.weight !== undefined;
  const units = weightUnits("b.w", grids, dialect);
  const u = grids.values && targetUnits("b.y", grids.values, dialect);
  const weight = isWeighted ? `(${units} * ${dialect.double(grids.weightQuantum)})` : dialect.double(1);
  const moments = grids.values ? momentUnits(weight, u!, grids.values, dialect) : [];
  const joins = codings.flatMap(({ table }, i) =>
    table === undefined ? [] : [`LEFT JOIN ${table} AS d${i} ON b.x${i} = d${i}.x`],
  );
  if (classes) joins.push(`LEFT JOIN ${classes.table} AS dy ON b.y = dy.x`);
  const others: NamedColumn[] = [
    ["t", classes ? code("dy.code", classes.codes, false) : asInteger(u!)],
    ...(isWeighted ? [["w", asInteger(units)] as const] : []),
    ...moments.map((m, i) => [`m${i + 1}`, m] as const),
    ...(key === undefined ? [] : [["k", key] as const]),
  ];
  const cells = codings.map(
    ({ table }, i): NamedColumn => (table === undefined ? [`x${i}`, `b.x${i}`] : [`c${i}`, `d${i}.code`]),
  );
  const given = {
    name: "given",
    query: `SELECT ${named([...cells, ...others])} FROM ${base} AS b ${joins.join(" ")}`,
  };
  const rankings = codings.flatMap(({ edges, facts }, i): Ranking[] => {
    const areEdges = edges === facts.values;
    return edges ? [{ x: `x${i}`, name: `c${i}`, edges, range: ranges[i], areEdges }] : [];
  });
  const stages = [given, ...rankStages(rankings, given.name, "ranked", dialect)];
  const codes = codings.map(
    ({ facts }, i): NamedColumn => [codeColumn(i), code(`c${i}`, facts.codes, gaps[i])],
  );
  const selected = [named(codes), ...others.map(([name]) => name)];
  return withStages(stages, `SELECT ${selected.join(", ")} FROM ${stages[stages.length - 1].name}`);
}

function named(columns: readonly NamedColumn[]): string {
  return columns.map(([name, expression]) => `${expression} AS ${name}`).join(", ");
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
