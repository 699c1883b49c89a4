import { expect, it } from "vitest";
import { numeric, ordered } from "./columns.js";
import { table } from "./tableLiteral.js";

it("reads numbers, levels in their order, gaps and declarations", () => {
  const { rows, columns } = table`
    x,  colour, size:ordered=s|m|l, zip:nominal
    1.5, red,   m, 007
    ?,   blue,  s, 1
    -2,  ,      ?, 007
  `;
  expect(rows).toBe(3);
  expect(columns).toEqual([
    numeric("x", [1.5, Number.NaN, -2]),
    { type: "nominal", name: "colour", levels: ["red", "blue"], codes: Int32Array.of(0, 1, -1) },
    ordered("size", ["s", "m", "l"], [1, 0, -1]),
    { type: "nominal", name: "zip", levels: ["007", "1"], codes: Int32Array.of(0, 1, 0) },
  ]);
});

it("says which row has too few cells", () => {
  expect(() => table`a,b\n1,2\n3`).toThrow("row 2 has 1 cells, but there are 2 columns");
});
