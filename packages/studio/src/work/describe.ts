import {
  type Column,
  CoppiceError,
  columnOf,
  describeTable,
  type ReadResult,
  selectRows,
  type Table,
  type Description as TableDescription,
} from "coppice";
import { trainingFrom } from "coppice/evaluate";
import { cividis } from "../base/colours.js";
import { brief } from "../base/text.js";
import { barsOf, groupedBy, quartersOf } from "./bars.js";
import { faultOf } from "./fault.js";
import type { ColumnFacts, Description, Recipe, TargetFacts } from "./protocol.js";
import { classCounts, targetFacts } from "./targetFacts.js";

/** Rows beyond which quantiles and informativeness are estimated from a sample. */
const MOST_ROWS = 100_000;

/** Every n-th row, so that sorted tables are covered evenly. */
export function evenRows(rows: number, most: number): Int32Array {
  if (rows <= most) return Int32Array.from({ length: rows }, (_, i) => i);
  return Int32Array.from({ length: most }, (_, i) => Math.floor((i * rows) / most));
}

/** What the page shows of a table before anything is learned. */
export function describe(read: ReadResult, request: Pick<Recipe, "target" | "ignore" | "use">): Description {
  const { table } = read;
  const { target, ignore, use } = request;
  const column = columnOf(table, target);
  const facts = targetFacts(
    column.type === "numeric" ? { name: target } : { name: target, levels: column.levels },
    classCounts(column),
  );
  const rows = evenRows(table.rows, MOST_ROWS);
  const isSample = rows.length < table.rows;
  const sample = isSample ? selectRows(table, rows) : table;
  const found = describedSafely(sample, request, read);
  const training = trainedOn(read, request);
  const grouped = groupedBy(column, facts.group, facts.groupColours.length);
  const entropy = found?.target?.task === "classification" ? found.target.entropy : 0;
  const told = new Map(found?.attributes.map((each) => [each.attribute, tells(each, entropy)]));
  const columns = table.columns.map((each, i): ColumnFacts => {
    const isTarget = each.name === target;
    const described = found?.columns[i];
    const tellsTarget = told.get(each.name);
    return {
      ...{ name: each.name, type: each.type, missing: missingIn(each) },
      distinct: distinctOf(each, described),
      bars: barsOf(each, rows, grouped),
      ...(described?.type === "numeric" && numbersOf(described)),
      ...(!isTarget && tellsTarget !== undefined && { tells: tellsTarget }),
      isUsed: training.used.has(each.name),
    };
  });
  return {
    columns,
    target: column.type === "numeric" ? { ...facts, ...quarterFacts(column.values) } : facts,
    warnings: training.warnings ?? found?.warnings ?? [],
    ...(isSample && { sample: rows.length }),
    ...(training.fault && { fault: training.fault }),
  };

  function trainedOn({ schema, declared, warnings }: ReadResult, asked: typeof request) {
    try {
      const from = trainingFrom({ table, schema, declared, warnings }, asked);
      return { used: new Set(from.attributes), warnings: from.warnings };
    } catch (error) {
      if (!(error instanceof CoppiceError)) throw error;
      const others = table.columns.map(({ name }) => name).filter((name) => name !== target);
      const used = new Set(others.filter((name) => !ignore.includes(name) || use.includes(name)));
      return { used, fault: faultOf(error) };
    }
  }
}

/** The quarters of a numeric target as groups, from dark to light. */
function quarterFacts(values: Float64Array): Pick<TargetFacts, "groupNames" | "groupColours"> {
  const [a, b, c] = quartersOf(values).map(brief);
  return {
    groupNames: [`up to ${a}`, `${a} to ${b}`, `${b} to ${c}`, `above ${c}`],
    groupColours: [0.08, 0.38, 0.68, 0.98].map(cividis),
  };
}

function describedSafely(
  table: Table,
  { target, ignore, use }: Pick<Recipe, "target" | "ignore" | "use">,
  { declared, warnings }: ReadResult,
): TableDescription | undefined {
  try {
    return describeTable(table, { target, ignore, use, declared, warnings });
  } catch (error) {
    if (error instanceof CoppiceError) return undefined;
    throw error;
  }
}

type Numbers = Pick<ColumnFacts, "min" | "max" | "mean" | "median">;

function numbersOf({ min, max, mean, median }: Numbers): Numbers {
  return {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(mean !== undefined && { mean }),
    ...(median !== undefined && { median }),
  };
}

/** The share of the uncertainty about the target, or of its variance, that an attribute explains. */
function tells({ explained, gain = 0 }: TableDescription["attributes"][number], entropy: number): number {
  return explained ?? (entropy > 0 ? gain / entropy : 0);
}

function missingIn(column: Column): number {
  let count = 0;
  if (column.type === "numeric") for (const value of column.values) count += Number.isNaN(value) ? 1 : 0;
  else for (const code of column.codes) count += code < 0 ? 1 : 0;
  return count;
}

function distinctOf(column: Column, described: TableDescription["columns"][number] | undefined): number {
  if (column.type !== "numeric") return column.levels.length;
  return described?.distinct ?? 0;
}
