import type { Team } from "../kernels/team.js";
import { putPosterior } from "../model/costs.js";
import { type ClassAnswers, columnsOf } from "../model/packedTree.js";
import type { TreeModel } from "../model/tree.js";
import type { Table } from "../table/table.js";
import { type CompiledTree, compileTree, landing } from "./compile.js";
import { followIn } from "./follow.js";
import { leafValues as constantValues, leafClasses } from "./leafConstants.js";
import { formulaAnswers } from "./packed/formulaAnswers.js";
import { gateAnswers } from "./packed/gateAnswers.js";
import { measureLandings } from "./packed/measureLandings.js";
import { type LandAll, treeLandings } from "./packed/treeLandings.js";
import type { Prediction } from "./prediction.js";
import { sharedAnswers } from "./sharedAnswers.js";
import {
  type FillShared,
  type Follow,
  hasAnswers,
  type Land,
  type LeafClasses,
  nodeClasses,
  nodeValues,
  predictTreeBy,
  type ReadyTree,
} from "./treeAnswers.js";

/** `team`: threads that may help. */
export function predictTree(model: TreeModel, table: Table, team?: Team): Prediction {
  return predictTreeBy((tree) => readyTree(tree, landingsOf(tree, team)), model, table);
}

function landingsOf(model: TreeModel, team?: Team): LandAll {
  return measureLandings(model) ?? treeLandings(model, team);
}

/** Compiled when first needed, or by kernel; the nodes of a tree still stored as columns are not created. */
export function readyTree(model: TreeModel, landAll = landingsOf(model)): ReadyTree {
  let tree: CompiledTree | undefined;
  let follows: Follow | undefined;
  let fills: FillShared | undefined;
  const compiled = () => {
    tree ??= compileTree(model);
    return tree;
  };
  const land: Land = (cells, row) => landing(compiled(), cells, row);
  const leaves =
    model.task === "classification" ? classAnswers(model, model.target.levels!.length) : undefined;
  const leafValues = leaves ? undefined : valueAnswers(model);
  // A tree that is still stored as columns has thresholds only, and constant leaves.
  const own = columnsOf(model) === undefined && hasAnswers(model);
  const averageAll = columnsOf(model) ? undefined : gateAnswers(model, leaves?.probabilities ?? leafValues!);
  const constants = (landed: Int32Array) =>
    leaves ? leafClasses(leaves, landed) : constantValues(leafValues!, landed);
  const follow: Follow = (cells, row, visit) => {
    follows ??= followIn(model, compiled());
    follows(cells, row, visit);
  };
  const fillShared: FillShared = (known, landed, cells) => {
    fills ??= (own ? undefined : sharedAnswers(model, compiled, leaves ?? leafValues!)) ?? (() => false);
    return fills(known, landed, cells);
  };
  const ready = {
    ...{ model, land, landAll, follow, fillShared, hasAnswers: own },
    ...(averageAll && { averageAll }),
    answerAll: own ? formulaAnswers(model, leaves ?? leafValues!) : constants,
  };
  return leaves ? { ...ready, leaves } : { ...ready, leafValues: leafValues! };
}

function valueAnswers(model: TreeModel): Float64Array {
  const answers = columnsOf(model)?.answers;
  return answers?.kind === "values" ? answers.value : nodeValues(model);
}

function classAnswers(model: TreeModel, classes: number): LeafClasses {
  const columns = columnsOf(model);
  if (columns?.answers.kind !== "classes") return nodeClasses(model, classes);
  return columnAnswers(columns.attribute, columns.answers, model);
}

function columnAnswers(
  attribute: Int32Array,
  { classes, counts, label }: ClassAnswers,
  { costs }: TreeModel,
) {
  const probabilities = new Float64Array(counts.length);
  for (let i = 0; i < attribute.length; i++) {
    if (attribute[i] < 0) putPosterior(probabilities, i * classes, counts, i * classes, classes, costs);
  }
  return { labels: label, probabilities };
}
