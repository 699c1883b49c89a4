import type { GrowNode } from "../growNode.js";

/** Which attributes are examined at one node, in what order, and when that is enough. */
export interface Examination {
  /** In the order of examination: ties go to the earlier one. */
  readonly attributes: readonly number[];
  /** How many random tests are drawn on an attribute, where tests are drawn at all. */
  drawsOf(attribute: number): number;
  /** Asked after each attribute that varies among the known cells; `looked` counts those too that do not. */
  enough(varied: number, looked: number): boolean;
}

/** Attributes that are known not to vary at the node may be left out: they would not count. */
export type Examine = (node: Pick<GrowNode, "live" | "key">) => Examination;
