import type { EnsembleModel } from "../../model/ensemble.js";
import type { ModelHead, Task } from "../../model/head.js";
import type { MeasureStep } from "../../model/measure.js";
import type { Model } from "../../model/model.js";
import { writable } from "../../model/modelJson.js";
import type { Spread, TreeModel } from "../../model/tree.js";
import { measureColumns } from "../propose/measureColumns.js";
import { recorded } from "../recorded.js";
import type { StreamLearned, StreamSchema } from "./streamLearner.js";

/** Where a model of a stream comes from. */
export interface StreamHead {
  readonly learner: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly schema: StreamSchema;
  readonly rows: number;
  readonly weight?: number;
  readonly seed: number;
  /** How much the attributes vary, if known. */
  readonly spreads?: readonly Spread[];
}

/** What was learned so far as an ordinary model. */
export function modelOfStream(from: StreamHead, learned: StreamLearned): Model {
  return learned.kind === "tree" ? treeOf(from, learned) : ensembleOf(from, learned);
}

function headOf({ learner, options, schema, rows, weight = rows, seed }: StreamHead): ModelHead {
  const task: Task = schema.target.type === "numeric" ? "regression" : "classification";
  return {
    version: 2,
    learner,
    options: recorded(options),
    task,
    target: schema.target,
    attributes: schema.attributes,
    training: { rows, weight, seed },
  };
}

function treeOf(from: StreamHead, learned: Extract<StreamLearned, { kind: "tree" }>): TreeModel {
  const { measures = [], added = [], nodes, costs, leafError } = learned;
  const { attributes, target } = from.schema;
  const measured = measures.map((measure, i) => ({
    ...measure,
    attribute: attributes.length + i,
  })) as MeasureStep[];
  const derived = [...measured, ...added.map(({ step }) => step)];
  return {
    format: "coppice-tree",
    ...headOf(from),
    attributes: [
      ...attributes,
      ...measureColumns(measures, attributes, target),
      ...added.map(({ schema }) => schema),
    ],
    ...(leafError && { leafError }),
    ...(costs && { costs }),
    ...(derived.length > 0 && { derived }),
    ...(from.spreads && nodes.some(({ answer }) => answer) && { spreads: from.spreads }),
    nodes,
  };
}

function ensembleOf(
  from: StreamHead,
  { combine, members }: Extract<StreamLearned, { kind: "ensemble" }>,
): EnsembleModel {
  return { format: "coppice-ensemble", ...headOf(from), combine, members: writable(members) };
}
