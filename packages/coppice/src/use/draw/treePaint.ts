import { number, rowsText } from "../../model/words.js";
import { moreNodes } from "./cut.js";
import { escapeXml } from "./escape.js";
import { answerText, BOX, type Box, figuresText, STEP } from "./treeBoxes.js";
import type { NodeData, TreeData } from "./treeData.js";

/** Draws boxes and edges as SVG, in a page as well as in a file. */
export class TreePainter {
  constructor(
    private readonly data: TreeData,
    private readonly boxes: readonly Box[],
  ) {}

  /** The line from the parent, thicker if more rows take it. */
  edge(box: Box): string {
    if (box.parent < 0) return "";
    const parent = this.boxes[box.parent];
    const all = this.data.nodes[0].w;
    const weight = this.data.nodes[box.node].w;
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

  /** `attributes` of the group and `more` content make it interactive. */
  box(box: Box, attributes = "", more = ""): string {
    const [x, y] = [round(box.x), box.depth * STEP];
    const left = round(box.x - box.width / 2);
    const note =
      box.hidden === undefined
        ? ""
        : `<text class="c-note" x="${x}" y="${y + BOX.height + 16}">${moreNodes(box.hidden)}</text>`;
    return (
      `<g${attributes}><title>${escapeXml(tooltip(this.data.nodes[box.node], this.data))}</title>` +
      `<rect class="${this.kindOf(box)}" x="${left}" y="${y}" width="${box.width}" height="${BOX.height}" rx="8"/>` +
      `<text class="c-head" x="${x}" y="${y + 20}">${escapeXml(box.head)}</text>` +
      `<text class="c-figures" x="${x}" y="${y + 35}">${escapeXml(box.figures)}</text>` +
      `${this.bar(box, left + BOX.inside, y + 42)}${note}${more}</g>\n`
    );
  }

  private kindOf({ node, hidden }: Box): string {
    if (hidden !== undefined) return "c-leaf c-cut";
    return this.data.nodes[node].a === undefined ? "c-leaf" : "c-split";
  }

  /**
   * Class weights side by side; for regression, the position of the value between the least and the greatest of the
   * tree.
   */
  private bar(box: Box, left: number, top: number): string {
    const node = this.data.nodes[box.node];
    const width = box.width - 2 * BOX.inside;
    const part = (x: number, w: number, fill: string) =>
      w < 0.05 ? "" : `<rect x="${round(x)}" y="${top}" width="${round(w)}" height="5" fill="${fill}"/>`;
    const rail = `<rect class="c-rail" x="${left}" y="${top}" width="${width}" height="5"/>`;
    if (node.c === undefined) {
      const [least, most] = this.data.range;
      const share = most > least ? (node.y - least) / (most - least) : 0.5;
      return rail + part(left, Math.max(2, width * share), this.data.colours[0]);
    }
    let at = left;
    const parts = partsOf(node).map(([code, count]) => {
      const x = at;
      at += (width * count) / (node.t ?? 1);
      return part(x, at - x, this.data.colours[code]);
    });
    // With very many classes the rarest are not in the data; the rail represents them.
    return (at < left + width - 0.5 ? rail : "") + parts.join("");
  }
}

/** Classes with their weights, in order of class. */
export function partsOf({ c = [] }: NodeData): [code: number, count: number][] {
  const parts: [number, number][] = [];
  for (let i = 0; i < c.length; i += 2) parts.push([c[i], c[i + 1]]);
  return parts.sort(([a], [b]) => a - b);
}

/** Rows and their classes, or the value; and what happens to a missing value. */
export function tooltip(node: NodeData, data: TreeData): string {
  const facts =
    node.c === undefined
      ? `${answerText(node, data)} (${figuresText(node, data)})`
      : distribution(node, data);
  const lines = [`${rowsText(node.w)}: ${facts}`];
  if (node.m !== undefined) lines.push(node.m);
  return lines.join("\n");
}

/** The ten most frequent classes. */
function distribution({ c = [], t = 0 }: NodeData, { classes }: TreeData): string {
  const words: string[] = [];
  let seen = 0;
  for (let i = 0; i < c.length; i += 2) {
    words.push(`${classes[c[i]] ?? ""} ${number(c[i + 1])}`);
    seen += c[i + 1];
  }
  return words.join(", ") + (t - seen > 1e-6 * t ? ", …" : "");
}

export const round = (x: number) => Math.round(x * 100) / 100;
