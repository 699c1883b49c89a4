import { CoppiceError } from "../base/errors.js";
import type { ColumnSchema } from "../table/schema.js";
import { columnOf, type Table } from "../table/table.js";

function sameLevels(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((level, i) => level === b[i]);
}

/** What the rows truly are, in a target's own codes. `classes` may grow beyond the target's levels: see `truthOf`. */
export type Truth =
  | { readonly kind: "classification"; readonly codes: Int32Array; readonly classes: readonly string[] }
  | { readonly kind: "regression"; readonly values: Float64Array };

/**
 * The target column of a table in which every row has one. A class that `target` does not list gets a code after the
 * listed ones: a model can only be wrong about it.
 */
export function truthOf(target: ColumnSchema, table: Table): Truth {
  const column = columnOf(table, target.name);
  if (target.type === "numeric") {
    if (column.type !== "numeric") throw wrongType(target.name, "numbers, as in training", column.type);
    return { kind: "regression", values: column.values };
  }
  if (column.type === "numeric") throw wrongType(target.name, "classes, as in training", column.type);
  const levels = target.levels ?? [];
  if (sameLevels(column.levels, levels))
    return { kind: "classification", codes: column.codes, classes: levels };
  const codeOf = new Map(levels.map((level, code) => [level, code]));
  const map = new Int32Array(column.levels.length).fill(-1);
  const codes = Int32Array.from(column.codes, (code) => {
    if (map[code] < 0) {
      const level = column.levels[code];
      if (!codeOf.has(level)) codeOf.set(level, codeOf.size);
      map[code] = codeOf.get(level)!;
    }
    return map[code];
  });
  return { kind: "classification", codes, classes: [...codeOf.keys()] };
}

function wrongType(name: string, rule: string, value: string): CoppiceError {
  return new CoppiceError(
    "TARGET_TYPE",
    `the target ${JSON.stringify(name)} must hold ${rule}; it is ${value}`,
    {
      name,
      rule,
      value,
    },
  );
}
