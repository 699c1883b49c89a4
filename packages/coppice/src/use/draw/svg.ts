import { isSplit, sizeOf, type TreeModel } from "../../model/tree.js";
import { rowsText, word } from "../../model/words.js";
import { depthWithin } from "./cut.js";
import { escapeXml } from "./escape.js";
import { drawFootnotes } from "./footnotes.js";
import { labelText } from "./label.js";
import { drawLegend } from "./legend.js";
import { SVG_STYLE } from "./style.js";
import { BOX, MARGIN, placeBoxes, STEP } from "./treeBoxes.js";
import { treeData } from "./treeData.js";
import { round, TreePainter } from "./treePaint.js";

export interface SvgOptions {
  /** Default: 12, or less if more than 400 nodes would be shown. */
  readonly maxDepth?: number;
}

/** The tree as one self-contained SVG, light or dark by the user's preference. */
export function drawSvg(model: TreeModel, options: SvgOptions = {}): string {
  return drawTree(model, options, true).svg;
}

export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  /** The centre of the root, from the left. */
  readonly root: number;
}

const MOST_NODES = 400;
const MOST_DEPTH = 12;

/** With `footnotes`, formulas are listed below the tree; a page lists them elsewhere. */
export function drawTree(model: TreeModel, options: SvgOptions = {}, footnotes = false): Picture {
  const { maxDepth = Math.min(MOST_DEPTH, depthWithin(model, MOST_NODES)) } = options;
  const data = treeData(model, { maxDepth });
  const boxes = placeBoxes(data);
  let right = 0;
  let bottom = 0;
  for (const box of boxes) {
    right = Math.max(right, box.x + box.slot / 2);
    bottom = Math.max(bottom, box.depth * STEP + BOX.height + (box.hidden === undefined ? 0 : 22));
  }
  const legend = drawLegend(model, MARGIN, Math.max(right, 360) - MARGIN);
  const width = Math.ceil(Math.max(right + MARGIN, legend.width + MARGIN));
  // A tree narrower than its legend is centred.
  const left = (width - MARGIN - right) / 2;
  const top = MARGIN + legend.height;
  const notes = footnotes
    ? drawFootnotes(model, MARGIN, top + bottom, width - 2 * MARGIN)
    : { svg: "", height: 0 };
  const height = top + bottom + notes.height + MARGIN;
  const painter = new TreePainter(data, boxes);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" class="coppice-tree" role="img" aria-labelledby="coppice-title coppice-desc"`,
    ` width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n`,
    `<title id="coppice-title">${escapeXml(titleOf(model))}</title>\n`,
    `<desc id="coppice-desc">${escapeXml(descriptionOf(model))}</desc>\n`,
    `<style>${SVG_STYLE}</style>\n`,
    `<rect class="c-page" width="${width}" height="${height}"/>\n`,
    legend.svg,
    `<g transform="translate(${round(left)} ${top})">\n`,
    ...boxes.map((box) => painter.edge(box)),
    ...boxes.map((box) => painter.box(box)),
    `</g>\n${notes.svg}</svg>\n`,
  ].join("");
  return { svg, width, height, root: left + boxes[0].x };
}

function titleOf(model: TreeModel): string {
  return `Decision tree for ${word(model.target.name)}`;
}

function descriptionOf(model: TreeModel): string {
  const { leaves, depth } = sizeOf(model);
  const root = model.nodes[0];
  const rows = rowsText(model.training.rows);
  if (!isSplit(root)) return `A single leaf, learned from ${rows}: ${labelText(root, model)}.`;
  const first = word(model.attributes[root.test.attribute].name);
  return `${leaves} leaves, depth ${depth}, learned from ${rows}. The first split is on ${first}.`;
}
