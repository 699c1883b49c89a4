import {
  CoppiceError,
  describeOptions,
  fit,
  isSplit,
  isTree,
  learnerNamed,
  type Model,
  type TreeModel,
} from "coppice";
import { pathWords, treeData } from "coppice/draw";
import { candidates, nodePaths } from "coppice/edit";
import { type Training, trainingFrom } from "coppice/evaluate";
import { shown } from "../../base/text.js";
import { candidateFacts } from "../candidateFacts.js";
import { type GrowthBy, growthBy, growthOrder } from "../growthOrder.js";
import type { Handlers, Hooks } from "../handlers.js";
import type { CandidateFacts, Recipe, TreeView } from "../protocol.js";
import { targetFacts } from "../targetFacts.js";
import { treeView } from "../treeView.js";
import type { Workspace } from "../workspace.js";

export interface WatchRequests {
  growth: { args: Recipe; result: Growth };
  division: { args: { node: number; limit: number }; result: Division };
}

/** How a tree grew, before it was pruned. */
export interface Growth {
  readonly tree: TreeView;
  readonly by: GrowthBy;
  /** The split nodes, in the order in which they were divided. */
  readonly order: Int32Array;
  /** Split nodes that are leaves once the tree is pruned; absent if it is not. */
  readonly pruned?: Int32Array;
  /** Pruning made another tree, not a part of this one. */
  readonly isRemade: boolean;
  /** What gains are measured in. */
  readonly measure: string;
}

/** What the learner chose from at a node. */
export interface Division {
  readonly node: number;
  readonly path: readonly string[];
  readonly rows: number;
  readonly candidates: readonly (CandidateFacts & {
    /** What tests are compared by, where that is not the gain. */
    readonly score?: number;
  })[];
}

interface Watched {
  readonly model: TreeModel;
  readonly training: Training;
  readonly paths: readonly string[];
  readonly words: (node: number) => readonly string[];
}

export function watchHandlers(work: Workspace): Handlers<WatchRequests> {
  let watched: Watched | undefined;
  return {
    growth: async (recipe, hooks) => {
      const grown = await grownBy(work, recipe, hooks);
      const data = treeData(grown);
      const training = trainingFrom(work.tableRead(), recipe);
      const words = (node: number) => pathWords(data, node);
      watched = { model: grown, training, paths: nodePaths(grown), words };
      const by = isGrownByNodes(grown, training) ? growthBy(grown) : "whole";
      return {
        ...{ tree: treeView(grown), by, order: growthOrder(grown, by), measure: measureOf(grown) },
        ...(await prunedFrom(work, grown, recipe, hooks)),
      };
    },
    division: ({ node, limit }) => {
      if (watched === undefined) throw new CoppiceError("MODEL_INVALID", "no growth is watched");
      return divisionAt(watched, node, limit);
    },
  };
}

/** The tree of a recipe as it is before it is pruned. */
async function grownBy(work: Workspace, recipe: Recipe, hooks: Hooks): Promise<TreeModel> {
  const request = work.requestOf({ ...recipe, options: withoutPruning(recipe) });
  const grown = await fit(work.tableRead(), { ...request, ...hooks });
  if (isTree(grown)) return grown;
  throw new CoppiceError("MODEL_KIND", "only the growth of a single tree can be watched", {
    name: recipe.learner,
  });
}

/** Whether the learner compares tests at a node: others find their trees in other ways. */
function isGrownByNodes(model: TreeModel, { table }: Training): boolean {
  try {
    return candidates(model, table, "root", { limit: 1 }).rows > 0;
  } catch (error) {
    if (error instanceof CoppiceError) return false;
    throw error;
  }
}

/** The options of a recipe, those of pruning aside. */
function withoutPruning({ learner, options }: Recipe): Readonly<Record<string, unknown>> {
  const known = describeOptions(learnerNamed(learner));
  const isOfPruning = (name: string) =>
    name === "prune" || mentions(known.find((each) => each.name === name)?.appliesWhen);
  if (!known.some(({ name }) => name === "prune")) return options;
  const others = Object.entries(options).filter(([name]) => !isOfPruning(name));
  return { ...Object.fromEntries(others), prune: "none" };
}

/** Whether a condition is about how a tree is pruned: written as data, so that nested ones are found as well. */
const mentions = (condition: unknown): boolean =>
  condition !== undefined && JSON.stringify(condition).includes('"option":"prune"');

type Pruned = Pick<Growth, "pruned" | "isRemade">;

async function prunedFrom(work: Workspace, grown: TreeModel, recipe: Recipe, hooks: Hooks): Promise<Pruned> {
  const model = await prunedBy(work, recipe, hooks);
  if (!isTree(model)) return { isRemade: false };
  const gone = goneNodes(grown, model);
  if (gone === undefined) return { isRemade: true };
  return { isRemade: false, ...(gone.length > 0 && { pruned: Int32Array.from(gone) }) };
}

/** The tree of a recipe with its pruning: the one that is open, unless it was changed since. */
function prunedBy(work: Workspace, recipe: Recipe, { signal }: Hooks): Promise<Model> | Model {
  const isOpen = JSON.stringify(work.recipe) === JSON.stringify(recipe);
  if (isOpen && work.history === undefined && work.pruning === undefined) return work.known().model;
  return fit(work.tableRead(), { ...work.requestOf(recipe), signal });
}

/** The splits of the grown tree that are leaves in the other; undefined if that is not a part of it. */
function goneNodes(grown: TreeModel, model: TreeModel): number[] | undefined {
  const gone: number[] = [];
  const walk = (a: number, b: number): boolean => {
    const [from, to] = [grown.nodes[a], model.nodes[b]];
    if (!isSplit(from)) return !isSplit(to);
    if (!isSplit(to)) {
      gone.push(a);
      return true;
    }
    const isSame = JSON.stringify(from.test) === JSON.stringify(to.test);
    return isSame && from.branches.every((next, i) => walk(next, to.branches[i]));
  };
  return walk(0, 0) ? gone : undefined;
}

const MEASURES: Readonly<Record<string, string>> = {
  entropy: "bits",
  gainRatio: "bits",
  gini: "Gini impurity",
  squaredError: "squared error",
};

function measureOf({ options, task }: TreeModel): string {
  const { criterion = "auto" } = options;
  const chosen = criterion === "auto" ? (task === "classification" ? "gini" : "squaredError") : criterion;
  return typeof chosen === "string" ? (MEASURES[chosen] ?? chosen) : "the learner's own measure";
}

function divisionAt({ model, training, paths, words }: Watched, node: number, limit: number): Division {
  const root = model.nodes[0];
  const target = targetFacts(model.target, "counts" in root ? root.counts : []);
  const found = candidates(model, training.table, paths[node], { limit });
  return {
    node,
    path: words(node).map((each) => shown(each, 200)),
    rows: found.rows,
    candidates: found.candidates.map((each) => ({
      ...candidateFacts(model, each, target),
      ...(each.score !== each.gain && { score: each.score }),
    })),
  };
}
