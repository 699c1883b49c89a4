import { plainRule } from "../../model/surrogates.js";
import type { Test } from "../../model/test.js";
import { isSplit, type PlainRule, type SplitNode, sizeOf, type TreeModel } from "../../model/tree.js";
import { conditionOf, number, PRINT, rowsText, surrogateText, textOf, word } from "../../model/words.js";
import { BOX, type Box, MARGIN, placeBoxes } from "./boxes.js";
import { depthWithin, moreNodes } from "./cut.js";
import { escapeXml } from "./escape.js";
import { figuresText, labelText, valueRange } from "./label.js";
import { drawLegend } from "./legend.js";
import { coloursOf, OTHER, VALUE } from "./palette.js";
import { SVG_STYLE } from "./style.js";

export interface SvgOptions {
  /** Unless given: 12, or less where more than 400 nodes would be shown. */
  readonly maxDepth?: number;
}

/** The tree as one self-contained picture, light or dark as its reader prefers. */
export function drawSvg(model: TreeModel, options: SvgOptions = {}): string {
  return drawTree(model, options).svg;
}

export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  /** Where the root's middle is, from the left. */
  readonly root: number;
}

const MOST_NODES = 400;
const MOST_DEPTH = 12;
/** From the top of one level to the next: a box, and room for an edge with its label. */
const STEP = BOX.height + 66;

export function drawTree(model: TreeModel, options: SvgOptions = {}): Picture {
  const { maxDepth = Math.min(MOST_DEPTH, depthWithin(model, MOST_NODES)) } = options;
  const boxes = placeBoxes(model, maxDepth);
  let right = 0;
  let bottom = 0;
  for (const box of boxes) {
    right = Math.max(right, box.x + box.slot / 2);
    bottom = Math.max(bottom, box.depth * STEP + BOX.height + (box.hidden === undefined ? 0 : 22));
  }
  const legend = drawLegend(model, MARGIN, Math.max(right, 360) - MARGIN);
  const width = Math.ceil(Math.max(right + MARGIN, legend.width + MARGIN));
  // A tree narrower than its legend stands in the middle.
  const left = (width - MARGIN - right) / 2;
  const top = MARGIN + legend.height;
  const height = top + bottom + MARGIN;
  const painter = new Painter(model, boxes);
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
    "</g>\n</svg>\n",
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
  return `${leaves} leaves, depth ${depth}, learned from ${rows}. The first test asks for ${first}.`;
}

class Painter {
  private readonly colours;
  private readonly range;

  constructor(
    private readonly model: TreeModel,
    private readonly boxes: readonly Box[],
  ) {
    this.colours = coloursOf(model);
    this.range = valueRange(model);
  }

  /** The line from the parent, the thicker the more rows take it. */
  edge(box: Box): string {
    if (box.parent < 0) return "";
    const parent = this.boxes[box.parent];
    const all = this.model.nodes[0].weight;
    const weight = this.model.nodes[box.node].weight;
    const stroke = round(1.2 + 7 * (all > 0 ? weight / all : 0));
    const [x, y, toX, toY] = [
      round(parent.x),
      parent.depth * STEP + BOX.height,
      round(box.x),
      box.depth * STEP,
    ];
    const bend = y + (toY - y) * 0.5;
    const dashes = weight === 0 ? ' stroke-dasharray="3 4"' : "";
    return (
      `<path class="c-edge" stroke-width="${stroke}"${dashes} d="M${x} ${y}C${x} ${bend} ${toX} ${bend - 8} ${toX} ${toY}"/>` +
      `<text class="c-outcome" x="${toX}" y="${toY - 9}">${escapeXml(box.edge)}</text>\n`
    );
  }

  box(box: Box): string {
    const node = this.model.nodes[box.node];
    const [x, y] = [round(box.x), box.depth * STEP];
    const left = round(box.x - box.width / 2);
    const inner = isSplit(node) && box.hidden === undefined;
    const kind = inner ? "c-split" : box.hidden === undefined ? "c-leaf" : "c-leaf c-cut";
    const note =
      box.hidden === undefined
        ? ""
        : `<text class="c-note" x="${x}" y="${y + BOX.height + 16}">${moreNodes(box.hidden)}</text>`;
    return (
      `<g><title>${escapeXml(this.tooltip(box))}</title>` +
      `<rect class="${kind}" x="${left}" y="${y}" width="${box.width}" height="${BOX.height}" rx="8"/>` +
      `<text class="c-head" x="${x}" y="${y + 20}">${escapeXml(box.head)}</text>` +
      `<text class="c-figures" x="${x}" y="${y + 35}">${escapeXml(box.figures)}</text>` +
      `${this.bar(box, left + BOX.inside, y + 42)}${note}</g>\n`
    );
  }

  /** Class weights side by side; for a value, where it stands between the least and the greatest of the tree. */
  private bar(box: Box, left: number, top: number): string {
    const node = this.model.nodes[box.node];
    const width = box.width - 2 * BOX.inside;
    const part = (x: number, w: number, fill: string) =>
      w < 0.05 ? "" : `<rect x="${round(x)}" y="${top}" width="${round(w)}" height="5" fill="${fill}"/>`;
    if ("value" in node) {
      const [least, most] = this.range;
      const share = most > least ? (node.value - least) / (most - least) : 0.5;
      return `<rect class="c-rail" x="${left}" y="${top}" width="${width}" height="5"/>${part(left, Math.max(2, width * share), VALUE)}`;
    }
    const all = node.counts.reduce((sum, count) => sum + count, 0);
    let at = left;
    return node.counts
      .map((count, code) => {
        const x = at;
        at += (width * count) / all;
        return part(x, at - x, this.colours[code] ?? OTHER);
      })
      .join("");
  }

  private tooltip(box: Box): string {
    const { model } = this;
    const node = model.nodes[box.node];
    const facts =
      "value" in node ? `${labelText(node, model)} (${figuresText(node)})` : distribution(node.counts, model);
    const lines = [`${rowsText(node.weight)}: ${facts}`];
    if (isSplit(node)) lines.push(missingWords(node, model));
    return lines.join("\n");
  }
}

/** The ten heaviest classes. */
function distribution(counts: readonly number[], model: TreeModel): string {
  const codes = counts.map((_, code) => code).filter((code) => counts[code] > 0);
  const heaviest = codes.sort((a, b) => counts[b] - counts[a]).slice(0, 10);
  const words = heaviest.map((code) => `${word(model.target.levels?.[code] ?? "")} ${number(counts[code])}`);
  return words.join(", ") + (codes.length > 10 ? ", …" : "");
}

function missingWords({ test, missing }: SplitNode, { attributes }: TreeModel): string {
  const name = word(attributes[test.attribute].name);
  const goes = plainWords(plainRule(missing), test, attributes);
  if (missing.kind !== "surrogates") return `a missing ${name} ${goes}`;
  const lines = missing.surrogates.map((surrogate) => surrogateText(surrogate, test, attributes, PRINT));
  return [`a missing ${name} follows the first of these that is known:`, ...lines, `or else ${goes}`].join(
    "\n",
  );
}

function plainWords(rule: PlainRule, test: Test, attributes: TreeModel["attributes"]): string {
  if (rule.kind === "share") return "is shared among the branches";
  return `goes to: ${textOf(conditionOf(test, rule.to, attributes), attributes, PRINT)}`;
}

const round = (x: number) => Math.round(x * 100) / 100;
