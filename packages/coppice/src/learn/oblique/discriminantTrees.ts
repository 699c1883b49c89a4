import type { Problem } from "../../engine/problem.js";
import {
  type DiscriminantTable,
  type DiscriminantTree,
  growDiscriminantTree,
  MOST_DISCRIMINANT_CLASSES,
  MOST_DISCRIMINANT_COLUMNS,
} from "../../kernels/drivers/discriminantTree.js";
import { ifItFits } from "../../kernels/heap.js";
import { kernelsUsable, withTeam } from "../../kernels/support.js";
import type { FormulaTerm } from "../../model/formula.js";
import type { Measure } from "../../model/measure.js";
import type { Column } from "../../table/column.js";
import { isCovered, type KnownOptions, oneOf } from "../fast/fastPath.js";
import { SUBTREE_KNOWS } from "../fast/subtreeRules.js";
import type { LearnContext } from "../learner.js";
import type { GrowMeasured, MeasuredBy, MeasuredPlan, MeasuredTree } from "../propose/measuredTree.js";
import type { NodeToSplit } from "../propose/proposal.js";
import type { TreeOptions } from "../treeOptions.js";

interface DiscriminantOptions extends TreeOptions {
  readonly shrinkage: number;
}

/** What the kernel knows of the options; those of the learner itself too. */
export const DISCRIMINANT_KNOWS = {
  ...SUBTREE_KNOWS,
  priors: oneOf("data"),
  loss: oneOf(undefined),
  // A value of the table is none of a measure's.
  threshold: oneOf("midpoint", "weighted"),
  branches: oneOf("two"),
  groups: "any",
  shrinkage: "any",
  eliminate: oneOf(false),
  singleAttributes: oneOf(false),
} as KnownOptions;

/** Cells from which a kernel is worth laying out the rows. Tests lower it, and the rows up to which a thread works alone. */
export const discriminantTuning: { cells: number; localRows?: number } = { cells: 1 << 15 };

/** Whole subtrees of discriminants by kernel, to the bit what the learner grows node by node. */
export function discriminantTrees(
  options: DiscriminantOptions,
  { team }: Pick<LearnContext, "team">,
): MeasuredBy {
  return (plan, problem) => {
    const variables = variablesOf(problem);
    if (variables === undefined || plan.criterion.rule !== "gini") return undefined;
    if (!isCovered(options, DISCRIMINANT_KNOWS, problem.task)) return undefined;
    return {
      isWorthwhile: (rows) => kernelsUsable() && rows * variables.length >= discriminantTuning.cells,
      grow: (node) => grown(node, variables, plan, options.shrinkage, team),
    } satisfies GrowMeasured;
  };
}

interface Variable {
  readonly attribute: number;
  /** The level of a nominal attribute that the variable marks. */
  readonly level?: number;
}

/** The columns of the kernel's table; undefined if there are too many of them, or cells that are missing or not finite. */
function variablesOf({ attributes, target, weights }: Problem): readonly Variable[] | undefined {
  if (target.kind !== "classes" || target.column.levels.length > MOST_DISCRIMINANT_CLASSES) return undefined;
  if (weights?.some((weight) => !(weight > 0))) return undefined;
  const variables = attributes.flatMap((column, attribute): Variable[] =>
    column.type === "nominal" ? column.levels.map((_, level) => ({ attribute, level })) : [{ attribute }],
  );
  if (variables.length > MOST_DISCRIMINANT_COLUMNS || !attributes.every(isWhole)) return undefined;
  return variables;
}

function isWhole(column: Column): boolean {
  if (column.type !== "numeric") return column.codes.every((code) => code >= 0);
  const { values } = column;
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return false;
  return true;
}

function grown(
  node: NodeToSplit,
  variables: readonly Variable[],
  plan: MeasuredPlan,
  shrinkage: number,
  team: LearnContext["team"],
): MeasuredTree | undefined {
  const table = tableOf(node, variables);
  if (table === undefined) return undefined;
  const { tolerance, zeroGain, maxDepth } = plan.options;
  const { minSplit, minLeaf } = plan;
  const rules = {
    ...{ tolerance, zeroGain, minSplit, minLeaf, shrinkage },
    ...(maxDepth !== undefined && { maxDepth: maxDepth - node.depth }),
  };
  const { localRows } = discriminantTuning;
  const tree = ifItFits(() =>
    withTeam(team, (used) =>
      growDiscriminantTree(used, table, rules, localRows === undefined ? undefined : { localRows }),
    ),
  );
  return tree && measuredTree(tree, variables, node.rows);
}

/** The rows of the node. Undefined if more than two classes occur, which are grouped before they are separated. */
function tableOf(
  { rows, weights, problem }: NodeToSplit,
  variables: readonly Variable[],
): DiscriminantTable | undefined {
  const { target, attributes } = problem;
  if (target.kind !== "classes") return undefined;
  const labels = taken(target.column.codes, rows);
  if (new Set(labels).size !== 2) return undefined;
  return {
    rows: rows.length,
    columns: variables.map(({ attribute, level }) => {
      const column = attributes[attribute];
      if (column.type === "numeric") return taken(column.values, rows);
      return level === undefined ? taken(column.codes, rows) : marks(column.codes, rows, level);
    }),
    groups: variables.map(({ attribute, level }) => (level === undefined ? -1 : attribute)),
    labels,
    classes: target.column.levels.length,
    ...(weights.some((weight) => weight !== 1) && { weights }),
  };
}

/** Of these rows; the whole column if they are all. */
function taken<T extends Float64Array | Int32Array>(cells: T, rows: Int32Array): T {
  if (rows.length === cells.length) return cells;
  const out = new (cells.constructor as new (length: number) => T)(rows.length);
  for (let i = 0; i < rows.length; i++) out[i] = cells[rows[i]];
  return out;
}

function marks(codes: Int32Array, rows: Int32Array, level: number): Uint8Array {
  const out = new Uint8Array(rows.length);
  for (let i = 0; i < rows.length; i++) out[i] = codes[rows[i]] === level ? 1 : 0;
  return out;
}

function measuredTree(
  tree: DiscriminantTree,
  variables: readonly Variable[],
  rows: Int32Array,
): MeasuredTree {
  const width = variables.length;
  const measures = Array.from({ length: tree.coefficients.length / width }, (_, m) =>
    linear(tree.coefficients, m * width, variables),
  );
  const open = new Map<number, Int32Array>();
  for (const [node, start] of tree.open) {
    const own = tree.order.subarray(start, start + tree.rows[node]);
    open.set(
      node,
      Int32Array.from(own, (row) => rows[row]),
    );
  }
  return { ...tree, measures, open };
}

function linear(coefficients: Float64Array, from: number, variables: readonly Variable[]): Measure {
  const terms: FormulaTerm[] = [];
  for (const [v, { attribute, level }] of variables.entries()) {
    const coefficient = coefficients[from + v];
    if (coefficient === 0) continue;
    terms.push({ attribute, coefficient, ...(level !== undefined && { levels: [level] }) });
  }
  return { kind: "linear", formula: { intercept: 0, terms } };
}
