import { describe, expect, it } from "vitest";
import { isDeep, names, nominal, numeric, readAgain } from "../../test/kit/index.js";
import { CoppiceError } from "../base/errors.js";
import { random } from "../base/random.js";
import { predictTable } from "../predict/predictTable.js";
import type { Column } from "../table/column.js";
import { makeTable, type Table } from "../table/table.js";
import { fitTable } from "./fit.js";

// Tables that leave a fit little to work with: a sensible tree or a clear error, never NaN, and never an error of our own.

const LEARNERS = [
  ...["linearTree", "ldaTree", "cartLC", "oc1", "quadraticTree", "sphereTree", "perceptronTree"],
  ...["omnivariate", "softTree", "modelTree", "logisticLeaves", "optimalTree"],
];

const ROWS = 40;

type OfRow = (row: number) => number;
const cells = (of: OfRow, rows: number) => Array.from({ length: rows }, (_, row) => of(row));
const numbers = (name: string, of: OfRow, rows = ROWS) => numeric(name, cells(of, rows));
const levels = (name: string, all: readonly string[], of: OfRow, rows = ROWS) =>
  nominal(name, all, cells(of, rows));

const rng = random(7);
const noise = cells(() => rng.normal(), ROWS);
const other = cells(() => rng.normal(), ROWS);
const x = numbers("x", (row) => noise[row]);
const p = levels("p", ["a", "b", "c"], (row) => row % 3);
const q = levels("q", ["u", "v"], (row) => (row >> 1) % 2);
const isSecond = (row: number) => (noise[row] + 0.3 * other[row] > 0 ? 1 : 0);
/** The attributes of each table; the target, of two classes if no others are listed, is added. */
const TABLES: Record<string, { columns: Column[]; codeOf: OfRow; classes?: string[]; rows?: number }> = {
  "no numeric attribute": { columns: [p, q], codeOf: (row) => (row % 3 === 0 ? 1 : 0) },
  "attributes that depend on each other": {
    columns: [x, numbers("twice", (row) => 2 * noise[row] + 1), numbers("same", () => 3)],
    codeOf: isSecond,
  },
  "constant attributes only": {
    columns: [numbers("k", () => 3), numbers("l", () => -1)],
    codeOf: isSecond,
  },
  "numbers that nearly overflow": {
    columns: [numbers("huge", (row) => 1e300 * noise[row]), numbers("tiny", (row) => 1e-300 * other[row])],
    codeOf: isSecond,
  },
  "as many classes as rows": {
    columns: [numbers("x", (row) => noise[row], 6), numbers("y", (row) => other[row], 6)],
    ...{ codeOf: (row) => row, classes: names("k", 6), rows: 6 },
  },
  "two rows": {
    columns: [numbers("x", (row) => row, 2), numbers("y", (row) => 1 - row, 2)],
    ...{ codeOf: (row) => row, rows: 2 },
  },
};

function tableOf(name: string, isNumeric: boolean): Table {
  const { columns, codeOf, classes = ["no", "yes"], rows = ROWS } = TABLES[name];
  const target = isNumeric
    ? numbers("t", (row) => codeOf(row) + 0.1 * noise[row], rows)
    : levels("t", classes, codeOf, rows);
  return makeTable([...columns, target]);
}

describe.each(LEARNERS)("%s", (learner) => {
  it.each(Object.keys(TABLES))("learns from %s, or says clearly why not", (name) => {
    const table = tableOf(name, learner === "modelTree");
    const others = ["softTree", "optimalTree"].includes(learner) ? {} : { minLeaf: 1, prune: "none" };
    for (const options of isDeep ? [{}, others] : [others]) {
      const model = fittedOr(table, learner, options);
      if (model === undefined) continue;
      expect(() => readAgain(model)).not.toThrow();
      const predicted = predictTable(model, table);
      const found = predicted.kind === "classification" ? predicted.probabilities : predicted.values;
      expect(Array.from(found).every(Number.isFinite)).toBe(true);
    }
  });
});

/** Undefined where the learner refuses the table, with an error of its own. */
function fittedOr(table: Table, learner: string, options: Record<string, unknown>) {
  try {
    return fitTable(table, { target: "t", learner, options });
  } catch (error) {
    expect(error).toBeInstanceOf(CoppiceError);
    const { code, message } = error as CoppiceError;
    // A learner that combines attributes needs two of them; all others, and all other tables, give a tree.
    expect(code).toBe("ATTRIBUTE_FEW");
    expect(message).toMatch(
      /combines (attributes, and there is only one|numeric attributes, and all .* nominal)/,
    );
    return undefined;
  }
}
