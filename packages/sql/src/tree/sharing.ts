import { isSplit, type PlainRule, type SplitNode, type TreeModel } from "coppice";
import type { Dialect } from "../dialect/dialect.js";
import { branchOfNode, type Stage } from "./landing.js";

/** Terms that are added in one expression. */
const TERMS = 100;

const shareName = (node: number) => `s${node}`;

export function plainRule({ missing }: SplitNode): PlainRule {
  return missing.kind === "surrogates" ? missing.otherwise : missing;
}

/** Whether some row goes down several branches. */
export function sharesRows({ nodes }: Pick<TreeModel, "nodes">): boolean {
  return nodes.some((node) => isSplit(node) && plainRule(node).kind === "share");
}

/**
 * The share of each row that comes to each node, a column per node, level by level: products from the root down, as the
 * library's `walk` computes them.
 */
export function shareStages(model: TreeModel, cells: string, dialect: Dialect): Stage[] {
  const stages: Stage[] = [
    { name: "share0", query: `SELECT *, ${dialect.double(1)} AS ${shareName(0)} FROM ${cells}` },
  ];
  const add = (columns: readonly string[]) => {
    const from = `share${stages.length - 1}`;
    stages.push({ name: `share${stages.length}`, query: `SELECT *, ${columns.join(", ")} FROM ${from}` });
  };
  let level = [0];
  for (;;) {
    const splits = level.flatMap((at) => {
      const node = model.nodes[at];
      return isSplit(node) ? [{ at, node }] : [];
    });
    if (splits.length === 0) return stages;
    add(splits.map(({ at, node }) => `COALESCE(${branchOfNode(node, dialect)}, -1) AS b${at}`));
    add(splits.flatMap(({ at, node }) => branchShares(at, node, dialect)));
    level = splits.flatMap(({ node }) => node.branches);
  }
}

function branchShares(at: number, node: SplitNode, dialect: Dialect): string[] {
  const rule = plainRule(node);
  const whole = shareName(at);
  return node.branches.map((branch, b) => {
    const part = rule.kind === "share" ? rule.shares[b] : 0;
    const unknown = part > 0 ? `WHEN -1 THEN ${whole} * ${dialect.double(part)} ` : "";
    return `CASE b${at} WHEN ${b} THEN ${whole} ${unknown}ELSE ${dialect.double(0)} END AS ${shareName(branch)}`;
  });
}

/** A sum of doubles, which depends on the order of its terms: that of the leaves in preorder. */
export interface OrderedSum {
  readonly name: string;
  readonly terms: readonly { readonly leaf: number; readonly factor?: number }[];
}

/** Stages after `from` in which the sums are columns. */
export function sumStages(sums: readonly OrderedSum[], from: string, dialect: Dialect): Stage[] {
  const stages: Stage[] = [];
  const longest = Math.max(...sums.map(({ terms }) => terms.length));
  for (let start = 0, i = 0; start === 0 || start < longest; start += TERMS, i++) {
    const columns = sums.map(({ name, terms }) => {
      const begun = i === 0 ? dialect.double(0) : `${name}_${i - 1}`;
      const some = terms.slice(start, start + TERMS).map(({ leaf, factor }) => {
        const share = shareName(leaf);
        return factor === undefined ? share : `${share} * ${dialect.double(factor)}`;
      });
      return `${[begun, ...some].join(" + ")} AS ${name}_${i}`;
    });
    const before = i === 0 ? from : `sum${i - 1}`;
    stages.push({ name: `sum${i}`, query: `SELECT *, ${columns.join(", ")} FROM ${before}` });
  }
  const last = stages.length - 1;
  const named = sums.map(({ name }) => `${name}_${last} AS ${name}`);
  return [...stages, { name: "sums", query: `SELECT *, ${named.join(", ")} FROM sum${last}` }];
}

/** The number of leaves that a row comes to, and if it is one, its label. */
export function leafCount(leaves: readonly { leaf: number; label: number }[]): string[] {
  const here = ({ leaf }: { leaf: number }) => `${shareName(leaf)} > 0`;
  return [
    `${leaves.map((one) => `CASE WHEN ${here(one)} THEN 1 ELSE 0 END`).join(" + ")} AS leaves`,
    `${leaves.map((one) => `CASE WHEN ${here(one)} THEN ${one.label} ELSE 0 END`).join(" + ")} AS only_label`,
  ];
}
