import { answerShares, answerValue } from "../../model/answer.js";
import { posterior } from "../../model/costs.js";
import { type EnsembleModel, memberCount, memberWeight, totalWeight } from "../../model/ensemble.js";
import type { NodeFacts, TreeModel, TreeNode } from "../../model/tree.js";
import { cellsOf } from "../../predict/cells.js";
import { leastRisk } from "../../predict/combine.js";
import type { Prediction } from "../../predict/prediction.js";
import { predictTree } from "../../predict/predictTree.js";
import type { Conjunction } from "../../rules/conjunction.js";
import type { ColumnSchema } from "../../table/schema.js";
import type { Table } from "../../table/table.js";
import { packedPath } from "./packedPath.js";
import { PathFinder } from "./pathsTaken.js";
import { SharedAttributes } from "./sharedAttributes.js";

/** A row, and the class to explain; none for regression. */
export interface ExplainedRow {
  readonly row: number;
  readonly label?: number;
}

/** A member's path, and what it adds to the prediction. */
export interface MemberPath {
  readonly member: number;
  readonly if: Conjunction;
  readonly weight: number;
  /** Whether the member supports the prediction; always true if values are averaged. */
  readonly isFor: boolean;
}

type Contribution = Pick<MemberPath, "weight" | "isFor">;

export interface MemberPaths {
  readonly attributes: readonly ColumnSchema[];
  /** The paths of the members whose sum is the prediction: all, or those of the class's own score. */
  of(answer: ExplainedRow): MemberPath[];
}

export function memberPaths(model: EnsembleModel, table: Table): MemberPaths {
  return model.members.kind === "packed" ? packedPaths(model, table) : modelPaths(model, table);
}

function packedPaths(model: EnsembleModel, table: Table): MemberPaths {
  const { members, combine, attributes } = model;
  if (members.kind !== "packed") throw new Error("expected packed trees");
  const { trees } = members;
  const { cells } = cellsOf(model, table);
  const count = memberCount(model);
  const outputs = combine.kind === "sum" && trees.width === 1 ? combine.outputs : 1;
  const of = ({ row, label = 0 }: ExplainedRow): MemberPath[] => {
    const paths: MemberPath[] = [];
    const output = outputs > 1 ? label : 0;
    for (let member = output; member < count; member += outputs) {
      const { if: all, answer } = packedPath(trees, member, attributes, (a) => cells[a][row]);
      const output = trees.values.subarray(answer * trees.width, (answer + 1) * trees.width);
      paths.push({ member, if: all, ...packedContribution(model, member, output, label) });
    }
    return paths;
  };
  return { attributes, of };
}

/** What a packed tree's leaf adds. */
function packedContribution(
  model: EnsembleModel,
  member: number,
  output: Float64Array,
  label: number,
): Contribution {
  const { combine, task } = model;
  if (combine.kind === "sum") {
    const score = output.length > 1 ? output[label] : output[0];
    // With two classes the single score is that of the second class; the first has its negative.
    const weight = combine.link === "logistic" && label === 0 ? -score : score;
    return { weight, isFor: task === "regression" ? weight !== 0 : weight > 0 };
  }
  if (task === "regression") return { weight: output[0] / memberCount(model), isFor: true };
  return classContribution(
    model,
    member,
    output,
    leastRisk(output, 0, output.length, model.costs?.loss),
    label,
  );
}

function classContribution(
  model: EnsembleModel,
  member: number,
  shares: ArrayLike<number>,
  own: number,
  label: number,
): Contribution {
  const { combine } = model;
  const isFor = own === label;
  const weight = memberWeight(combine, member);
  const said = combine.kind === "vote" ? Number(isFor) : shares[label];
  return { weight: (weight * said) / totalWeight(model), isFor };
}

/** Members that are separate models may divide a row between leaves: each leaf's path contributes its share. */
function modelPaths(model: EnsembleModel, table: Table): MemberPaths {
  const { members } = model;
  if (members.kind !== "models") throw new Error("expected models");
  const shared = new SharedAttributes(model.attributes);
  const ready = members.models.map((tree) => ({
    tree,
    prediction: predictTree(tree, table),
    cells: cellsOf(tree, table).cells,
    finder: new PathFinder(tree, table),
    rename: shared.renaming(tree.attributes),
  }));
  const of = ({ row, label = 0 }: ExplainedRow): MemberPath[] =>
    ready.flatMap(({ tree, prediction, cells, finder, rename }, member) =>
      finder.of(row).map(({ if: all, leaf, share }) => {
        const cellOf = (a: number) => cells[a][row];
        const facts = inRow(tree.nodes[leaf], cellOf);
        const { weight, isFor } = leafContribution(model, member, tree, facts, prediction, row, label);
        return { member, if: rename(all), weight: weight * share, isFor };
      }),
    );
  return { attributes: shared.attributes, of };
}

/** A leaf as if it were constant: with what it predicts for a row. */
function inRow(leaf: TreeNode, cellOf: (attribute: number) => number): NodeFacts {
  const { answer } = leaf;
  if (answer === undefined) return leaf;
  if (answer.kind === "linear") return { ...leaf, value: answerValue(answer, cellOf) } as NodeFacts;
  return { ...leaf, counts: [...answerShares(answer, cellOf)] } as NodeFacts;
}

/** What a leaf of a member adds to the prediction of a row that is entirely in it. */
function leafContribution(
  model: EnsembleModel,
  member: number,
  { costs }: TreeModel,
  facts: NodeFacts,
  prediction: Prediction,
  row: number,
  label: number,
): Contribution {
  if (prediction.kind === "regression" || "value" in facts) {
    const value = "value" in facts ? facts.value : 0;
    return { weight: model.combine.kind === "sum" ? value : value / memberCount(model), isFor: true };
  }
  return classContribution(model, member, posterior(facts.counts, costs), prediction.labels[row], label);
}
