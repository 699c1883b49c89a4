import { CoppiceError, mustBe } from "../base/errors.js";
import { isJson } from "../base/json.js";
import { didYouMean } from "../base/nearest.js";
import { COLUMN_TYPES } from "../table/declare.js";
import type { ColumnType } from "../table/schema.js";
import type { ReadOptions } from "./options.js";

/** The options of a reader; types may also be given as an object. */
export type GivenOptions = Omit<ReadOptions, "types"> & {
  readonly types?: ReadonlyMap<string, ColumnType> | Readonly<Record<string, ColumnType>>;
};

const ONE_OF: Readonly<Record<"decimal" | "dates", readonly string[]>> = {
  decimal: [".", ","],
  dates: ["dmy", "mdy"],
};

/** Refuses what declares columns and cells wrongly; the compiler does so too, but not in JavaScript. */
export function checkedReading<O extends GivenOptions>(options: O): O & ReadOptions {
  const { types, schema, missing } = options;
  for (const [name, values] of Object.entries(ONE_OF)) {
    const value = options[name as keyof typeof ONE_OF];
    if (value !== undefined && !values.includes(value))
      throw mustBe("OPTION_RANGE", name, values.map((one) => JSON.stringify(one)).join(" or "), value);
  }
  if (missing !== undefined && !isTexts(missing))
    throw mustBe("OPTION_RANGE", "missing", "a list of texts", missing);
  if (schema !== undefined) checkSchema(schema);
  if (types === undefined) return options as O & ReadOptions;
  if (!isJson(types)) throw mustBe("OPTION_RANGE", "types", "an object or a Map of types by column", types);
  const byName = types instanceof Map ? types : new Map(Object.entries(types));
  for (const [name, type] of byName) checkType("OPTION_RANGE", `the type of ${JSON.stringify(name)}`, type);
  return { ...options, types: byName };
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function checkSchema(schema: unknown): void {
  const columns = isJson(schema) ? schema.columns : undefined;
  if (!Array.isArray(columns))
    throw mustBe("SCHEMA_INVALID", "the schema", "an object with a list of columns", schema);
  columns.forEach((column, i) => {
    if (!isJson(column) || typeof column.name !== "string")
      throw mustBe("SCHEMA_INVALID", `columns[${i}]`, "an object with a name and a type", column);
    checkType("SCHEMA_INVALID", `columns[${i}].type`, column.type);
  });
}

function checkType(code: "OPTION_RANGE" | "SCHEMA_INVALID", name: string, type: unknown): void {
  if (COLUMN_TYPES.includes(type as ColumnType)) return;
  const { message, facts } = mustBe(code, name, `one of ${COLUMN_TYPES.join(", ")}`, type);
  throw new CoppiceError(
    code,
    typeof type === "string" ? `${message}${didYouMean(type, COLUMN_TYPES)}` : message,
    facts,
  );
}
