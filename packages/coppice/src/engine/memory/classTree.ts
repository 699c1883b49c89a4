import {
  type ClassTree,
  type ClassTreeSizes,
  type ClassTreeTable,
  growClassTree,
} from "../../kernels/drivers/classTree.js";
import { ifItFits } from "../../kernels/heap.js";
import { kernelsUsable, withTeam } from "../../kernels/support.js";
import type { Team } from "../../kernels/team.js";
import type { GrownTree } from "../../model/grownTree.js";
import type { Column } from "../../table/column.js";
import { knowsRules } from "../knownRules.js";
import type { SubtreeRules } from "../port.js";
import type { Problem } from "../problem.js";

/** Rows x attributes below which a kernel is not worth its compilation. */
const KERNEL_ENTRIES = 1 << 16;
const MOST_CLASSES = 256;
/** Sums of squares of weights up to this are exact in a double, with room to spare. */
const MOST_WEIGHT = 2 ** 26;

const KNOWN = [
  ...["criterion", "tolerance", "minSplit", "minLeaf", "maxDepth", "zeroGain"],
  // Without effect on two levels.
  "maxExhaustive",
] as readonly (keyof SubtreeRules)[];

/** Tests lower these, so that small tables take the same paths as large ones. */
export const classTreeTuning: { entries: number; sizes?: ClassTreeSizes } = { entries: KERNEL_ENTRIES };

/**
 * Whole classification trees by Gini. The kernel follows the learner's rules operation by operation; a test compares
 * its trees with those the learner grows from tallies.
 */
export class ClassTrees {
  /** Undefined if the kernel does not support this problem. */
  private readonly table: ClassTreeTable | undefined;

  constructor(
    problem: Problem,
    private readonly team?: Team,
  ) {
    const large = problem.rows * problem.attributes.length >= classTreeTuning.entries;
    this.table = large && kernelsUsable() ? tableOf(problem) : undefined;
  }

  /** The most rows that a tree may have. */
  get mostRows(): number {
    return this.table?.rows ?? 0;
  }

  /** The tree of all rows and all attributes. */
  grow(depth: number, rules: SubtreeRules): GrownTree | undefined {
    const { table, team } = this;
    if (table === undefined || rules.criterion !== "gini" || !knowsRules(rules, KNOWN)) return undefined;
    const { maxDepth, maxExhaustive: _, ...others } = rules;
    const limits = { ...others, ...(maxDepth !== undefined && { maxDepth: maxDepth - depth }) };
    const { sizes } = classTreeTuning;
    const tree = ifItFits(() => withTeam(team, (used) => growClassTree(used, table, limits, sizes)));
    return tree && withSets(tree, table);
  }
}

/** Whether a table has nothing but what lists of numbers can hold. */
export function isForLists({ attributes }: Problem): boolean {
  return attributes.every(hasOneCut);
}

function tableOf({ rows, attributes, target, weights, totalWeight }: Problem): ClassTreeTable | undefined {
  if (target.kind !== "classes" || totalWeight > MOST_WEIGHT) return undefined;
  const classes = target.column.levels.length;
  if (classes < 2 || classes > MOST_CLASSES || (weights && !areBytes(weights))) return undefined;
  if (!attributes.every(hasOneCut)) return undefined;
  const columns = attributes.map((column) => (column.type === "numeric" ? column.values : column.codes));
  const nominal = new Set(attributes.flatMap(({ type }, a) => (type === "nominal" ? [a] : [])));
  return { rows, columns, nominal, labels: target.column.codes, classes, ...(weights && { weights }) };
}

/** Two levels can be divided in one way only: a cut. Other sets are left to the general path. */
function hasOneCut(column: Column): boolean {
  return column.type === "numeric" || column.type === "ordered" || column.levels.length <= 2;
}

function areBytes(weights: Float64Array): boolean {
  for (let row = 0; row < weights.length; row++) {
    const weight = weights[row];
    if (!(weight >= 1 && weight <= 255 && Math.floor(weight) === weight)) return false;
  }
  return true;
}

/** A nominal attribute has two levels, the first of which goes left. */
function withSets(tree: ClassTree, { nominal }: ClassTreeTable): GrownTree {
  const sets = new Map<number, { left: number[]; right: number[] }>();
  if (nominal.size > 0) {
    tree.attribute.forEach((attribute, node) => {
      if (nominal.has(attribute)) sets.set(node, { left: [0], right: [1] });
    });
  }
  return { ...tree, sets };
}
