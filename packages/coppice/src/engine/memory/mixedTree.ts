import { growMixedTree, MOST_MIXED_ATTRIBUTES, MOST_MIXED_CLASSES } from "../../kernels/drivers/mixedTree.js";
import type {
  MixedAttribute,
  MixedTable,
  MixedTree,
  MixedTreeRules,
  MixedTreeSizes,
} from "../../kernels/drivers/mixedTreeJob.js";
import { ifItFits } from "../../kernels/heap.js";
import { kernelsUsable, withTeam } from "../../kernels/support.js";
import type { Team } from "../../kernels/team.js";
import type { GrownTree } from "../../model/grownTree.js";
import type { Column, NominalColumn } from "../../table/column.js";
import { type EncodedAttribute, encodedOnce } from "../encode.js";
import { knowsRules } from "../knownRules.js";
import { originOf } from "../parts.js";
import type { SubtreeRules } from "../port.js";
import type { Problem } from "../problem.js";

/** Rows x attributes below which a kernel is not worth its compilation. */
const KERNEL_ENTRIES = 1 << 16;

const KNOWN = [
  ...["criterion", "tolerance", "minSplit", "minLeaf", "maxDepth", "zeroGain", "maxExhaustive", "factors"],
  ...[
    "minGain",
    "minImpurity",
    "purity",
    "scaled",
    "unit",
    "loss",
    "attributeCosts",
    "averaged",
    "sizePenalty",
  ],
  "oneHot",
] as readonly (keyof SubtreeRules)[];

/** Tests lower these, so that small tables take the same paths as large ones. */
export const mixedTreeTuning: { entries: number; sizes?: MixedTreeSizes } = { entries: KERNEL_ENTRIES };

/**
 * Whole classification trees of any table: sets of levels, any weights, Gini or entropy. The kernel follows the learner's
 * rules operation by operation; a test compares its trees with those the learner grows from tallies.
 */
export class MixedTrees {
  private readonly usable: boolean;

  constructor(
    private readonly problem: Problem,
    private readonly team?: Team,
  ) {
    this.usable = fitsMixedTrees(problem);
  }

  /** The most rows that a tree may have. */
  get mostRows(): number {
    return this.usable ? this.problem.rows : 0;
  }

  /** The tree of all rows and all attributes. */
  grow(depth: number, rules: SubtreeRules): GrownTree | undefined {
    const limits = this.usable ? mixedRules(rules, depth) : undefined;
    if (limits === undefined) return undefined;
    const { attributes, table } = this.coded();
    const { sizes } = mixedTreeTuning;
    const tree = ifItFits(() => withTeam(this.team, (team) => growMixedTree(team, table, limits, sizes)));
    return tree && inCells(tree, attributes);
  }

  /** The table as codes; a part of a table as all of its rows, most of them without weight. */
  private coded(): { readonly attributes: readonly EncodedAttribute[]; readonly table: MixedTable } {
    const { problem, team } = this;
    const own = [problem.target.column, ...problem.attributes];
    const within = wholeOf(problem, own);
    const [label, ...columns] = within?.wholes ?? own;
    const attributes = columns.map((column) => encodedOnce(column, team));
    const weights = within?.weights ?? problem.weights;
    const target = { kind: "classes", column: label as NominalColumn } as const;
    return { attributes, table: { ...codedTable({ target }, attributes), ...(weights && { weights }) } };
  }
}

/** Whether a problem is one for the kernel. */
export function fitsMixedTrees({ rows, target, attributes }: Problem): boolean {
  const classes = target.kind === "classes" ? target.column.levels.length : 0;
  const fits = classes >= 2 && classes <= MOST_MIXED_CLASSES && attributes.length <= MOST_MIXED_ATTRIBUTES;
  return fits && rows * attributes.length >= mixedTreeTuning.entries && kernelsUsable();
}

/** The rules as the kernel takes them, for a node at some depth; undefined if it does not know them. */
export function mixedRules(rules: SubtreeRules, depth: number): MixedTreeRules | undefined {
  const { criterion, maxDepth, maxExhaustive, ...others } = rules;
  if (!knowsRules(rules, KNOWN) || maxExhaustive === undefined) return undefined;
  if (criterion === "squaredError" || (criterion !== "entropy" && rules.unit !== undefined)) return undefined;
  return {
    ...{ ...others, criterion, maxExhaustive },
    ...(maxDepth !== undefined && { maxDepth: maxDepth - depth }),
  };
}

/** A table as codes, without weights. */
export function codedTable(
  { target }: Pick<Problem, "target">,
  attributes: readonly EncodedAttribute[],
): Omit<MixedTable, "weights"> {
  if (target.kind !== "classes") throw new Error("mixed trees need classes");
  const { codes: labels, levels } = target.column;
  return { rows: labels.length, attributes: attributes.map(codesOf), labels, classes: levels.length };
}

/** Parts of less than this share are encoded by themselves: going through all rows of the whole would cost more. */
const LEAST_SHARE = 0.25;

/** The columns that the problem's are part of, and its weights by row of theirs; undefined if it is better left alone. */
function wholeOf(
  { weights, rows }: Problem,
  columns: readonly Column[],
): { readonly wholes: readonly Column[]; readonly weights: Float64Array } | undefined {
  const origin = originOf(columns);
  if (origin === undefined) return undefined;
  const { wholes, rows: taken } = origin;
  const all = (wholes[0] as NominalColumn).codes.length;
  if (rows < LEAST_SHARE * all) return undefined;
  const within = new Float64Array(all);
  for (let i = 0; i < rows; i++) {
    // A row that was taken twice counts as two rows.
    if (within[taken[i]] !== 0) return undefined;
    within[taken[i]] = weights === undefined ? 1 : weights[i];
  }
  return { wholes, weights: within };
}

function codesOf({ facts, codes }: EncodedAttribute): MixedAttribute {
  return { codes, count: facts.codes, nominal: facts.kind === "nominal" };
}

/** Thresholds between cells instead of codes, and sets as lists of levels. */
export function inCells(tree: MixedTree, attributes: readonly EncodedAttribute[]): GrownTree {
  const low = new Float64Array(tree.nodes);
  const high = new Float64Array(tree.nodes);
  const sets = new Map<number, { left: number[]; right: number[] }>();
  for (let i = 0; i < tree.nodes; i++) {
    if (tree.attribute[i] < 0) continue;
    const { kind, values } = attributes[tree.attribute[i]].facts;
    if (kind === "nominal") sets.set(i, setOf(tree.sets, tree.low[i], tree.high[i]));
    else {
      low[i] = values ? values[tree.low[i]] : tree.low[i];
      high[i] = values ? values[tree.high[i]] : tree.high[i];
    }
  }
  return { ...tree, low, high, sets };
}

function setOf(words: Int32Array, start: number, size: number): { left: number[]; right: number[] } {
  const left: number[] = [];
  const right: number[] = [];
  for (let i = start; i < start + size; i++) ((words[i] & 1) === 1 ? right : left).push(words[i] >> 1);
  return { left, right };
}
