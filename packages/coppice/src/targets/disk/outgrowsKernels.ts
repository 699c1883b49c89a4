import { leastForestBytes } from "../../kernels/drivers/codedForest/room.js";
import { type EnsembleLearner, isTreeLearner, learnerUnder, type TreeLearner } from "../../learn/learner.js";
import { checkOptions } from "../../learn/options.js";
import { learnerNamed } from "../../learn/registry.js";
import type { Column } from "../../table/column.js";
import { isStringType } from "../../table/schema.js";
import { columnOf, type Table } from "../../table/table.js";
import type { FitSpec } from "../trial.js";
import { budgetTuning, takenBesides } from "./budget.js";
import { forestModelBytes, fromDisk, usualMemory } from "./fitOnDisk.js";

/** What a cell takes at least in the kernels that grow single trees: its number, two lists and a code. */
const KERNEL_CELL = 17;
/** Memory that coded rows need here besides the blocks. */
const PER_ROW = 64;

/**
 * Whether trees of these rows are grown faster from codes on disk, although they fit memory: kernels that grow whole trees address
 * 4 GB, and without them one thread would work, in TypeScript. What the process has taken by now leaves room for it.
 */
export function outgrowsKernels(table: Table, spec: FitSpec, memory = usualMemory()): boolean {
  const learner = learnerUnder(learnerNamed(spec.learner), spec.options);
  if (!fromDisk(learner) || learner.kind === "rules") return false;
  const attributes = attributesIn(table, spec);
  const { length } = attributes;
  if (isTreeLearner(learner)) {
    if (KERNEL_CELL * table.rows * length <= budgetTuning.kernels || isByRanks(learner, spec)) return false;
    return takenBesides() + PER_ROW * table.rows <= memory;
  }
  if (!isForest(learner, spec, attributes)) return false;
  const target = columnOf(table, spec.target);
  const classes = target.type === "numeric" ? 2 : target.levels.length;
  if (leastForestBytes(table.rows, attributes, classes) <= budgetTuning.kernels) return false;
  const model = forestModelBytes(learner, table.rows, spec);
  return takenBesides() + (PER_ROW + 8 * classes) * table.rows + model <= memory;
}

/** Gain ratios are of ranks, which the disk engine makes of whole columns. */
function isByRanks(learner: TreeLearner, { options = {} }: FitSpec): boolean {
  const { criterion } = checkOptions(learner, options) as { readonly criterion?: unknown };
  return criterion === "gainRatio";
}

/** Whether kernels grow it as they grow forests, and it can do without the rows themselves. */
function isForest(
  learner: EnsembleLearner,
  { options = {} }: FitSpec,
  attributes: readonly Column[],
): boolean {
  if (learner.boosts || !learner.kernels || learner.readsRows?.(checkOptions(learner, options))) return false;
  return !attributes.some(({ type }) => isStringType(type));
}

function attributesIn(table: Table, { attributes, target, weight, rowKey }: FitSpec): readonly Column[] {
  if (attributes) return attributes.map((name) => columnOf(table, name));
  return table.columns.filter(({ name }) => ![target, weight, rowKey].includes(name));
}
