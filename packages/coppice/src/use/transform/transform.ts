import { CoppiceError } from "../../base/errors.js";
import { freeName } from "../../base/freeName.js";
import { type Condition, holds } from "../../model/condition.js";
import { memberCount } from "../../model/ensemble.js";
import { memberTree } from "../../model/memberTree.js";
import { isEnsemble, isRules, isTree, type Model } from "../../model/model.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { parentsOf } from "../../model/walk.js";
import { textOf } from "../../model/words.js";
import { cellsOf } from "../../predict/cells.js";
import { SHARED } from "../../predict/compile.js";
import { leavesOf, treeLeaves } from "../../predict/leavesOf.js";
import { walk } from "../../predict/walk.js";
import { ensembleRules } from "../../rules/ensembleRules.js";
import { rulesOf } from "../../rules/rulesOf.js";
import type { Column, NumericColumn } from "../../table/column.js";
import { makeTable, type Table } from "../../table/table.js";

/** leaves: which leaf a row comes to. paths: every node on the way, too. rules: which rules hold. */
export const FEATURE_FORMS = ["leaves", "paths", "rules"] as const;
export type FeatureForm = (typeof FEATURE_FORMS)[number];

export interface TransformOptions {
  /** What the columns stand for; default: leaves. */
  readonly as?: FeatureForm;
  /** Columns of the table to keep, after the features; default: the model's target, if the table has it. */
  readonly keep?: readonly string[];
}

/** A wider table is of little use, and may not fit. */
const MOST_COLUMNS = 50_000;

/**
 * The rows of a table as a model sees them: a column of 0 and 1 for each leaf, node or rule, to be learned from by
 * something else.
 */
export function transform(model: Model, table: Table, options: TransformOptions = {}): Table {
  const { as = "leaves" } = options;
  const kept = keptColumns(model, table, options.keep);
  const taken = new Set(kept.map(({ name }) => name));
  const columns: Column[] = [];
  for (const { name, cells } of as === "rules" ? ruleColumns(model, table) : nodeColumns(model, table, as)) {
    if (columns.length === MOST_COLUMNS) throw tooWide(model, as);
    columns.push({ type: "numeric", name: freeName(name, taken), values: cells });
  }
  return makeTable([...columns, ...kept]);
}

type Feature = { readonly name: string; readonly cells: NumericColumn["values"] };

function keptColumns({ target }: Model, table: Table, keep: readonly string[] | undefined): Column[] {
  const found = table.columns.filter(({ name }) => (keep ? keep.includes(name) : name === target.name));
  for (const name of keep ?? []) {
    if (found.some((column) => column.name === name)) continue;
    throw new CoppiceError("COLUMN_UNKNOWN", `the table has no column ${JSON.stringify(name)} to keep`, {
      name,
      rule: "a column of the table",
    });
  }
  return found;
}

function* nodeColumns(model: Model, table: Table, as: "leaves" | "paths"): Generator<Feature> {
  if (isRules(model)) {
    const message = `a model of ${model.learner} is a set of rules, without ${as}: transform it as rules`;
    throw new CoppiceError("MODEL_KIND", message, {
      name: "as",
      rule: "rules, for a set of rules",
      value: as,
    });
  }
  if (isTree(model)) return yield* treeColumns(model, treeLeaves(model, table), table, as, "");
  let tree = 0;
  for (const leaves of leavesOf(model, table)) {
    yield* treeColumns(memberTree(model, tree), leaves, table, as, `tree ${tree} `);
    tree++;
  }
}

/** Numbered like the nodes of the model; a row that goes down several branches is where most of it goes. */
function* treeColumns(
  tree: TreeModel,
  leaves: Int32Array,
  table: Table,
  as: "leaves" | "paths",
  prefix: string,
): Generator<Feature> {
  const cells = new Map<number, Float64Array>();
  const { parent } = parentsOf(tree);
  tree.nodes.forEach((node, i) => {
    if (as === "paths" ? i > 0 : !isSplit(node)) cells.set(i, new Float64Array(table.rows));
  });
  settleShared(tree, leaves, table);
  leaves.forEach((leaf, row) => {
    for (let node = leaf; node >= 0; node = parent[node]) {
      const column = cells.get(node);
      if (column) column[row] = 1;
    }
  });
  for (const [node, values] of cells) yield { name: `${prefix}${nameOf(tree, node)}`, cells: values };
}

const nameOf = ({ nodes }: TreeModel, node: number) => `${isSplit(nodes[node]) ? "node" : "leaf"} ${node}`;

function settleShared(tree: TreeModel, leaves: Int32Array, table: Table): void {
  if (!leaves.includes(SHARED)) return;
  const { cells } = cellsOf(tree, table);
  leaves.forEach((leaf, row) => {
    if (leaf !== SHARED) return;
    let most = 0;
    walk(tree, cells, row, (one, share) => {
      if (share <= most) return;
      most = share;
      leaves[row] = one;
    });
  });
}

function* ruleColumns(model: Model, table: Table): Generator<Feature> {
  const { attributes } = model;
  const { cells } = cellsOf(model, table);
  for (const all of rulesIn(model)) {
    const values = new Float64Array(table.rows).fill(1);
    for (const condition of all) {
      const column = cells[condition.attribute];
      const hasLevels = attributes[condition.attribute].type !== "numeric";
      for (let row = 0; row < values.length; row++)
        if (!holds(condition, column[row], hasLevels)) values[row] = 0;
    }
    const name = all.map((condition) => textOf(condition, attributes)).join(" AND ");
    yield { name: name === "" ? "always" : name, cells: values };
  }
}

/** The conditions of the rules of a model. */
function rulesIn(model: Model): (readonly Condition[])[] {
  if (isRules(model)) return model.rules.map((rule) => rule.if);
  if (isEnsemble(model)) return memberCount(model) > 0 ? ensembleRules(model).map((rule) => rule.if) : [];
  const sums = model.nodes.length === 1 ? (model.derived ?? []) : [];
  const added = sums.flatMap((step) => (step.kind === "combination" ? [step.all] : []));
  return added.length > 0 ? added : rulesOf(model).map((rule) => rule.if);
}

function tooWide({ learner }: Model, as: FeatureForm): CoppiceError {
  return new CoppiceError(
    "OPTION_RANGE",
    `a model of ${learner} has more than ${MOST_COLUMNS} ${as === "paths" ? "nodes" : as}: fit one with fewer or smaller trees`,
    { name: "as", rule: `at most ${MOST_COLUMNS} columns`, value: as },
  );
}
