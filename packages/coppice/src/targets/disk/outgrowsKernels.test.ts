import { expect, it } from "vitest";
import type { Column } from "../../table/column.js";
import { outgrowsKernels } from "./outgrowsKernels.js";

/** Of a table only its size and types are looked at. */
const table = (rows: number) => ({
  rows,
  columns: Array.from({ length: 29 }, (_, i) => ({ type: "numeric", name: `c${i}` }) as Column),
});
const ROOM = 2 ** 36;
const spec = (learner: string, options = {}) => ({ learner, options, target: "c28" });

it.each([
  ["many rows and attributes", 10e6, spec("cart"), ROOM, true],
  ["with too little room", 10e6, spec("cart"), 600e6, false],
  ["few rows", 8e6, spec("cart"), ROOM, false],
  ["few attributes", 10e6, { ...spec("cart"), attributes: ["c0", "c1"] }, ROOM, false],
  ["gain ratios", 10e6, spec("c45"), ROOM, false],
  // 28 · 16 + 285 + 2 · 17 = 767 bytes a row.
  ["a forest", 5.7e6, spec("forest"), ROOM, true],
  ["a forest with too little room", 5.7e6, spec("forest"), 600e6, false],
  ["a forest of few rows", 5.5e6, spec("forest"), ROOM, false],
  ["a forest that looks at rows", 10e6, spec("forest", { importance: "permutation" }), ROOM, false],
  ["boosting", 10e6, spec("gradientBoost"), ROOM, false],
  ["a learner that needs the rows", 10e6, spec("ripper"), ROOM, false],
])(
  "what kernels cannot address is learned from disk where there is room: %s",
  (_, rows, given, room, outgrows) => {
    expect(outgrowsKernels(table(rows), given, room)).toBe(outgrows);
  },
);
