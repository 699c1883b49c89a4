import {
  CoppiceError,
  type EnsembleModel,
  isEnsemble,
  type LearningCurve,
  memberCount,
  memberTree,
  selectRows,
} from "coppice";
import { firstTrees, predictTable, scoreOf, truthOf } from "coppice/evaluate";
import { shown } from "../../base/text.js";
import { evenRows } from "../describe.js";
import type { Handlers } from "../handlers.js";
import type { TreeView } from "../protocol.js";
import { treeView } from "../treeView.js";
import type { Workspace } from "../workspace.js";

export interface EnsembleRequests {
  ensemble: { args: Record<never, never>; result: EnsembleFacts | undefined };
  member: { args: { member: number }; result: MemberFacts };
}

export interface EnsembleFacts {
  readonly trees: number;
  /** The nodes of each tree. */
  readonly nodes: Int32Array;
  /** How the trees are put together, in words. */
  readonly combine: string;
  readonly curves: readonly CurveFacts[];
  /** Trees are added in rounds, one per round, or one per class and round. */
  readonly isBoosted: boolean;
}

/** The error after each tree, or after each round of boosting. */
export interface CurveFacts {
  readonly on: LearningCurve["on"];
  readonly measure: LearningCurve["measure"];
  readonly points: readonly (readonly [trees: number, error: number])[];
}

export interface MemberFacts {
  readonly member: number;
  readonly tree: TreeView;
  /** The class whose score the tree adds to. */
  readonly of?: string;
  /** The weight of its vote. */
  readonly weight?: number;
}

const MOST_POINTS = 400;

export const ensembleHandlers = (work: Workspace): Handlers<EnsembleRequests> => ({
  ensemble: () => {
    const { model } = work.known();
    return isEnsemble(model) ? ensembleFacts(model, work) : undefined;
  },
  member: ({ member }) => {
    const { model } = work.known();
    if (!isEnsemble(model))
      throw new CoppiceError("MODEL_KIND", "only an ensemble has member trees", { name: model.learner });
    const { combine } = model;
    const of = scoredClass(model, member);
    const weight = combine.kind === "sum" ? undefined : combine.weights?.[member];
    return {
      member,
      tree: treeView(memberTree(model, member)),
      ...(of !== undefined && { of: shown(of, 60) }),
      ...(weight !== undefined && { weight }),
    };
  },
});

function ensembleFacts(model: EnsembleModel, work: Workspace): EnsembleFacts {
  const { members, combine, report } = model;
  const trees = memberCount(model);
  const nodes = Int32Array.from({ length: trees }, (_, i) =>
    members.kind === "models"
      ? members.models[i].nodes.length
      : members.trees.starts[i + 1] - members.trees.starts[i],
  );
  return {
    ...{ trees, nodes, isBoosted: combine.kind === "sum" },
    combine: { mean: "their answers are averaged", vote: "they vote", sum: "their scores are added up" }[
      combine.kind
    ],
    curves: [
      ...(report?.curves ?? []).map(({ on, measure, values }) => ({ on, measure, points: pointsOf(values) })),
      ...trainingCurve(model, work),
    ],
  };
}

const STEPS = 24;
const MOST_ROWS = 5_000;

/** The error of the first trees on training rows, where the learner does not say; nothing without a table. */
function trainingCurve(model: EnsembleModel, work: Workspace): CurveFacts[] {
  const { training } = work.known();
  const { combine, neighbours, report } = model;
  // Nearest rows answer for the whole ensemble, and a curve of another measure would not fit beside it.
  const others = report?.curves ?? [];
  if (
    training === undefined ||
    neighbours ||
    others.some(({ on, measure }) => on === "train" || measure === "loss")
  )
    return [];
  const table = selectRows(training.table, evenRows(training.table.rows, MOST_ROWS));
  const truth = truthOf(model.target, table);
  const outputs = combine.kind === "sum" ? combine.outputs : 1;
  const rounds = memberCount(model) / outputs;
  // Close together at first, where the error changes most.
  const places = new Set(Array.from({ length: STEPS }, (_, i) => Math.round(rounds ** ((i + 1) / STEPS))));
  const points = [...places].map((round): [number, number] => {
    const score = scoreOf(truth, predictTable(firstTrees(model, round * outputs), table));
    return [round, score.kind === "classification" ? 1 - score.accuracy : score.rmse ** 2];
  });
  return [{ on: "train", measure: truth.kind === "classification" ? "error" : "squaredError", points }];
}

function pointsOf(values: readonly (number | null)[]): [number, number][] {
  const step = Math.max(1, values.length / MOST_POINTS);
  const places = new Set<number>();
  for (let at = 0; at < values.length; at += step) places.add(Math.floor(at));
  places.add(values.length - 1);
  return [...places].flatMap((i): [number, number][] => {
    const value = values[i];
    return value === null || value === undefined || Number.isNaN(value) ? [] : [[i + 1, value]];
  });
}

/** With several classes the trees take turns, one per class; with two there is one score, for the second. */
function scoredClass({ combine, target }: EnsembleModel, tree: number): string | undefined {
  if (combine.kind !== "sum" || target.levels === undefined) return undefined;
  return combine.outputs === 1 ? target.levels[1] : target.levels[tree % combine.outputs];
}
