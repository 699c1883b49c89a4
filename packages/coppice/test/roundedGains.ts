import { makeTable, type Table } from "../src/table/table.js";

/**
 * Two tests of the root have gains that differ in the last digit, and are equal after both are divided by the weight of the node:
 * without a tolerance, too, the first of them is chosen.
 */
export function roundedGains(): Table {
  const cells = ["100000010", "100000100", "000011001", "110010001", "111001101"];
  const numbers = cells.map((text, i) => ({
    ...({ type: "numeric", name: `x${i}` } as const),
    values: Float64Array.from(text, Number),
  }));
  const codes = Int32Array.from("202210020", Number);
  return makeTable([...numbers, { type: "nominal", name: "y", levels: ["a", "b", "c"], codes }]);
}
