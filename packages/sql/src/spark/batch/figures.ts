import { isEnsemble, isSplit, isTree, type Model, type TreeModel } from "coppice";
import type { AsyncEngine, FigureSums, LearningTask, Summary } from "coppice/engine";
import { CLIP } from "../../engine/figures.js";
import { sharesRows } from "../../tree/sharing.js";
import { posterior } from "../../tree/treeAnswers.js";
import type { BatchBoostRows } from "./boostRows.js";

/** What a handle has to judge models of classes by, without another look at the rows' own cells. */
export interface Judging {
  readonly task: LearningTask;
  engine(): AsyncEngine;
  /** The rows that boosting has learned from, with the scores that it gave them. */
  readonly boosted: BatchBoostRows | undefined;
}

/** How well a model predicts the rows that it was learned from, from their blocks; undefined where a query must tell. */
export async function blockFigures(model: Model, judging: Judging): Promise<FigureSums | undefined> {
  if (model.task !== "classification" || model.derived !== undefined || model.costs?.loss !== undefined)
    return undefined;
  if (isEnsemble(model)) return judging.boosted?.figures(model);
  if (!isTree(model) || sharesRows(model) || !isOverCodes(model, judging.task)) return undefined;
  const engine = judging.engine();
  try {
    const request = { ask: "landings", nodes: model.nodes, statistic: "classes" } as const;
    return figuresAt(model, (await engine.answer(request)) as Summary[]);
  } finally {
    await engine.close?.();
  }
}

/** Whether its tests are of the attributes that blocks have codes of, in their order. */
function isOverCodes({ attributes, nodes }: TreeModel, task: LearningTask): boolean {
  return (
    attributes.length === task.attributes.length &&
    attributes.every(({ name }, a) => name === task.attributes[a].name) &&
    nodes.every((node) => !isSplit(node) || node.test.kind !== "gate")
  );
}

/** From the weights of the classes that come to each leaf. */
function figuresAt(model: TreeModel, landed: readonly Summary[]): FigureSums {
  const classes = model.target.levels!;
  const confusion = classes.map(() => new Array<number>(classes.length).fill(0));
  let [logLoss, brier] = [0, 0];
  for (const [at, node] of model.nodes.entries()) {
    if (isSplit(node) || !("label" in node) || landed[at].rows === 0) continue;
    const shares = posterior(model, node);
    const squares = shares.reduce((sum, share) => sum + share * share, 0);
    for (const [k, weight] of landed[at].sums.entries()) {
      confusion[k][node.label] += weight;
      logLoss -= weight * Math.log(Math.min(Math.max(shares[k], CLIP), 1 - CLIP));
      brier += weight * (squares + 1 - 2 * shares[k]);
    }
  }
  return { kind: "classification", classes, confusion, logLoss, brier };
}
