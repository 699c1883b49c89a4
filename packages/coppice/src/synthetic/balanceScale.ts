import type { ColumnSchema } from "../table/schema.js";
import type { Table } from "../table/table.js";
import { someRows, tableOf } from "./columns.js";
import { drawnFrom, type GeneratorOptions, resolveOptions } from "./options.js";

const STEPS = [1, 2, 3, 4, 5];
const COLUMNS: readonly ColumnSchema[] = [
  { name: "left-weight", type: "numeric" },
  { name: "left-distance", type: "numeric" },
  { name: "right-weight", type: "numeric" },
  { name: "right-distance", type: "numeric" },
  { name: "class", type: "nominal", levels: ["L", "B", "R"] },
];

/**
 * The balance scale of Siegler, Three aspects of cognitive development, Cognitive Psychology 8 (1976). All 5⁴ = 625
 * settings; the scale tips to the side with the greater weight x distance (L or R), or balances (B).
 */
export function balanceScale(options: GeneratorOptions = {}): Table {
  const { rows, seed } = resolveOptions("balanceScale", options, drawnFrom(625));
  const cells = STEPS.flatMap((leftWeight) =>
    STEPS.flatMap((leftDistance) =>
      STEPS.flatMap((rightWeight) =>
        STEPS.map((rightDistance) => {
          const tilt = leftWeight * leftDistance - rightWeight * rightDistance;
          return [
            leftWeight,
            leftDistance,
            rightWeight,
            rightDistance,
            tilt > 0 ? "L" : tilt < 0 ? "R" : "B",
          ];
        }),
      ),
    ),
  );
  return someRows(tableOf(COLUMNS, cells), rows, seed);
}
