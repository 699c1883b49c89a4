import type { Problem } from "../../engine/problem.js";
import type { OptimalTable } from "../../kernels/drivers/optimal.js";
import type { Costs } from "../../model/costs.js";
import type { NodeFacts, TreeNode } from "../../model/tree.js";
import { classFacts, meanFacts } from "../label/facts.js";
import type { CodedProblem } from "./codedTable.js";
import { divide } from "./divide.js";
import { allRows } from "./greedy.js";
import type { Solution } from "./solution.js";
import { leafCost, sumsOf } from "./sums.js";

/** The nodes of a tree in preorder, with the rows that reach each. */
export function nodesOf(
  solution: Solution,
  coded: CodedProblem,
  problem: Problem,
  costs: Costs | undefined,
): TreeNode[] {
  const { table } = coded;
  const nodes: TreeNode[] = [];
  const add = (at: Solution, rows: Uint32Array): void => {
    const sums = sumsOf(table, rows);
    const facts = factsOf(sums, table, problem, costs);
    if (at.split === undefined) {
      nodes.push(facts);
      return;
    }
    const { attribute, test: number, left, right } = at.split;
    const [one, other] = divide(table.attributes[attribute], number, rows);
    const { test, missing } = coded.testOf(attribute, number);
    const after = leafCost(table, sumsOf(table, one)) + leafCost(table, sumsOf(table, other));
    const index = nodes.length;
    nodes.push(facts);
    const branches = [nodes.length];
    add(left, one);
    branches.push(nodes.length);
    add(right, other);
    const saved = Math.max(0, leafCost(table, sums) - after) / facts.weight;
    const gain = Math.min(saved / unitOf(problem) / unitOf(problem), Number.MAX_VALUE);
    nodes[index] = { ...facts, test, branches, missing: { kind: "branch", to: missing }, gain };
  };
  add(solution, allRows(table));
  return nodes;
}

/** Sums of a numeric target are in units of its grid. */
function unitOf({ target }: Problem): number {
  return target.kind === "values" ? target.grid.denominator : 1;
}

function factsOf(
  sums: Float64Array,
  table: OptimalTable,
  { target }: Problem,
  costs: Costs | undefined,
): NodeFacts {
  if (target.kind === "classes") return classFacts(sums, undefined, costs);
  const pure = leafCost(table, sums) === 0;
  return meanFacts({ sums, pure }, target.grid, undefined);
}
