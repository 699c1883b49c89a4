import { CoppiceError } from "../../base/errors.js";
import { ask, type Conversation, type EngineFacts, type Summary } from "../../engine/port.js";
import { isSplit, type MissingRule, type TreeModel } from "../../model/tree.js";
import type { LandedRows } from "./landedRows.js";

/**
 * Where the rows of an engine come to in a tree that was grown from others: asked for as a whole if the engine offers that,
 * otherwise by dividing its nodes as the tree does, level by level.
 */
export function* landTree(
  model: TreeModel,
  facts: EngineFacts,
  hasGaps: (attribute: number) => boolean,
): Conversation<LandedRows> {
  checkWhole(model, facts, hasGaps);
  const statistic = model.task === "classification" ? "classes" : "ranks";
  const summaries = facts.landings
    ? yield* ask({ ask: "landings", nodes: model.nodes, statistic })
    : yield* divided(model, statistic);
  return landedIn(summaries, facts);
}

function* divided(model: TreeModel, statistic: "classes" | "ranks"): Conversation<(Summary | undefined)[]> {
  const found: (Summary | undefined)[] = model.nodes.map(() => undefined);
  [found[0]] = yield* ask({ ask: "summarise", statistic, nodes: [0] });
  for (let level = [0]; level.length > 0; ) {
    const splits = level.flatMap((node) => {
      const split = model.nodes[node];
      return isSplit(split) && found[node]!.rows > 0 ? [{ node, split }] : [];
    });
    if (splits.length === 0) break;
    const divisions = splits.map(({ node, split: { test, missing, branches } }) => ({
      ...{ node, test, missing },
      branches,
    }));
    const parts = yield* ask({ ask: "divide", statistic, divisions });
    level = [];
    for (const [i, { node, split }] of splits.entries()) {
      found[node] = undefined;
      split.branches.forEach((branch, b) => {
        found[branch] = parts[i][b];
        level.push(branch);
      });
    }
  }
  return found;
}

/** Leaves in their order, targets ascending within each. */
function landedIn(summaries: readonly (Summary | undefined)[], { target }: EngineFacts): LandedRows {
  const leaf: number[] = [];
  const truth: number[] = [];
  const weights: number[] = [];
  const note = (node: number, y: number, weight: number) => {
    if (!(weight > 0)) return;
    leaf.push(node);
    truth.push(y);
    weights.push(weight);
  };
  for (const [node, summary] of summaries.entries()) {
    if (summary === undefined || summary.rows === 0) continue;
    if (target.kind === "classes") {
      for (const [k, weight] of summary.sums.entries()) note(node, k, weight);
    } else {
      const { ranks, weights: own } = summary.ranks!;
      const { center, denominator, units } = target;
      for (const [i, rank] of ranks.entries()) note(node, (center + units[rank]) / denominator, own[i]);
    }
  }
  return { leaf: Int32Array.from(leaf), truth, weights: Float64Array.from(weights) };
}

/** What a row that comes to several leaves is told is not a sum over leaves. */
function checkWhole(
  { nodes, derived }: TreeModel,
  { attributes }: EngineFacts,
  hasGaps: (attribute: number) => boolean,
): void {
  // A test need not know every level.
  const mayBeUnknown = attributes.map(({ kind }, a) => kind !== "numeric" || hasGaps(a));
  const isShared = nodes.some(
    (node) => isSplit(node) && mayBeUnknown[node.test.attribute] && sharesRows(node.missing),
  );
  if (!isShared && !derived?.length) return;
  throw new CoppiceError(
    "ENGINE_ROWS",
    "pruning by rows that the tree was not grown from needs an engine whose rows may come to this process if rows go down several branches or values are prepared: give missing=majority, alpha, or another way to prune",
    { name: "prune" },
  );
}

function sharesRows(rule: MissingRule): boolean {
  return rule.kind === "surrogates" ? sharesRows(rule.otherwise) : rule.kind === "share";
}
