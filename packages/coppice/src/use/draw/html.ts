import { sizeOf, type TreeModel } from "../../model/tree.js";
import { word } from "../../model/words.js";
import { treeImportance } from "../explain/treeImportance.js";
import { editsSection } from "./editsSection.js";
import { formulasSection } from "./formulasSection.js";
import { headline } from "./headline.js";
import { importanceTable } from "./importanceTable.js";
import { treeSection } from "./liveTree.js";
import { optionsTable } from "./optionsTable.js";
import { page, pair } from "./pageHead.js";
import { coloursOf } from "./palette.js";
import { predictionsSection } from "./predictionsSection.js";
import { count, learnedFrom, type ReportOf, tile, tiles, warningList } from "./reportParts.js";
import { rulesTable } from "./rulesTable.js";
import { SVG_STYLE } from "./style.js";
import { targetSummary } from "./targetSummary.js";

export interface ReportInput extends ReportOf<TreeModel> {
  readonly maxDepth?: number;
}

/** An HTML report of a tree and its estimated quality. It loads nothing, and runs only its own script. */
export function drawReport(input: ReportInput): string {
  const { model, maxDepth, estimate, warnings, table, defaults } = input;
  const colours = coloursOf(model);
  const levels = model.target.levels ?? [];
  return page({
    title: "decision tree",
    kind: `Decision tree · ${word(model.learner)} · ${model.task}`,
    heading: word(model.target.name),
    style: SVG_STYLE,
    isLive: true,
    body: [
      headline(input),
      sizeTiles(input),
      warningList(warnings),
      treeSection(model, maxDepth),
      editsSection(model),
      formulasSection(model),
      pair(
        predictionsSection(estimate, colours),
        targetSummary(table, (level) => colours[levels.indexOf(level)]),
      ),
      rulesTable(model, colours),
      pair(importanceSection(model), optionsTable(model, defaults)),
    ],
  });
}

function sizeTiles({
  model,
  rows = model.training.rows,
  columns = model.attributes.length,
}: ReportInput): string {
  const { leaves, depth } = sizeOf(model);
  return tiles([
    tile(count(leaves), leaves === 1 ? "leaf" : "leaves", `depth ${depth}`),
    tile(count(rows), rows === 1 ? "row" : "rows", learnedFrom(model, rows)),
    tile(
      count(columns),
      columns === 1 ? "attribute" : "attributes",
      `${treeImportance(model).length} used by the tree`,
    ),
  ]);
}

function importanceSection(model: TreeModel): string {
  const figures = treeImportance(model).map(({ splits, ...rest }) => ({ ...rest, uses: splits }));
  const what = model.task === "classification" ? "impurity (Gini)" : "error";
  return importanceTable(model, figures, {
    title: "Attribute importance",
    hint: `Mean decrease in ${what} by the splits on it, normalised to sum to 1.`,
    uses: "splits",
    none: "No attribute is used: the tree is a single leaf.",
  });
}
