import type { Problem } from "../../engine/problem.js";
import { prepareCells } from "../../predict/prepareCells.js";
import { columnSchema, testedCells } from "../../table/column.js";
import type { AddedAttribute } from "../learner.js";

/** The codes of attributes with levels that a learner adds to those of a problem, for each of its rows. */
export function addedCells(added: readonly AddedAttribute[], { attributes }: Problem): Int32Array[] {
  const all = [...attributes.map(columnSchema), ...added.map(({ schema }) => schema)];
  const derived = added.map(({ step }) => step);
  const cells = prepareCells({ attributes: all, derived }, attributes.map(testedCells));
  return added.map((_, i) => cells[attributes.length + i] as Int32Array);
}
