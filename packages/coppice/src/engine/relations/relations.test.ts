import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { bindingsOf, examplesIn } from "./bindings.js";
import { extend } from "./extend.js";
import { FactIndexes } from "./factIndex.js";
import { groupBy } from "./grouping.js";
import { KeyTable } from "./keyTable.js";
import { ANY, type BoundLiteral, constantTerm } from "./literal.js";
import { tallyGroups, tallyMatches, tallyTuples } from "./literalTally.js";

const CODES = 4;
const constants = Array.from({ length: CODES }, (_, i) => String(i));
const code = fc.nat(CODES - 1);
const tuplesOf = (arity: number) =>
  fc
    .array(fc.tuple(...Array.from({ length: arity }, () => code)), { maxLength: 10 })
    .map((tuples) => [...new Map(tuples.map((tuple) => [tuple.join(), tuple])).values()]);

describe("a table of keys", () => {
  for (const codes of [5, 3000])
    itHolds(
      `numbers keys as a Map would, in ${codes === 5 ? "dense arrays" : "hash tables"}`,
      100,
      [fc.array(fc.array(fc.nat(codes - 1), { minLength: 3, maxLength: 3 }), { maxLength: 30 })],
      (keys) => {
        const table = new KeyTable(codes, 3, keys.length);
        const known = new Map<string, number>();
        for (const each of keys) {
          const cells = Int32Array.from(each);
          expect(table.find(cells, 0, [2, 0, 1])).toBe(known.get(each.join()) ?? -1);
          if (!known.has(each.join())) known.set(each.join(), known.size);
          expect(table.add(cells, 0, [2, 0, 1])).toBe(known.get(each.join()));
          expect(table.size).toBe(known.size);
        }
      },
    );
});

/** All rows under which the literal holds, by trying every tuple for every row. */
function naive(
  rows: readonly (readonly number[])[],
  facts: readonly (readonly number[])[],
  terms: readonly number[],
) {
  return rows.flatMap((row) =>
    facts.flatMap((tuple) => {
      const bound = [...row];
      const fits = terms.every((term, p) => {
        if (term === ANY) return true;
        if (term < ANY) return tuple[p] === -2 - term;
        bound[term] ??= tuple[p];
        return bound[term] === tuple[p];
      });
      return fits ? [bound] : [];
    }),
  );
}

const rowsOf = (cells: Int32Array, width: number) =>
  Array.from({ length: cells.length / width }, (_, i) => [...cells.subarray(i * width, (i + 1) * width)]);

describe("adding a literal to bindings", () => {
  // Terms of a literal of two or three arguments over two bound variables, with new variables in order.
  const terms = fc
    .array(fc.constantFrom(0, 1, 2, 3, ANY, constantTerm(1)), { minLength: 1, maxLength: 3 })
    .filter((each) => each.indexOf(3) < 0 || (each.indexOf(2) >= 0 && each.indexOf(2) < each.indexOf(3)))
    // ANY and a new variable in one literal would give a row for every constant.
    .filter((each) => !(each.includes(ANY) && each.some((term) => term > 1)));

  const cases = terms.chain((terms) =>
    fc.record({
      terms: fc.constant(terms),
      ...{ facts: tuplesOf(terms.length), held: tuplesOf(2), wrong: tuplesOf(2) },
    }),
  );
  const sorted = (rows: number[][]) => rows.map((row) => row.join()).sort();
  const distinct = (rows: number[][]) => [...new Map(rows.map((row) => [row.join(), row])).values()];

  itHolds(
    "gives the result of trying every tuple, and the tally counts exactly that",
    500,
    [cases],
    ({ terms, facts, held, wrong }) => {
      const bindings = bindingsOf(2, Int32Array.from(held.flat()), Int32Array.from(wrong.flat()));
      const of = { arity: terms.length, tuples: Int32Array.from(facts.flat()) };
      const literal: BoundLiteral = { kind: "relation", facts: of, terms, negated: false };
      const indexes = new FactIndexes({ constants });
      const made = extend(bindings, literal, indexes);
      const semi = !terms.some((term) => term > 1);
      const expected = [held, wrong].map((rows) =>
        semi ? rows.flatMap((row) => distinct(naive([row], facts, terms))) : naive(rows, facts, terms),
      );
      const found = rowsOf(made.cells, made.width);
      expect(sorted(found.slice(0, made.positives))).toEqual(sorted(expected[0]));
      expect(sorted(found.slice(made.positives))).toEqual(sorted(expected[1]));
      const open = terms.map((term) => (term > 1 ? ANY : term));
      const denied = extend(
        bindings,
        { ...literal, terms: open, negated: true },
        new FactIndexes({ constants }),
      );
      expect(denied.positives).toBe(held.filter((row) => naive([row], facts, open).length === 0).length);
      if (terms.some((term) => term < 0)) return;
      const columns = [...new Set(terms.filter((term) => term < 2))].sort();
      if (columns.length === 0) return;
      const equals = terms.flatMap((term, p) =>
        terms.indexOf(term) < p ? [[terms.indexOf(term), p] as const] : [],
      );
      const grouping = groupBy(bindings, columns, CODES + 1);
      const matching = { facts: of, places: columns.map((c) => terms.indexOf(c)), equals };
      const tally = tallyTuples(grouping, matching);
      if (equals.length === 0) expect(tallyGroups(grouping, matching, indexes)).toEqual(tally);
      expect(tallyMatches(grouping, matching, indexes)).toEqual(tally);
      const matched = examplesIn(made);
      expect(tally).toMatchObject({
        positives: semi ? made.positives : expected[0].length,
        negatives: semi ? made.rows - made.positives : expected[1].length,
        matchedPositives: matched.positives,
        matchedNegatives: matched.negatives,
      });
    },
  );

  it("compares variables with each other and with constants", () => {
    const bindings = bindingsOf(2, Int32Array.of(0, 0, 0, 1), Int32Array.of(1, 1));
    const keep = (terms: [number, number], negated: boolean) =>
      rowsOf(extend(bindings, { kind: "equal", terms, negated }, new FactIndexes({ constants })).cells, 2);
    expect(keep([0, 1], false)).toEqual([
      [0, 0],
      [1, 1],
    ]);
    expect(keep([0, 1], true)).toEqual([[0, 1]]);
    expect(keep([0, constantTerm(1)], false)).toEqual([[1, 1]]);
  });
});
