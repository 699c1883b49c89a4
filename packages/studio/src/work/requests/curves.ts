import {
  calibration,
  type Prediction,
  predictTable,
  rankFigures,
  rankFor,
  rocCurve,
  scoreOf,
  shareInterval,
  type Truth,
  truthOf,
} from "coppice/evaluate";
import { shown } from "../../base/text.js";
import { knownOf } from "../folds.js";
import type { Handlers } from "../handlers.js";
import type { Workspace } from "../workspace.js";

/** Rows whose predictions are looked at: those learned from, or held out, or each by a model that has not seen it. */
export type JudgedRows = "train" | "validation";

export interface CurvesRequests {
  curves: { args: { on: JudgedRows }; result: Curves | undefined };
}

/** How well the probabilities of a class rank its rows, and how often they come true. */
export interface ClassCurve {
  /** The code of the class. */
  readonly code: number;
  readonly name: string;
  readonly rows: number;
  readonly auc: number;
  /** 95% confidence interval by DeLong's standard error. */
  readonly low: number;
  readonly high: number;
  /** False and true positive rates, from 0 to 1. */
  readonly roc: readonly (readonly [number, number])[];
  readonly bins: readonly {
    readonly predicted: number;
    readonly observed: number;
    readonly low: number;
    readonly high: number;
    readonly rows: number;
  }[];
  /** The expected calibration error. */
  readonly error: number;
}

export interface Curves {
  readonly rows: number;
  readonly brier: number;
  readonly logLoss: number;
  /** The most frequent classes. */
  readonly classes: readonly ClassCurve[];
}

const MOST_CLASSES = 7;
const MOST_POINTS = 400;

export const curvesHandlers = (work: Workspace): Handlers<CurvesRequests> => ({
  curves: ({ on }) => curvesOf(work, on),
});

/** Undefined for numbers, and if there are no such predictions. */
function curvesOf(work: Workspace, on: JudgedRows): Curves | undefined {
  const judged = on === "train" ? onTraining(work) : (onHeld(work) ?? work.validated?.assessment.pooled);
  if (judged === undefined) return undefined;
  const { truth, prediction, weights } = judged;
  if (truth.kind !== "classification" || prediction.kind !== "classification") return undefined;
  const score = scoreOf(truth, prediction, weights);
  if (score.kind !== "classification") return undefined;
  const counts = new Float64Array(truth.classes.length);
  for (const code of truth.codes) counts[code]++;
  const frequent = [...counts.keys()]
    .filter((code) => counts[code] > 0)
    .sort((a, b) => counts[b] - counts[a] || a - b)
    .slice(0, MOST_CLASSES)
    .sort((a, b) => a - b);
  return {
    rows: truth.codes.length,
    ...{ brier: score.brier, logLoss: score.logLoss },
    classes: frequent.map((code): ClassCurve => {
      const ranked = rankFor(code, truth, prediction, weights);
      const { auc, aucError } = rankFigures(ranked);
      const { bins, error } = calibration(code, truth, prediction, { weights });
      return {
        ...{ code, name: shown(truth.classes[code], 80), rows: counts[code], auc, error },
        ...shareInterval(auc, aucError),
        roc: thinned(rocCurve(ranked)).map((at) => [at.falsePositives, at.truePositives]),
        bins: bins.map(({ predicted, observed, interval, weight }) => ({
          ...{ predicted, observed, ...interval, rows: weight },
        })),
      };
    }),
  };
}

interface Judged {
  readonly truth: Truth;
  readonly prediction: Prediction;
  readonly weights?: Float64Array | undefined;
}

function onTraining(work: Workspace): Judged | undefined {
  const { model, training } = work.known();
  return training && { ...knownOf(training), prediction: predictTable(model, training.table) };
}

function onHeld(work: Workspace): Judged | undefined {
  const { model } = work.known();
  const held = work.parts?.validation;
  return held && { truth: truthOf(model.target, held), prediction: predictTable(model, held) };
}

function thinned<T>(points: readonly T[]): readonly T[] {
  if (points.length <= MOST_POINTS) return points;
  const at = (i: number) => Math.round((i * (points.length - 1)) / (MOST_POINTS - 1));
  return Array.from({ length: MOST_POINTS }, (_, i) => points[at(i)]);
}
