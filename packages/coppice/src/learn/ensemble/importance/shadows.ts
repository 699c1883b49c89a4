import { Draws, permutation, rowsKey } from "../../../base/nodeRandom.js";
import type { Problem } from "../../../engine/problem.js";
import { type Column, takeRows } from "../../../table/column.js";

/**
 * The problem with a shuffled copy of every attribute after the attributes themselves: what a copy seems to be worth is
 * the importance the attribute would have by chance (Nembrini, König and Wright 2018).
 */
export function withShadows(problem: Problem, seed: number): Problem {
  const order = permutation(problem.rows, new Draws(rowsKey(seed ^ SHADOW)));
  const names = new Set([...problem.attributes, problem.target.column].map(({ name }) => name));
  const shadows = problem.attributes.map((column): Column => {
    let name = `${column.name} shuffled`;
    while (names.has(name)) name += "'";
    names.add(name);
    return { ...takeRows(column, order), name };
  });
  return { ...problem, attributes: [...problem.attributes, ...shadows] };
}

const SHADOW = 0x2545f491;

/** What attributes are worth beyond their copies. */
export function beyondShadows(taken: Float64Array): Float64Array {
  const attributes = taken.length / 2;
  return taken.subarray(0, attributes).map((sum, a) => sum - taken[attributes + a]);
}
