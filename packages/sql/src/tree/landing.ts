import { isSplit, type SplitNode, type TreeModel } from "coppice";
import type { Dialect } from "../dialect/dialect.js";
import { lookup } from "./bisect.js";
import { branchSql } from "./branchSql.js";

/** The column of an attribute's cells. */
export const cellName = (attribute: number) => `a${attribute}`;

/** Levels of the tree that are nested in one expression: parsers and compilers of expressions have limits. */
const NESTED = 10;

/** A common table expression. */
export interface Stage {
  readonly name: string;
  readonly query: string;
}

export interface Landing {
  readonly stages: readonly Stage[];
  /** The column of the last stage with a row's place among `leaves`. */
  readonly place: string;
  readonly leaves: readonly number[];
}

/**
 * Sends rows to leaves. Only for trees in which every row comes to one leaf. A stage goes some levels down, from the nodes
 * at which the one before it stopped.
 */
export function landingOf(model: Pick<TreeModel, "nodes">, cells: string, dialect: Dialect): Landing {
  const stages: Stage[] = [{ name: "land0", query: `SELECT *, 0 AS place0 FROM ${cells}` }];
  let starts = [0];
  while (starts.some((start) => isSplit(model.nodes[start]))) {
    const ends = new Set<number>();
    const expressions = starts.map((start) => subtree(model, start, NESTED, ends, dialect));
    // Nodes at which rows stop are numbered 0, 1, … between stages: they are looked up by halves.
    const place = new Map([...ends].map((node, i) => [node, i]));
    const placed = expressions.map((expression) =>
      expression.replace(/\{(\d+)\}/g, (_, node) => String(place.get(Number(node)))),
    );
    const [from, to] = [stages.length - 1, stages.length];
    const query = `SELECT *, ${lookup(`place${from}`, placed)} AS place${to} FROM land${from}`;
    stages.push({ name: `land${to}`, query });
    starts = [...ends];
  }
  return { stages, place: `place${stages.length - 1}`, leaves: starts };
}

/** The node that a row comes to below `at`, as {number}; nodes at which it stops are added to `ends`. */
function subtree(
  model: Pick<TreeModel, "nodes">,
  at: number,
  levels: number,
  ends: Set<number>,
  dialect: Dialect,
): string {
  const node = model.nodes[at];
  if (!isSplit(node) || levels === 0) {
    ends.add(at);
    return `{${at}}`;
  }
  const below = node.branches.map((branch) => subtree(model, branch, levels - 1, ends, dialect));
  return lookup(branchOfNode(node, dialect), below);
}

/** The branch that a row takes; NULL if missing values go down several. */
export function branchOfNode({ test, missing }: SplitNode, dialect: Dialect): string {
  const own = branchSql(test, cellName(test.attribute), dialect);
  const surrogates =
    missing.kind !== "surrogates"
      ? []
      : missing.surrogates.flatMap(({ test, to }) => {
          const cases = to.flatMap((branch, outcome) => (branch < 0 ? [] : `WHEN ${outcome} THEN ${branch}`));
          if (cases.length === 0) return [];
          return `CASE ${branchSql(test, cellName(test.attribute), dialect)} ${cases.join(" ")} END`;
        });
  const rule = missing.kind === "surrogates" ? missing.otherwise : missing;
  const last = rule.kind === "branch" ? [String(rule.to)] : [];
  const all = [own, ...surrogates, ...last];
  return all.length === 1 ? own : `COALESCE(${all.join(", ")})`;
}
