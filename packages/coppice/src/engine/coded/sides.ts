import { UNKNOWN } from "../../model/test.js";
import type { Entries } from "../memory/entries.js";
import type { Division } from "../port.js";
import { blocksOf, type CodedColumns, placeOf, rowsIn } from "./columns.js";

/** By division: the side of each entry, for thresholds on numbers that have bins; undefined for other tests. */
export function sidesByNumbers(
  columns: CodedColumns,
  divisions: readonly Division[],
  entriesOf: (node: number) => Entries,
): (Int8Array | undefined)[] {
  const found = divisions.map(({ node, test, missing }) =>
    test.kind === "threshold" && missing.kind !== "surrogates" && columns.stored[test.attribute].edges
      ? { rows: entriesOf(node).rows, attribute: test.attribute, threshold: test.threshold }
      : undefined,
  );
  const sides = found.map((one) => one && new Int8Array(one.rows.length));
  const byAttribute = new Map<number, number[]>();
  found.forEach((one, i) => {
    if (one) byAttribute.set(one.attribute, [...(byAttribute.get(one.attribute) ?? []), i]);
  });
  const at = new Int32Array(divisions.length);
  for (const [attribute, own] of byAttribute)
    for (let block = 0; block < blocksOf(columns); block++) {
      const first = block * columns.block;
      const numbers = columns.numbers(attribute, block);
      for (const i of own) {
        const { rows, threshold } = found[i]!;
        const to = placeOf(rows, first + rowsIn(columns, block), at[i]);
        fillSides(sides[i]!, rows, at[i], to, first, numbers, threshold);
        at[i] = to;
      }
    }
  return sides;
}

function fillSides(
  sides: Int8Array,
  rows: Int32Array,
  from: number,
  to: number,
  first: number,
  numbers: Float32Array | Float64Array,
  threshold: number,
): void {
  for (let i = from; i < to; i++) {
    const x = numbers[rows[i] - first];
    sides[i] = x <= threshold ? 0 : x > threshold ? 1 : UNKNOWN;
  }
}
