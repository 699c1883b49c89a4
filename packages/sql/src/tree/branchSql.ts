import { CoppiceError, type Test } from "coppice";
import type { Dialect } from "../dialect/dialect.js";
import { letterAt } from "../dialect/letterAt.js";

type SubsetTest = Extract<Test, { kind: "subset" }>;

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
      return subsetBranch(cell, test);
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

/**
 * Looked up in a text with a letter per code: engines turn long IN lists into joins, of which a level of a tree would need
 * hundreds, and plan nested CASEs slowly.
 */
function subsetBranch(cell: string, { left, right }: SubsetTest): string {
  const letters = new Array<string>(1 + Math.max(-1, ...left, ...right)).fill("-");
  for (const code of left) letters[code] = "l";
  for (const code of right) letters[code] = "r";
  return `CASE ${letterAt(letters.join(""), cell)} WHEN 'l' THEN 0 WHEN 'r' THEN 1 END`;
}
