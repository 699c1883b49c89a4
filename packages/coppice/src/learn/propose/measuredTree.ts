import type { Problem } from "../../engine/problem.js";
import type { GrownTree } from "../../model/grownTree.js";
import type { Measure } from "../../model/measure.js";
import type { PlanFacts } from "../fast/fastPath.js";
import type { TreeOptions } from "../treeOptions.js";
import type { NodeToSplit } from "./proposal.js";

/** A grown subtree whose nodes test measures: its attributes are numbers of measures. */
export interface MeasuredTree extends GrownTree {
  readonly measures: readonly Measure[];
  /** The rows of nodes for which no measure was found: they are left to the learner. */
  readonly open: ReadonlyMap<number, Int32Array>;
}

/** Grows what the learner would grow node by node, to the bit. */
export interface GrowMeasured {
  /** Whether a node of so many rows is worth it. */
  isWorthwhile(rows: number): boolean;
  /** Undefined if it cannot grow this node. */
  grow(node: NodeToSplit): MeasuredTree | undefined;
}

/** What such growth asks of a plan. */
export type MeasuredPlan = PlanFacts & { readonly options: TreeOptions };

/** Undefined if the plan asks for something that it does not know. */
export type MeasuredBy = (plan: MeasuredPlan, problem: Problem) => GrowMeasured | undefined;
