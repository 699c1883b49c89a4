import { expect, it } from "vitest";
import { matrix } from "../../../test/kit/matrix.js";
import { allMeasures, Orders } from "./orders.js";
import type { FoilLiteral, Predicate } from "./predicate.js";

const predicate = (name: string, tuples: readonly (readonly number[])[]): Predicate => ({
  name,
  types: tuples[0].map(() => 0),
  facts: { arity: tuples[0].length, tuples: Int32Array.from(tuples.flat()) },
});
const literal = (of: Predicate, ...terms: number[]): FoilLiteral => ({
  kind: "relation",
  predicate: of,
  facts: of.facts,
  terms,
  negated: false,
  bits: 0,
});

const up = predicate("up", matrix("0 1; 1 2; 2 3"));
const ring = predicate("ring", matrix("0 1; 1 2; 2 0"));
const back = predicate("back", [[3, 2]]);
const far = predicate("far", [[0, 3]]);

const orders = new Orders(4);
/** Whether p(X,Y) may have p(terms) in its body after these literals, alone or after another such clause. */
const admits = (literals: FoilLiteral[], terms: number[], measures = allMeasures(2)) =>
  orders.admit(measures, literals, terms);

it("recursion must go down along relations without a cycle", () => {
  expect(admits([literal(up, 0, 2)], [2, 1])).not.toEqual([]);
  expect(admits([literal(up, 2, 0)], [2, 1])).not.toEqual([]); // the other way round is down, too
  expect(admits([literal(up, 0, 2), literal(far, 2, 3)], [3, 1])).not.toEqual([]);
  expect(admits([literal(ring, 0, 2)], [2, 1])).toEqual([]);
  expect(admits([literal(up, 0, 2)], [0, 1])).toEqual([]); // the head itself
  expect(admits([literal(up, 0, 2)], [1, 0])).toEqual([]); // nothing leads from X to Y
  expect(admits([{ ...literal(up, 0, 2), negated: true }], [2, 1])).toEqual([]);
  expect(admits([], [2, 1])).toEqual([]);
});

it("recursion must go down in the same way in all clauses", () => {
  const first = admits([literal(up, 0, 2)], [2, 1]);
  expect(admits([literal(far, 0, 2)], [2, 1], first)).not.toEqual([]);
  expect(admits([literal(up, 2, 0)], [2, 1], first)).toEqual([]); // down and up again
  expect(admits([literal(back, 0, 2)], [2, 1], first)).toEqual([]); // 2 up to 3, 3 back to 2
});

it("recursion may take a second argument down while the first stays, as Ackermann's function does", () => {
  // p(X,Y) ← up(Z,Y) ∧ p(X,Z) and p(X,Y) ← up(Z,X) ∧ p(Z,W): X goes down, or it stays and Y does.
  const inner = admits([literal(up, 2, 1)], [0, 2]);
  const both = admits([literal(up, 2, 0)], [2, 3], inner);
  expect(both.map(({ places }) => places)).toEqual([[0, 1]]);
  expect(admits([literal(up, 2, 1)], [3, 2], both)).toEqual([]); // Y goes down, but X becomes anything
});
