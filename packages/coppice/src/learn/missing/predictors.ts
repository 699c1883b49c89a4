import { drive } from "../../engine/drive.js";
import { memoryData } from "../../engine/memory/data.js";
import { type Problem, prepare } from "../../engine/problem.js";
import type { Test } from "../../model/test.js";
import { type Derived, isSplit, type MissingRule, type TreeNode } from "../../model/tree.js";
import { type Column, takeRows, withoutStrings } from "../../table/column.js";
import { isStringType } from "../../table/schema.js";
import { makeTable } from "../../table/table.js";
import { checkOptions } from "../options.js";
import { cart } from "../presets/cart.js";
import { distribution, hasMissing, isMissing, likeliest } from "./likely.js";

/** Small trees: they have few rows if many values are missing, and all of them are stored in the model. */
const SMALL = { maxDepth: 4, minLeaf: 5, minSplit: 10 };

/**
 * For every attribute with missing values, a tree that predicts it from the others, never from the target: rows to
 * predict have none. If there are no others, or there is only one value, the most likely value.
 */
export function predictors(base: Problem): Derived[] {
  return base.attributes.flatMap((column, attribute): Derived[] => {
    if (!hasMissing(column) || isStringType(column.type)) return [];
    const known = distribution(column, base);
    const cell = likeliest(column.type, known);
    if (cell === undefined) return [];
    if (known.length < 2 || base.attributes.length < 2) return [{ kind: "fill", attribute, cell }];
    return [{ kind: "predict", attribute, nodes: treeFor(base, column, attribute) }];
  });
}

function treeFor(base: Problem, column: Column, attribute: number): readonly TreeNode[] {
  const rows: number[] = [];
  for (let row = 0; row < base.rows; row++) if (!isMissing(column, row)) rows.push(row);
  const { weights, attributes } = base;
  const weight = weights && ({ type: "numeric", name: freeName(attributes), values: weights } as const);
  const columns = [...attributes, ...(weight ? [weight] : [])].map((one) =>
    takeRows(withoutStrings(one), rows),
  );
  const problem = prepare(makeTable(columns), {
    target: column.name,
    ...(weight && { weight: weight.name }),
  });
  const engine = memoryData(problem).engine();
  const context = { task: problem, rows: problem, facts: engine.facts, seed: 1 };
  const { nodes } = drive(cart.learn(checkOptions(cart, SMALL), context), engine);
  return nodes.map((node) => shifted(node, attribute));
}

function freeName(columns: readonly Column[]): string {
  let name = "weight";
  while (columns.some((column) => column.name === name)) name += "'";
  return name;
}

/** The tree was learned without the attribute that it predicts: attributes from there on have the next index. */
function shifted(node: TreeNode, without: number): TreeNode {
  if (!isSplit(node)) return node;
  const shift = (test: Test): Test =>
    test.attribute < without ? test : { ...test, attribute: test.attribute + 1 };
  const missing: MissingRule =
    node.missing.kind !== "surrogates"
      ? node.missing
      : { ...node.missing, surrogates: node.missing.surrogates.map((s) => ({ ...s, test: shift(s.test) })) };
  return { ...node, test: shift(node.test), missing };
}
