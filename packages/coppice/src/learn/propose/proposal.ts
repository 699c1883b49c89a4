import type { NodeRows } from "../../engine/port.js";
import type { Problem } from "../../engine/problem.js";
import type { Measure } from "../../model/measure.js";

/** A node for which tests are sought: its rows, as positions in the problem, and their weights. */
export interface NodeToSplit extends NodeRows {
  readonly problem: Problem;
  readonly depth: number;
  /** The key from which everything random at the node is derived; see base/nodeRandom. */
  readonly key: number;
}

/** What is to be tested at a node. */
export interface Proposal {
  /** Measures of several attributes, which the criterion compares. */
  readonly measures: readonly Measure[];
  /** The threshold of each measure, where it is part of the proposal; absent: the criterion places it. */
  readonly thresholds?: readonly (number | undefined)[];
  /** Whether tests on single attributes are examined too. They win ties. */
  readonly attributes: boolean;
}

/** Finds measures that may separate the rows of a node. The same rows and key give the same measures. */
export type Propose = (node: NodeToSplit) => Proposal;
