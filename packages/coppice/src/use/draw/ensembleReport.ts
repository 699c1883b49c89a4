import { type EnsembleModel, ensembleSize } from "../../model/ensemble.js";
import { word } from "../../model/words.js";
import { tableAttributes } from "../../predict/cells.js";
import { drawChart } from "./chart.js";
import { curveName, finalOf, IMPORTANCE_WORDS, pointsOf, rankedBy } from "./ensembleFigures.js";
import { headline } from "./headline.js";
import { importanceTable } from "./importanceTable.js";
import { optionsTable } from "./optionsTable.js";
import { page, pair } from "./pageHead.js";
import { coloursFor } from "./palette.js";
import { predictionsSection } from "./predictionsSection.js";
import { count, figure, learnedFrom, type ReportOf, tile, tiles, warningList } from "./reportParts.js";
import { targetSummary } from "./targetSummary.js";

export type EnsembleReportInput = ReportOf<EnsembleModel>;

/** An HTML report of an ensemble and its estimated quality. It loads nothing and runs nothing. */
export function drawEnsembleReport(input: EnsembleReportInput): string {
  const { model, estimate, warnings, table, defaults } = input;
  const colours = classColours(input);
  const levels = model.target.levels ?? [];
  return page({
    title: word(model.learner),
    kind: `${word(model.learner)} · ${model.task}`,
    heading: word(model.target.name),
    style: STYLE,
    body: [
      headline(input),
      sizeTiles(input),
      warningList(warnings),
      curvesFigure(model),
      pair(
        predictionsSection(estimate, colours),
        targetSummary(table, (level) => colours[levels.indexOf(level)]),
      ),
      pair(importanceSection(model), optionsTable(model, defaults)),
    ],
  });
}

function classColours({ model, table }: EnsembleReportInput): readonly string[] {
  const levels = model.target.levels ?? [];
  const counts = new Map<string, number>();
  if (table && "task" in table.target) {
    for (const each of table.target.classes) if (each.kind === "level") counts.set(each.level, each.count);
  }
  return coloursFor(levels.map((level) => counts.get(level) ?? 0));
}

const STYLE = `
.curve{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:6px;display:flex;justify-content:center}
.curve svg{display:block;max-width:100%;height:auto}
`;

function sizeTiles({
  model,
  rows = model.training.rows,
  columns = tableAttributes(model).length,
}: EnsembleReportInput) {
  const size = ensembleSize(model);
  return tiles([
    tile(count(size.trees), size.trees === 1 ? "tree" : "trees", `depth up to ${size.depth}`),
    tile(count(size.leaves), "leaves", "in all trees"),
    tile(count(rows), rows === 1 ? "row" : "rows", learnedFrom(model, rows)),
    tile(count(columns), columns === 1 ? "attribute" : "attributes", ""),
  ]);
}

function curvesFigure(model: EnsembleModel): string {
  const unit = unitOf(model);
  const svg = drawLearningCurves(model, `Error as ${unit} are added`);
  if (svg === undefined) return "";
  return `<section aria-label="Error as ${unit} are added">\n<div class="curve">${svg}</div>\n</section>`;
}

const unitOf = ({ combine }: EnsembleModel) => (combine.kind === "sum" ? "rounds" : "trees");

/** The model's error as trees were added, as SVG; undefined if the model has no such curves. */
export function drawLearningCurves(model: EnsembleModel, title: string): string | undefined {
  const curves = (model.report?.curves ?? []).filter(({ values }) => values.length > 0);
  if (curves.length === 0) return undefined;
  const unit = unitOf(model);
  const names = curves.map(curveName).join(", ");
  const last = curves
    .map((curve) => `${curveName(curve)} ${figure(finalOf(curve) ?? Number.NaN)}`)
    .join(", ");
  return drawChart(
    curves.map((curve) => ({ name: curveName(curve), points: pointsOf(curve) })),
    {
      title,
      description: `${names} by ${unit}; at the end ${last}`,
      xLabel: unit,
      yLabel: curves[0].measure === "squaredError" ? "squared error" : curves[0].measure,
    },
  );
}

function importanceSection(model: EnsembleModel): string {
  const { importance } = model.report ?? {};
  if (importance === undefined) return "";
  const hint = IMPORTANCE_WORDS[importance.kind];
  return importanceTable(model, rankedBy(importance, model), {
    title: "Attribute importance",
    hint: `${hint.charAt(0).toUpperCase()}${hint.slice(1)}.`,
    none: "The model has no attributes.",
  });
}
