import { CoppiceError, isSplit, type Test, type TreeNode } from "coppice";
import type { AttributeFacts, Division } from "coppice/engine";
import { rankOf } from "../../engine/codedTest.js";
import type { JobArrays } from "../workers/job.js";

/** Tests over codes as arrays: a threshold each, or where that does not say it, the branch of every code. */
class TestArrays {
  private readonly attribute: number[] = [];
  private readonly threshold: number[] = [];
  private readonly start: number[] = [];
  private readonly table: number[] = [];

  constructor(private readonly attributes: readonly AttributeFacts[]) {}

  add(test: Test): void {
    const facts = this.attributes[test.attribute];
    this.attribute.push(test.attribute);
    if (test.kind === "gate")
      throw new CoppiceError("ENGINE_ROWS", "soft tests need the rows in this process");
    if (test.kind === "threshold") {
      this.threshold.push(facts.values ? rankOf(facts.values, test.threshold) : test.threshold);
      this.start.push(-1);
      return;
    }
    this.threshold.push(0);
    this.start.push(this.table.length);
    for (const branch of branchesOf(test, facts)) this.table.push(branch);
    this.table.push(UNKNOWN);
  }

  arrays(name: string): JobArrays {
    return {
      [`${name}_attribute`]: Int32Array.from(this.attribute),
      [`${name}_threshold`]: Float64Array.from(this.threshold),
      [`${name}_start`]: Int32Array.from(this.start),
      [`${name}_table`]: Int32Array.from(this.table),
    };
  }
}

const UNKNOWN = -1;

/** The branch of each code. */
function branchesOf(test: Exclude<Test, { kind: "threshold" | "gate" }>, facts: AttributeFacts): number[] {
  const all = Array.from({ length: facts.codes }, (_, code) => code);
  switch (test.kind) {
    case "levels":
      return all;
    case "subset": {
      const [left, right] = [new Set(test.left), new Set(test.right)];
      return all.map((code) => (left.has(code) ? 0 : right.has(code) ? 1 : UNKNOWN));
    }
    case "intervals":
      return all.map((code) => {
        const cell = facts.values ? facts.values[code] : code;
        const branch = test.edges.findIndex((edge) => cell <= edge);
        return branch < 0 ? test.edges.length : branch;
      });
  }
}

/**
 * All divisions so far. Which node a row is in follows from them and its codes, so workers find it anew for every request:
 * there is no state to keep, and a lost worker loses nothing.
 */
export class Steps {
  private readonly ends: number[] = [];
  private readonly divisions: Division[] = [];

  constructor(private readonly attributes: readonly AttributeFacts[]) {}

  add(divisions: readonly Division[]): void {
    this.divisions.push(...divisions);
    this.ends.push(this.divisions.length);
  }

  facts(): { steps: [number, number][] } {
    return { steps: this.ends.map((end, i) => [this.ends[i - 1] ?? 0, end]) };
  }

  arrays(): JobArrays {
    const tests = new TestArrays(this.attributes);
    const others = new TestArrays(this.attributes);
    const lists = {
      ...{ node: [] as number[], missing: [] as number[], first: [] as number[], child: [] as number[] },
      ...{ surrogate: [0], to: [] as number[], toFirst: [0], shares: [0], share: [] as number[] },
    };
    for (const { node, test, missing, branches } of this.divisions) {
      tests.add(test);
      const rule = missing.kind === "surrogates" ? missing.otherwise : missing;
      lists.node.push(node);
      lists.missing.push(rule.kind === "branch" ? rule.to : UNKNOWN);
      lists.first.push(lists.child.length);
      lists.child.push(...branches);
      for (const { test: other, to } of missing.kind === "surrogates" ? missing.surrogates : []) {
        others.add(other);
        lists.to.push(...to);
        lists.toFirst.push(lists.to.length);
      }
      lists.surrogate.push(lists.toFirst.length - 1);
      if (rule.kind === "share") lists.share.push(...rule.shares);
      lists.shares.push(lists.share.length);
    }
    return {
      ...tests.arrays("div"),
      ...others.arrays("sur"),
      div_node: Int32Array.from(lists.node),
      div_missing: Int32Array.from(lists.missing),
      div_first: Int32Array.from(lists.first),
      div_child: Int32Array.from(lists.child),
      div_surrogate: Int32Array.from(lists.surrogate),
      sur_to: Int32Array.from(lists.to),
      sur_first: Int32Array.from(lists.toFirst),
      div_shares: Int32Array.from(lists.shares),
      div_share: Float64Array.from(lists.share),
    };
  }
}

/** The divisions of a whole tree, level by level; its nodes keep their numbers. */
export function stepsOf(nodes: readonly TreeNode[], attributes: readonly AttributeFacts[]): Steps {
  const steps = new Steps(attributes);
  for (let level = [0]; level.length > 0; ) {
    const divisions = level.flatMap((node): Division[] => {
      const split = nodes[node];
      if (!isSplit(split)) return [];
      const { test, missing, branches } = split;
      return [{ node, test, missing, branches }];
    });
    if (divisions.length === 0) break;
    steps.add(divisions);
    level = divisions.flatMap(({ branches }) => branches);
  }
  return steps;
}

/** Tests by which rows of nodes are tallied, in the order of the nodes. */
export function sideArrays(
  tests: readonly { readonly test: Test; readonly branches: number }[],
  attributes: readonly AttributeFacts[],
): JobArrays {
  const arrays = new TestArrays(attributes);
  for (const { test } of tests) arrays.add(test);
  return {
    ...arrays.arrays("side"),
    side_branches: Int32Array.from(tests, ({ branches }) => branches),
  };
}
