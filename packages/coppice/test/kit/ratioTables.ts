import { few, grades, levels, numbers, type RandomTable } from "../../src/testing/randomTable.js";
import type { TableChoices } from "./arbitraryTable.js";

const ratioAttributes = [numbers("normal"), few(3, undefined, 0.5), few(20, undefined, 0.5)].map((cells) => ({
  ...{ a: cells, c: levels(7, "some"), b: cells, d: grades(4) },
  ...{ noise: numbers("normal", 0), one: numbers("same", 0) },
}));

/** For c45's growth and its pruning. */
export const ratioTables: TableChoices = {
  ...{ rows: [1, 250], attributes: ratioAttributes, classes: [2, 3, 4, 5, 9] },
  ...{ weights: [undefined, "quarters"], gaps: [0, 0.02, 0.3], signal: [0.2, 0.9, 1] },
};

/** `ties`: 0, 1 or 2, of growing numbers. */
export const ratioShape = (ties: number, more: Partial<RandomTable>): RandomTable => ({
  ...{ rows: 3000, seed: 3, classes: 2, attributes: ratioAttributes[ties], signal: 0.9 },
  ...more,
});
