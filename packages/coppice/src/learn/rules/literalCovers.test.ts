import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll, mixedTable } from "../../../test/kit/index.js";
import { allBits, bitsOf, rowsOf } from "../../base/bits.js";
import { prepare } from "../../engine/problem.js";
import { examplesOf } from "./examples.js";
import { coveredByAll, type Literal } from "./literal.js";
import { LiteralCovers } from "./literalCovers.js";

const table = mixedTable({ rows: 77, seed: 3, target: "classes", missing: 0.1 });
const examples = examplesOf(prepare(table, { target: table.columns[table.columns.length - 1].name }));

const literals = fc.nat(examples.attributes.length - 1).chain((attribute): fc.Arbitrary<Literal> => {
  const { kind, count } = examples.attributes[attribute];
  if (kind === "nominal")
    return fc
      .uniqueArray(fc.nat(count - 1), { minLength: 1 })
      .map((levels) => ({ kind: "levels", attribute, levels }));
  return fc.record({
    kind: fc.constantFrom("atMost" as const, "above" as const),
    attribute: fc.constant(attribute),
    code: fc.nat(count - 1),
  });
});

it("covers as sets are the rows that the literals cover one by one, found anew or kept", () => {
  const covers = new LiteralCovers(examples);
  forAll(100, [fc.array(literals, { maxLength: 4 }), fc.boolean()], (some, odd) => {
    const all = rowsOf(allBits(examples.rows)).filter((row) => !odd || row % 2 === 1);
    const cover = covers.ofAll(some, bitsOf(all, examples.rows));
    expect(rowsOf(cover)).toEqual(Int32Array.from(coveredByAll(some, all, examples)));
  });
});
