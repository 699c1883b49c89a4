import type { NominalColumn, NumericColumn } from "../table/column.js";

/** A numeric column; NaN is missing. */
export function numeric(name: string, values: ArrayLike<number>): NumericColumn {
  return { type: "numeric", name, values: Float64Array.from(values) };
}

/** A nominal column of codes; -1 is missing. */
export function nominal(name: string, levels: readonly string[], codes: ArrayLike<number>): NominalColumn {
  return { type: "nominal", name, levels, codes: Int32Array.from(codes) };
}

/** A column of ordered levels. */
export function ordered(name: string, levels: readonly string[], codes: ArrayLike<number>): NominalColumn {
  return { ...nominal(name, levels, codes), type: "ordered" };
}

/** `prefix0`, `prefix1`, …: names of levels or classes. */
export function names(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${prefix}${i}`);
}
