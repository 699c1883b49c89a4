import { CoppiceError, show } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";
import * as z from "../base/schema.js";
import type { Declaration } from "./builder.js";
import { writing } from "./column.js";
import { partLevelsFault, writingFault } from "./notation.js";
import type { ColumnSchema, ColumnType, Schema } from "./schema.js";

export const COLUMN_TYPES = [
  "numeric",
  "nominal",
  "ordered",
  "string",
  "text",
] as const satisfies ColumnType[];

const columnForm = z.looseObject({
  name: z.string("a string").min(1, "a non-empty name"),
  type: z.enum(COLUMN_TYPES, `one of ${COLUMN_TYPES.join(", ")}`),
  levels: z.array(z.string("a string"), "a list of strings").optional(),
});

const schemaForm = z.looseObject(
  {
    target: z.string("a column's name").optional(),
    weight: z.string("a column's name").optional(),
    columns: z.array(columnForm, "a list of columns"),
  },
  "an object with a list of columns",
);

/** A schema from parsed JSON, `{target?, weight?, columns: [{name, type, levels?, notation?}]}`; other fields are ignored. */
export function parseSchema(json: unknown): Schema {
  const parsed = schemaForm.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw invalid(pathText(issue.path), issue.message, valueAt(json, issue.path));
  }
  const { target, weight, columns } = parsed.data;
  const seen = new Map<string, number>();
  columns.forEach((column, i) => {
    const earlier = seen.get(column.name);
    if (earlier !== undefined)
      throw invalid(`columns[${i}].name`, `different from columns[${earlier}].name`, column.name);
    seen.set(column.name, i);
    checkLevels(column.type, column.levels, `columns[${i}].levels`);
    const wrong = writingFault(column as ColumnSchema) ?? partLevelsFault(column as ColumnSchema);
    if (wrong) throw invalid(`columns[${i}].${wrong.path}`, wrong.rule, wrong.value);
  });
  return {
    ...(target === undefined ? {} : { target }),
    ...(weight === undefined ? {} : { weight }),
    columns: columns.map((column) => {
      const { name, type, levels } = column;
      return { name, type, ...(levels ? { levels } : {}), ...writing(column as ColumnSchema) };
    }),
  };
}

function checkLevels(type: ColumnType, levels: readonly string[] | undefined, path: string): void {
  if (levels === undefined) return;
  if (type === "numeric") throw invalid(path, "absent for a numeric column", levels.length);
  const duplicate = firstDuplicate(levels);
  if (duplicate !== undefined) throw invalid(path, "distinct", duplicate);
}

/** The first text that occurs a second time. */
export function firstDuplicate(texts: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return texts.find((text) => seen.size === seen.add(text).size);
}

function invalid(path: string, rule: string, value: unknown): CoppiceError {
  const name = path === "" ? "the schema" : path;
  const found = typeof value === "object" && value !== null ? JSON.stringify(value) : value;
  return new CoppiceError("SCHEMA_INVALID", `${name} must be ${rule}; got ${show(found)}`, {
    name,
    rule,
    value,
  });
}

function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) =>
      typeof key === "number" ? `${text}[${key}]` : text === "" ? String(key) : `${text}.${String(key)}`,
    "",
  );
}

function valueAt(json: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((at: unknown, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], json);
}

/** The schema with some types overridden: levels are kept if the new type has levels, columns not named are added. */
export function applyTypes(schema: Schema | undefined, types: ReadonlyMap<string, ColumnType>): Schema {
  const columns = new Map<string, ColumnSchema>(schema?.columns.map((column) => [column.name, column]));
  for (const [name, type] of types) {
    const levels = type === "numeric" ? undefined : columns.get(name)?.levels;
    columns.set(name, { name, type, ...(levels ? { levels } : {}) });
  }
  return { ...schema, columns: [...columns.values()] };
}

/** What a reader needs to read a table like the one that these columns come from; levels are matched later. */
export function readingSchema(columns: readonly ColumnSchema[]): Schema {
  const read = new Map<string, ColumnSchema>();
  for (const { name, type, ...column } of columns) {
    read.set(name, { name, type: type === "ordered" ? "nominal" : type, ...writing(column) });
  }
  for (const { part } of columns) {
    if (part && !read.has(part.of)) {
      read.set(part.of, { name: part.of, type: "numeric", notation: part.notation });
    }
  }
  return { columns: [...read.values()] };
}

/** Throws if a name is not among a table's columns. */
export function checkKnown(name: string, columns: readonly string[], what: string): void {
  if (columns.includes(name)) return;
  const message = `${what} names a column ${show(name)} that the table does not have${didYouMean(name, columns)}`;
  throw new CoppiceError("COLUMN_UNKNOWN", message, { name, value: columns.slice(0, 50) });
}

/** What the user declares about the columns of a file. */
export interface SchemaOptions {
  readonly schema?: Schema;
  readonly types?: ReadonlyMap<string, ColumnType>;
  /** The schema may name columns that the table lacks: a model's schema read over rows without the target. */
  readonly schemaMayExceed?: boolean;
}

/** The declarations of a file's columns, in order of precedence: the user's types, the user's schema, the format's own. */
export function declarationsFor(
  columns: readonly string[],
  options: SchemaOptions,
  format: ReadonlyMap<string, Declaration> = new Map(),
): Map<string, Declaration> {
  const { schema, types = new Map<string, ColumnType>(), schemaMayExceed = false } = options;
  const known = new Set(columns);
  for (const name of types.keys()) if (!known.has(name)) checkKnown(name, columns, "a declared type");
  const named = [...(schema?.columns ?? []).map((column) => column.name), schema?.target, schema?.weight];
  for (const name of named) {
    if (name !== undefined && !known.has(name) && !schemaMayExceed) checkKnown(name, columns, "the schema");
  }
  const found = new Map(format);
  for (const column of schema?.columns ?? []) {
    // A schema that declares only "nominal" keeps the format's own levels.
    const levels = column.levels ?? (column.type === "numeric" ? undefined : format.get(column.name)?.levels);
    const { type, notation } = column;
    found.set(column.name, { type, ...(levels ? { levels } : {}), ...(notation && { notation }) });
  }
  for (const [name, type] of types) {
    const levels = type === "numeric" ? undefined : found.get(name)?.levels;
    found.set(name, { type, ...(levels ? { levels } : {}) });
  }
  for (const name of found.keys()) if (!known.has(name)) found.delete(name);
  return found;
}
