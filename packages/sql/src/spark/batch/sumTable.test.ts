import fc from "fast-check";
import { expect, it } from "vitest";
import { itHolds } from "../../../../coppice/test/kit/forAll.js";
import { SumTable, tallyAt } from "./sumTable.js";

/** More keys than a table keeps as an array: the twin of a small one, whose keys are the same. */
const MANY = 2 ** 23;

const layouts = fc.record({
  slots: fc.integer({ min: 1, max: 3 }),
  codes: fc.integer({ min: 0, max: 6 }),
  groups: fc.integer({ min: 1, max: 3 }),
  areMoments: fc.boolean(),
});

itHolds(
  "tallies from an array of sums are those from the sums that occur",
  100,
  [layouts, fc.infiniteStream(fc.nat({ max: 3 }))],
  ({ slots, codes, groups: given, areMoments }, some) => {
    const [groups, scales] = areMoments ? [1, [1, 0.5, 0.25]] : [given, [0.5]];
    const size = slots * groups * (codes + 1);
    // A key without weight has no moments either.
    const weights = Float64Array.from({ length: size }, () => some.next().value as number);
    const sums = scales.map((_, c) => weights.map((weight) => weight * (c + 1)));
    const occurring = [...weights.keys()].filter((key) => weights[key] > 0);
    const [dense, sparse] = [new SumTable(size, "sums"), new SumTable(MANY, "sums")];
    dense.add(undefined, Float64Array.from(sums.flatMap((column) => [...column])));
    sparse.add(
      Float64Array.from(occurring),
      Float64Array.from(sums.flatMap((column) => occurring.map((key) => column[key]))),
    );
    for (let slot = 0; slot < slots; slot++) {
      const layout = { slot, groups, codes, scales };
      const width = areMoments ? 3 : groups;
      expect(tallyAt(7, dense, layout, width)).toEqual(tallyAt(7, sparse, layout, width));
    }
  },
);

it("limits of several partitions are the least of the least and the greatest of the greatest", () => {
  for (const keys of [undefined, Float64Array.of(0, 1)]) {
    const table = new SumTable(2, "limits");
    table.add(keys, Float64Array.of(3, 4, 5, 6));
    table.add(keys, Float64Array.of(1, 9, 2, 10));
    expect([...table.range(0, 0, 2)]).toEqual([1, 4]);
    expect([...table.range(1, 0, 2)]).toEqual([5, 10]);
  }
});
