import { type EnsembleModel, ensembleSize, type LearningCurve } from "../../model/ensemble.js";
import { word } from "../../model/words.js";
import { tableAttributes } from "../../predict/cells.js";
import { drawChart } from "./chart.js";
import { curveName, finalOf, IMPORTANCE_WORDS, pointsOf, rankedBy } from "./ensembleFigures.js";
import { escapeXml } from "./escape.js";
import { page, pair } from "./pageHead.js";
import { type Figures, figure, figureTiles, optionsTable, tile, warningList } from "./reportParts.js";

export interface EnsembleReportInput {
  readonly model: EnsembleModel;
  /** Measured on the rows it was learned from. */
  readonly train?: Figures;
  readonly warnings?: readonly { readonly message: string }[];
  /** Of the table; unless given, as many as the model was learned from. */
  readonly rows?: number;
  /** Attributes of the table; unless given, those of the model. */
  readonly columns?: number;
}

const text = escapeXml;

/** One page that shows an ensemble to people. It loads nothing and runs nothing. */
export function drawEnsembleReport(input: EnsembleReportInput): string {
  const { model } = input;
  return page({
    title: word(model.learner),
    kind: `${word(model.learner)} · ${model.task}`,
    heading: word(model.target.name),
    style: STYLE,
    body: [
      warningList(input.warnings),
      tiles(input),
      curvesFigure(model),
      pair(importanceTable(model), optionsTable(model)),
    ],
  });
}

const STYLE = `
.curve{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:6px;display:flex;justify-content:center}
.curve svg{display:block;max-width:100%;height:auto}
`;

function tiles(input: EnsembleReportInput): string {
  const { model, train } = input;
  const { rows = model.training.rows, columns = tableAttributes(model).length } = input;
  const size = ensembleSize(model);
  const all = [
    ...(model.report?.curves ?? []).flatMap(curveTiles),
    ...(train ? figureTiles(train, "on the training rows") : []),
    tile(String(size.trees), size.trees === 1 ? "tree" : "trees", `depth up to ${size.depth}`),
    tile(String(size.leaves), "leaves", "of all trees together"),
    tile(String(rows), rows === 1 ? "row" : "rows", `${model.training.rows} learned from`),
    tile(String(columns), columns === 1 ? "attribute" : "attributes", ""),
  ];
  return `<section class="tiles" aria-label="Summary">\n${all.join("\n")}\n</section>`;
}

function curveTiles(curve: LearningCurve): string[] {
  const last = finalOf(curve);
  if (last === undefined) return [];
  if (curve.measure === "error") {
    return [tile(`${((1 - last) * 100).toFixed(1)}%`, "accuracy", curveName(curve).replace(" error", ""))];
  }
  return [tile(figure(last), curveName(curve), "")];
}

function curvesFigure(model: EnsembleModel): string {
  const unit = unitOf(model);
  const svg = drawLearningCurves(model, `Error as ${unit} are added`);
  if (svg === undefined) return "";
  return `<section aria-label="Error as ${unit} are added">\n<div class="curve">${svg}</div>\n</section>`;
}

const unitOf = ({ combine }: EnsembleModel) => (combine.kind === "sum" ? "rounds" : "trees");

/** The model's error as it grew, as SVG; undefined where it has no such figures. */
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

/** A table of more attributes than this helps nobody; the rest is counted. */
const MOST = 100;

function importanceTable(model: EnsembleModel): string {
  const { importance } = model.report ?? {};
  if (importance === undefined) return "";
  const ranked = rankedBy(importance, model);
  const top = Math.max(ranked[0].value, Number.MIN_VALUE);
  const rows = ranked.slice(0, MOST).map(({ name, value, spread, attribute }) => {
    const width = Math.max(0, Math.round((value / top) * 100));
    const figures = `${figure(value)}${spread === undefined ? "" : ` ± ${figure(spread)}`}`;
    return `<tr><td>${text(name)}<small>${model.attributes[attribute].type}</small></td><td class="n">${figures}</td><td class="meter"><i style="width:${width}%"></i></td></tr>`;
  });
  const more =
    ranked.length > MOST ? `<tr><td colspan="3">and ${ranked.length - MOST} more attributes</td></tr>` : "";
  return `<section aria-label="Importance">
<h2>Importance</h2>
<p class="hint">${text(IMPORTANCE_WORDS[importance.kind])}</p>
<table>
<thead><tr><th>attribute</th><th class="n">importance</th><th></th></tr></thead>
<tbody>
${rows.join("\n")}${more}
</tbody>
</table>
</section>`;
}
