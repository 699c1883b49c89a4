import type { Table } from "coppice";

/** 300 levels, of which some do not occur, missing values, and a target that depends on both attributes. */
export function manyLevels(target: "classes" | "values"): Table {
  const rows = 900;
  const code = (row: number) => (row * 7919) % 290;
  const x = Float64Array.from({ length: rows }, (_, row) => (row % 11 === 0 ? Number.NaN : (row * 31) % 97));
  const y = Array.from({ length: rows }, (_, row) => (code(row) % 5) + (x[row] > 50 ? 2 : 0) + (row % 3) / 4);
  return {
    rows,
    columns: [
      { type: "numeric", name: "x", values: x },
      {
        type: "nominal",
        name: "many",
        levels: Array.from({ length: 300 }, (_, i) => `level ${i}`),
        codes: Int32Array.from({ length: rows }, (_, row) => (row % 13 === 0 ? -1 : code(row))),
      },
      target === "values"
        ? { type: "numeric", name: "y", values: Float64Array.from(y) }
        : {
            type: "nominal",
            name: "y",
            levels: ["a", "b", "c"],
            codes: Int32Array.from(y, (v) => Math.floor(v) % 3),
          },
    ],
  };
}
