import { CoppiceError, isSplit, type TreeModel, type TreeNode } from "coppice";
import type { Dialect } from "../dialect/dialect.js";
import type { Answering } from "./answering.js";
import { lookup } from "./bisect.js";
import { landingOf } from "./landing.js";
import { labelStages } from "./leastRisk.js";
import { leafCount, type OrderedSum, shareStages, sharesRows, sumStages } from "./sharing.js";

/**
 * What a tree says, in the stages of a query. Missing values, surrogates, levels that the tree has not seen and ties between
 * classes are treated as in the library's own prediction, operation by operation.
 */
export function treeAnswers(model: TreeModel, dialect: Dialect): Answering {
  checkTree(model);
  return sharesRows(model) ? sharedAnswers(model, dialect) : landedAnswers(model, dialect);
}

function landedAnswers(model: TreeModel, dialect: Dialect): Answering {
  const { stages, place, leaves } = landingOf(model, "cells", dialect);
  const answers = leaves.map((leaf) => answerLiteral(model, model.nodes[leaf], dialect));
  if (model.task === "regression") return { stages, answer: lookup(place, answers) };
  const shares = leaves.map((leaf) => posterior(model, model.nodes[leaf]));
  const probabilities = model.target.levels!.map((_, k) =>
    lookup(
      place,
      shares.map((of) => dialect.double(of[k])),
    ),
  );
  return { stages, answer: lookup(place, answers), probabilities };
}

function answerLiteral({ target }: TreeModel, node: TreeNode, { text, double }: Dialect): string {
  return "value" in node ? double(node.value) : text(target.levels![node.label]);
}

function sharedAnswers(model: TreeModel, dialect: Dialect): Answering {
  const shares = shareStages(model, "cells", dialect);
  const from = shares[shares.length - 1].name;
  const leaves = model.nodes.flatMap((node, leaf) => (isSplit(node) ? [] : [{ leaf, node }]));
  const total: OrderedSum = { name: "total", terms: leaves.map(({ leaf }) => ({ leaf })) };
  if (model.task === "regression") {
    const terms = leaves.map(({ leaf, node }) => ({ leaf, factor: "value" in node ? node.value : 0 }));
    const sums = sumStages([total, { name: "weighted", terms }], from, dialect);
    return { stages: [...shares, ...sums], answer: "weighted / total" };
  }
  const classes = model.target.levels!.length;
  const posteriors = leaves.map(({ leaf, node }) => ({ leaf, shares: posterior(model, node) }));
  const weighted = Array.from({ length: classes }, (_, k): OrderedSum => {
    const terms = posteriors.map(({ leaf, shares: of }) => ({ leaf, factor: of[k] }));
    return { name: `w${k}`, terms: terms.filter(({ factor }) => factor !== 0) };
  });
  const sums = sumStages([total, ...weighted], from, dialect);
  const labelled = leaves.map(({ leaf, node }) => ({ leaf, label: "label" in node ? node.label : 0 }));
  const probabilities = weighted.map(({ name }, k) => `${name} / total AS p${k}`);
  const known = {
    name: "known",
    query: `SELECT *, ${[...leafCount(labelled), ...probabilities].join(", ")} FROM sums`,
  };
  const labels = labelStages(classes, model.costs?.loss, "known", dialect);
  const words = model.target.levels!.map(dialect.text);
  const answer = `CASE WHEN leaves = 1 THEN ${lookup("only_label", words)} ELSE ${lookup("label", words)} END`;
  const columns = probabilities.map((_, k) => `p${k}`);
  return { stages: [...shares, ...sums, known, ...labels], answer, probabilities: columns };
}

/** Class probabilities of a leaf, by the operations of the library. */
export function posterior({ costs }: TreeModel, node: TreeNode): number[] {
  const counts = "counts" in node ? node.counts : [];
  const weights = counts.map((count, k) => count * (costs?.factors?.[k] ?? 1));
  let total = 0;
  for (const weight of weights) total += weight;
  return weights.map((weight) => weight / total);
}

function checkTree({ format, nodes, derived = [] }: TreeModel): void {
  const why =
    format !== "coppice-tree"
      ? `a model of format ${JSON.stringify(format)}`
      : nodes.some(({ answer }) => answer !== undefined)
        ? "a tree whose leaves predict by formulas"
        : derived.some(({ kind }) => kind === "eachValue")
          ? "a tree that tries each value in place of a missing one"
          : undefined;
  if (why !== undefined)
    throw new CoppiceError("MODEL_KIND", `${why} cannot be written as SQL`, { rule: "a tree", value: why });
}
