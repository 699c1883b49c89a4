import { type DataHandle, localRows } from "../engine/data.js";
import { withNodesOf } from "../model/lazyNodes.js";
import type { Measure, MeasureStep } from "../model/measure.js";
import { columnMakerOf } from "../model/packedTree.js";
import type { Derived, Spread, TreeModel } from "../model/tree.js";
import { columnSchema } from "../table/column.js";
import type { LearnContext, Learned, TreeLearner } from "./learner.js";
import { measureColumns } from "./propose/measureColumns.js";
import { spreadsOf } from "./spreads.js";

/** Whether leaves predict by formulas. Trees as columns do not, and are not unfolded to find out. */
function hasAnswers(learned: Learned): boolean {
  return columnMakerOf(learned) === undefined && learned.nodes.some(({ answer }) => answer !== undefined);
}

/** The classes of formulas are the levels of their attribute. */
function stepOf(measure: Measure, attribute: number): MeasureStep {
  if (measure.kind === "largest") return { kind: measure.kind, attribute, of: measure.of };
  const { kind, ...rest } = measure;
  return { kind, attribute, ...rest } as MeasureStep;
}

function spreadsIn(grown: DataHandle): Spread[] {
  const { attributes, weights } = localRows(grown, "a model with measures or formulas").problem;
  return spreadsOf(attributes, weights);
}

/** What a model says of how it came about. */
export interface LearnedBy {
  readonly learner: TreeLearner;
  readonly options: TreeModel["options"];
  readonly grown: DataHandle;
  readonly derived?: readonly Derived[];
  readonly context: Pick<LearnContext, "seed">;
}

/** A tree that was learned, as a model. */
export function learnedModel(
  { learner, options, grown, context, derived }: LearnedBy,
  learned: Learned,
): TreeModel {
  const { measures = [], added = [] } = learned;
  const { task } = grown;
  const attributes = task.attributes.map(columnSchema);
  const target = columnSchema(task.target.column);
  const measured = measures.map((measure, i) => stepOf(measure, attributes.length + i));
  const steps = [...measured, ...added.map(({ step }) => step)];
  const head: Omit<TreeModel, "nodes"> = {
    format: "coppice-tree",
    version: 2,
    learner: learner.name,
    options,
    task: task.task,
    target,
    attributes: [
      ...attributes,
      ...measureColumns(measures, attributes, target),
      ...added.map(({ schema }) => schema),
    ],
    ...(learned.leafError && { leafError: learned.leafError }),
    training: { rows: task.rows, weight: task.totalWeight, seed: context.seed },
    ...(learned.costs && { costs: learned.costs }),
    ...(learned.optimality && { optimality: learned.optimality }),
    ...(learned.hardening && { hardening: learned.hardening }),
    ...((steps.length > 0 || hasAnswers(learned)) && { spreads: spreadsIn(grown) }),
    ...((derived || steps.length > 0) && { derived: [...(derived ?? []), ...steps] }),
  };
  return withNodesOf(head, learned);
}
