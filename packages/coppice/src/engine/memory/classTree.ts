import {
  type ClassTreeNodes,
  type ClassTreeSizes,
  type ClassTreeTable,
  growClassTree,
  NODE,
} from "../../kernels/classTree.js";
import { kernelsUsable, withTeam } from "../../kernels/support.js";
import type { Team } from "../../kernels/team.js";
import type { Column } from "../../table/column.js";
import type { GrownTree } from "../grownTree.js";
import type { SubtreeRules } from "../port.js";
import type { Problem } from "../problem.js";

/** Rows x attributes below which a kernel is not worth its compilation. */
const KERNEL_ENTRIES = 1 << 16;
const MOST_CLASSES = 256;
/** Sums of squares of weights up to this are exact in a double, with room to spare. */
const MOST_WEIGHT = 2 ** 26;

/** For tests to make less: small tables then pass through everything that large ones do. */
export const classTreeTuning: { entries: number; sizes?: ClassTreeSizes } = { entries: KERNEL_ENTRIES };

/**
 * Whole classification trees by Gini. The kernel goes by the rules of the learner's own choice, operation by operation;
 * a test holds it to what the learner grows from tallies.
 */
export class ClassTrees {
  /** Undefined where the kernel cannot do this problem. */
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
    if (table === undefined || rules.criterion !== "gini") return undefined;
    const { maxDepth, ...others } = rules;
    const limits = { ...others, ...(maxDepth !== undefined && { maxDepth: maxDepth - depth }) };
    const { sizes } = classTreeTuning;
    return withTeam(team, (used) =>
      growClassTree(used, table, limits, (nodes) => grownFrom(nodes, table), sizes),
    );
  }
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

/** A set of two levels is one of them: a cut. Other sets are left to the general way. */
function hasOneCut(column: Column): boolean {
  return column.type === "numeric" || column.type === "ordered" || column.levels.length <= 2;
}

function areBytes(weights: Float64Array): boolean {
  for (const w of weights) if (!(w >= 1 && w <= 255 && Number.isInteger(w))) return false;
  return true;
}

/** The kernel's nodes in preorder. */
function grownFrom({ count, words, doubles, counts }: ClassTreeNodes, table: ClassTreeTable): GrownTree {
  const { classes, columns } = table;
  const sets = new Map<number, { left: number[]; right: number[] }>();
  const tree = { ...emptyTree(count, classes), sets };
  const stack = [0];
  const rightOf = [-1];
  for (let i = 0; i < count; i++) {
    const node = stack.pop()!;
    const parent = rightOf.pop()!;
    if (parent >= 0) tree.skip[parent] = i - parent;
    const at = node * NODE.words;
    let pure = 0;
    for (let c = 0; c < classes; c++) {
      const n = counts[node * classes + c];
      tree.sums[i * classes + c] = n;
      if (n === words[at + NODE.weight]) pure = 1;
    }
    tree.rows[i] = words[at + NODE.rows];
    tree.pure[i] = pure;
    const attribute = words[at + NODE.attribute];
    tree.attribute[i] = attribute;
    if (attribute < 0) continue;
    if (table.nominal.has(attribute)) sets.set(i, { left: [0], right: [1] });
    // -0 and 0 are one value, 0.
    tree.low[i] = columns[attribute][words[at + NODE.lowRow]] + 0;
    tree.high[i] = columns[attribute][words[at + NODE.highRow]] + 0;
    tree.gain[i] = doubles[at / 2 + NODE.gain];
    tree.leftWeight[i] = words[at + NODE.leftWeight];
    tree.rightWeight[i] = words[at + NODE.rightWeight];
    const left = words[at + NODE.left];
    stack.push(left + 1, left);
    rightOf.push(i, -1);
  }
  return tree;
}

function emptyTree(nodes: number, classes: number): GrownTree {
  return {
    nodes,
    rows: new Int32Array(nodes),
    pure: new Uint8Array(nodes),
    sums: new Float64Array(nodes * classes),
    attribute: new Int32Array(nodes),
    skip: new Int32Array(nodes),
    low: new Float64Array(nodes),
    high: new Float64Array(nodes),
    sets: new Map(),
    gain: new Float64Array(nodes),
    leftWeight: new Float64Array(nodes),
    rightWeight: new Float64Array(nodes),
  };
}
