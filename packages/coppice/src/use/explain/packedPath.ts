import type { Condition } from "../../model/condition.js";
import { goesLeft, LEAF, type PackedTrees } from "../../model/packed.js";
import { branchOf, UNKNOWN } from "../../model/test.js";
import { packedTest } from "../../model/unpackTree.js";
import { conditionOf } from "../../model/words.js";
import { type Conjunction, join, normal } from "../../rules/conjunction.js";
import type { ColumnSchema } from "../../table/schema.js";

/** The path of a row down one packed tree: the conditions it satisfies, and the row of `values` that it reaches. */
export function packedPath(
  trees: PackedTrees,
  tree: number,
  attributes: readonly ColumnSchema[],
  cellOf: (attribute: number) => number,
): { if: Conjunction; answer: number } {
  let all: Conjunction = new Map();
  let node = trees.starts[tree];
  for (;;) {
    const attribute = trees.attribute[node];
    if (attribute === LEAF) return { if: all, answer: trees.skip[node] };
    const cell = cellOf(attribute);
    const isLeft = goesLeft(trees, node, cell, attributes[attribute].levels?.length ?? 0);
    const test = packedTest(trees, node, attributes);
    const condition: Condition =
      branchOf(test, cell) === UNKNOWN
        ? { kind: "missing", attribute }
        : conditionOf(test, isLeft ? 0 : 1, attributes);
    // The row satisfies each of them, so their intersection is not empty.
    all = join(all, new Map([[attribute, normal(condition, attributes[attribute])]]), attributes)!;
    node += isLeft ? 1 : trees.skip[node];
  }
}
