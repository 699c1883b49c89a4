import { isSplit, sizeOf, type TreeModel } from "../../model/tree.js";
import { percent, word } from "../../model/words.js";
import { depthWithin } from "./cut.js";
import { escapeXml } from "./escape.js";
import { valueText } from "./label.js";
import { page, pair } from "./pageHead.js";
import { coloursOf } from "./palette.js";
import { type Figures, figureTiles, optionsTable, tile, warningList } from "./reportParts.js";
import { rulesTable } from "./rulesTable.js";
import { drawTree } from "./svg.js";
import { drawText } from "./text.js";

export interface ReportInput {
  readonly model: TreeModel;
  /** Measured on the rows it was learned from. */
  readonly train?: Figures;
  /** Cross-validated. */
  readonly cross?: Figures & { readonly folds?: number };
  readonly warnings?: readonly { readonly message: string }[];
  /** Of the table; unless given, as many as the model was learned from. */
  readonly rows?: number;
  /** Attributes of the table; unless given, those of the model. */
  readonly columns?: number;
  readonly maxDepth?: number;
}

/** One page that shows a model to people. It loads nothing and runs nothing: the policy forbids both. */
export function drawReport(input: ReportInput): string {
  const { model } = input;
  return page({
    title: "decision tree",
    kind: `Decision tree · ${word(model.learner)} · ${model.task}`,
    heading: word(model.target.name),
    body: [
      warningList(input.warnings),
      tiles(input),
      treeFigure(input),
      rulesTable(model, coloursOf(model)),
      pair(attributesTable(model), optionsTable(model)),
    ],
  });
}

const text = escapeXml;

function tiles(input: ReportInput): string {
  const { model, train, cross } = input;
  const { rows = model.training.rows, columns = model.attributes.length } = input;
  const { leaves, depth } = sizeOf(model);
  const folds = cross?.folds === undefined ? "cross-validated" : `cross-validated, ${cross.folds} folds`;
  const all = [
    ...(cross ? figureTiles(cross, folds) : []),
    ...(train ? figureTiles(train, "on the training rows") : []),
    tile(String(leaves), leaves === 1 ? "leaf" : "leaves", `depth ${depth}`),
    tile(String(rows), rows === 1 ? "row" : "rows", baseline(model)),
    tile(String(columns), columns === 1 ? "attribute" : "attributes", `${usesOf(model).length} used`),
  ];
  return `<section class="tiles" aria-label="Summary">\n${all.join("\n")}\n</section>`;
}

/** What an answer without any test would reach. */
function baseline({ nodes, target }: TreeModel): string {
  const root = nodes[0];
  if ("value" in root) return `always ${valueText(root.value)} without a test`;
  const share = root.counts[root.label] / root.counts.reduce((sum, count) => sum + count, 0);
  return `${percent(share)} ${word(target.levels?.[root.label] ?? "")}`;
}

/** Shown in place of a picture too wide for a phone. */
const PHONE = 360;
const SHRINK = 0.62;
/** A terminal's drawing of more lines than this is left out. */
const MOST_LINES = 400;

function treeFigure({ model, maxDepth }: ReportInput): string {
  const { svg, width, root } = drawTree(model, maxDepth === undefined ? {} : { maxDepth });
  const lines = drawText(model, { maxDepth: maxDepth ?? depthWithin(model, MOST_LINES) });
  const wide = width * SHRINK > PHONE ? " wide" : "";
  const bar =
    model.task === "classification"
      ? "the classes of its rows"
      : "where its value stands between the least and the greatest";
  return `<section class="picture${wide}" aria-label="Tree">
<h2>Tree</h2>
<div class="tree" tabindex="0"><div style="--natural:${width}px">
<span class="root" style="left:${((root / width) * 100).toFixed(1)}%"></span>
${svg}</div></div>
<p class="hint">An edge is the thicker the more rows take it. The bar in a box shows ${bar}.</p>
<pre class="tree" tabindex="0">${text(lines)}</pre>
</section>`;
}

interface Use {
  readonly attribute: number;
  readonly tests: number;
  /** Training weight that met a test on it, each row once per test. */
  readonly weight: number;
}

/** The attributes that some test asks for, the most asked first. */
function usesOf({ nodes }: TreeModel): Use[] {
  const uses = new Map<number, Use>();
  for (const node of nodes) {
    if (!isSplit(node)) continue;
    const { attribute } = node.test;
    const { tests, weight } = uses.get(attribute) ?? { tests: 0, weight: 0 };
    uses.set(attribute, { attribute, tests: tests + 1, weight: weight + node.weight });
  }
  return [...uses.values()].sort((a, b) => b.weight - a.weight || a.attribute - b.attribute);
}

function attributesTable(model: TreeModel): string {
  const uses = usesOf(model);
  const most = uses[0]?.weight || 1;
  const rows = uses.map(({ attribute, tests, weight }) => {
    const { name, type } = model.attributes[attribute];
    const width = Math.round((weight / most) * 100);
    return `<tr><td>${text(word(name))}<small>${type}</small></td><td class="n">${tests}</td><td class="meter"><i style="width:${width}%"></i></td></tr>`;
  });
  const none = '<tr><td colspan="3">none: the tree is a single leaf</td></tr>';
  return `<section aria-label="Attributes used">
<h2>Attributes used</h2>
<table>
<thead><tr><th>attribute</th><th class="n">tests</th><th>rows that met one</th></tr></thead>
<tbody>
${rows.join("\n") || none}
</tbody>
</table>
</section>`;
}
