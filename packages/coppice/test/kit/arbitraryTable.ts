import fc from "fast-check";
import type { Table } from "../../src/table/table.js";
import { type RandomAttribute, type RandomTable, randomTable } from "../../src/testing/randomTable.js";

/** What a property draws tables from: each list has the values of one field, the more frequent ones repeatedly. */
export interface TableChoices {
  readonly rows: readonly [least: number, most: number];
  readonly attributes: readonly Readonly<Record<string, RandomAttribute>>[];
  readonly classes: readonly number[];
  readonly values?: readonly NonNullable<RandomTable["values"]>[];
  readonly weights?: readonly RandomTable["weights"][];
  readonly gaps?: readonly number[];
  readonly signal?: readonly number[];
}

/** A table with what it was made of, and the name of its weights. */
export interface ArbitraryTable {
  readonly table: Table;
  readonly shape: RandomTable;
  readonly weight: "w" | undefined;
}

/** Tables of any types, gaps, levels, weights and rows. */
export function arbitraryTable(choices: TableChoices): fc.Arbitrary<ArbitraryTable> {
  const { rows, attributes, classes, values = ["quarters"], weights = [undefined] } = choices;
  const { gaps = [0], signal = [0.5] } = choices;
  return fc
    .record({
      rows: fc.integer({ min: rows[0], max: rows[1] }),
      seed: fc.nat(2 ** 32 - 1),
      attributes: fc.constantFrom(...attributes),
      classes: fc.constantFrom(...classes),
      values: fc.constantFrom(...values),
      weights: fc.constantFrom(...weights),
      gaps: fc.constantFrom(...gaps),
      signal: fc.constantFrom(...signal),
    })
    .map(tableFrom);
}

export function tableFrom(shape: RandomTable): ArbitraryTable {
  return { table: randomTable(shape), shape, weight: shape.weights && "w" };
}
