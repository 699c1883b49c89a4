import { type ReadResult, selectRows, type Table } from "coppice";
import { holdOutSplit, trainingFrom, truthOf } from "coppice/evaluate";
import type { HoldOut, Recipe } from "./protocol.js";

/** A table in three parts: what is learned from, what edits are judged by, and what is looked at last. */
export interface Parts {
  readonly train: ReadResult;
  /** The rows of the table that are learned from. */
  readonly trainRows: Int32Array;
  readonly validation: Table;
  readonly test: Table;
}

/** Divides the rows whose target is known by the recipe's seed, the same shares of each class. */
export function partsOf(read: ReadResult, recipe: Recipe, { validation, test }: HoldOut): Parts {
  const { table, rows, target } = trainingFrom(read, recipe);
  const truth = truthOf(target, table);
  const codes = truth.kind === "classification" ? truth.codes : undefined;
  const all = Int32Array.from({ length: table.rows }, (_, row) => row);
  const sealed = test > 0 ? drawn(all, test, recipe.seed, codes) : new Int32Array(0);
  const open = without(all, sealed);
  const judged = drawn(open, validation / (1 - test), recipe.seed + 1, codes);
  const trainRows = without(open, judged).map((row) => rows[row]);
  return {
    train: { ...read, table: selectRows(read.table, trainRows) },
    trainRows,
    validation: selectRows(table, judged),
    test: selectRows(table, sealed),
  };
}

function drawn(rows: Int32Array, share: number, seed: number, codes: Int32Array | undefined): Int32Array {
  const some = codes && rows.map((row) => codes[row]);
  const [{ test }] = holdOutSplit(rows.length, share, seed, some);
  return test.map((i) => rows[i]);
}

function without(rows: Int32Array, taken: Int32Array): Int32Array {
  const gone = new Set(taken);
  return rows.filter((row) => !gone.has(row));
}
