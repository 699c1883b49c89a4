import type { Problem } from "../../engine/problem.js";
import type { Measure } from "../../model/measure.js";
import type { PlanFacts } from "../fast/fastPath.js";
import type { TreeOptions } from "../treeOptions.js";
import type { NodeToSplit } from "./proposal.js";

/** A subtree whose nodes test measures, as columns: nodes in preorder, each test with two branches. */
export interface MeasuredTree {
  readonly nodes: number;
  readonly rows: Int32Array;
  /** Class weights, node by node. */
  readonly sums: Float64Array;
  /** The number of the tested measure; -1 at a leaf. */
  readonly measure: Int32Array;
  readonly measures: readonly Measure[];
  /** How many nodes ahead the right branch is. */
  readonly skip: Int32Array;
  /** The greatest value that goes left and the least that goes right. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Total gain, and the weight of both sides. */
  readonly gain: Float64Array;
  readonly leftWeight: Float64Array;
  readonly rightWeight: Float64Array;
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
