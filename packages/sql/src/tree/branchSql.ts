import { CoppiceError, type Test } from "coppice";
import type { Dialect } from "../dialect/dialect.js";

/**
 * The branch of a test as an expression over its cell, as `branchOf` defines it. Cells are numbers: the value, or the code
 * of the level; NULL where missing or unknown, and then the branch is NULL.
 */
export function branchSql(test: Test, cell: string, dialect: Dialect): string {
  switch (test.kind) {
    case "threshold":
      return casesOf(thresholdCases(cell, [test.threshold], dialect));
    case "intervals":
      return casesOf(thresholdCases(cell, test.edges, dialect));
    case "subset":
      return casesOf([
        [isOneOf(cell, test.left), 0],
        [isOneOf(cell, test.right), 1],
      ]);
    case "levels":
      return cell;
    default:
      throw new CoppiceError("MODEL_KIND", `a tree with ${test.kind} tests cannot be written as SQL`, {
        rule: "tests with one outcome",
        value: test.kind,
      });
  }
}

type Case = readonly [condition: string, branch: number];

function thresholdCases(cell: string, edges: readonly number[], { double }: Dialect): Case[] {
  const below = edges.map((edge, branch): Case => [`${cell} <= ${double(edge)}`, branch]);
  return [...below, [`${cell} IS NOT NULL`, edges.length]];
}

function casesOf(cases: readonly Case[]): string {
  return `CASE ${cases.map(([condition, branch]) => `WHEN ${condition} THEN ${branch}`).join(" ")} END`;
}

function isOneOf(cell: string, codes: readonly number[]): string {
  return codes.length === 0 ? "1 = 0" : `${cell} IN (${codes.join(", ")})`;
}
