import { type ColumnSchema, CoppiceError, type Derived, isSplit, type TreeModel } from "coppice";
import type { Dialect } from "../dialect/dialect.js";
import { levelCode, type StoredAs } from "./levelCode.js";
import { stringMeasureSql, stringSql } from "./stringSql.js";

export interface CellSources {
  readonly dialect: Dialect;
  /** The alias of the relation. */
  readonly alias: string;
  readonly stored?: ReadonlyMap<string, StoredAs>;
}

/** The attributes that a tree tests, surrogates included, in ascending order. */
export function testedAttributes({ nodes }: Pick<TreeModel, "nodes">): number[] {
  const tested = new Set<number>();
  for (const node of nodes) {
    if (!isSplit(node)) continue;
    tested.add(node.test.attribute);
    if (node.missing.kind === "surrogates")
      for (const { test } of node.missing.surrogates) tested.add(test.attribute);
  }
  return [...tested].sort((a, b) => a - b);
}

/** What decides about cells: a tree's, or an ensemble's. */
export type CellModel = Pick<TreeModel, "attributes" | "derived">;

/** The cells of an attribute as its tests compare them: a double, or the code of a level; NULL where missing or unknown. */
export function cellSql(model: CellModel, attribute: number, sources: CellSources): string {
  const steps = (model.derived ?? []).filter((step) => step.attribute === attribute);
  const [step] = steps;
  if (step === undefined) return tableCell(model.attributes[attribute], sources);
  if (steps.length > 1) throw unsupported(model.attributes[attribute].name, step);
  switch (step.kind) {
    case "fill": {
      const { type } = model.attributes[attribute];
      const literal = type === "numeric" ? sources.dialect.double(step.cell) : String(step.cell);
      return `COALESCE(${tableCell(model.attributes[attribute], sources)}, ${literal})`;
    }
    case "indicator":
      return `CASE WHEN ${tableCell(model.attributes[step.of], sources)} IS NULL THEN 1 ELSE 0 END`;
    case "pattern":
    case "length": {
      const { name } = model.attributes[step.attributes[0]];
      const column = `${sources.dialect.identifier(sources.alias)}.${sources.dialect.identifier(name)}`;
      const measure = stringMeasureSql(step, stringSql(column, sources.dialect), sources.dialect);
      if (measure !== undefined) return measure;
      throw unsupported(model.attributes[attribute].name, step);
    }
    default:
      throw unsupported(model.attributes[attribute].name, step);
  }
}

function unsupported(name: string, { kind }: Derived): CoppiceError {
  const message = `a tree that tests ${JSON.stringify(name)}, derived by ${kind}, cannot be written as SQL`;
  return new CoppiceError("MODEL_KIND", message, { name, value: kind });
}

function tableCell(attribute: ColumnSchema, { dialect, alias, stored }: CellSources): string {
  const { name, type, notation, part } = attribute;
  const column = `${dialect.identifier(alias)}.${dialect.identifier(name)}`;
  if (part || type === "string" || type === "text" || notation?.kind === "number") {
    const what = part ? "a part of dates" : notation ? "numbers with separators or units" : "strings";
    const message = `a tree that tests ${JSON.stringify(name)}, which holds ${what}, cannot be written as SQL`;
    throw new CoppiceError("MODEL_KIND", message, { name, value: type });
  }
  if (type !== "numeric") return levelCode(attribute, column, stored?.get(name), dialect);
  if (notation?.kind === "time") {
    if (notation.shows === "time") {
      const message = `a tree that tests the times of day ${JSON.stringify(name)} cannot be written as SQL`;
      throw new CoppiceError("MODEL_KIND", message, { name, value: notation.shows });
    }
    return dialect.milliseconds(column);
  }
  const number = dialect.asDouble(column);
  return `CASE WHEN ${dialect.isNaN(number)} THEN NULL ELSE ${number} END`;
}
