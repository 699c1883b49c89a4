import type { Theme } from "../../base/colours.js";
import { percent, rowsText } from "../../base/text.js";
import type { TreeView } from "../../work/protocol.js";
import type { Scene } from "../scene.js";
import { answerText } from "../search.js";
import { drawBars } from "./bars.js";
import { cornerMarks, cornerWidth } from "./cornerMarks.js";
import { heldText } from "./heldText.js";
import type { Marks } from "./marks.js";
import { answerColour, mixBar } from "./nodeColours.js";
import { type Box, FONT, fitted } from "./pen.js";

/** The height on the screen, in pixels, from which a node shows the attribute that it tests. */
export const NEAR = 90;

/** Draws the box of one node with what fits into it. */
export function nodeBox(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  theme: Theme,
  marks: Marks,
  node: number,
  box: Box,
): void {
  new NodeBox(ctx, scene, theme, marks, node, box).draw();
}

class NodeBox {
  private readonly tree: TreeView;
  private readonly pad: number;
  /** The width between the paddings. */
  private readonly room: number;
  private readonly barHeight: number;
  private readonly barTop: number;

  constructor(
    private readonly ctx: CanvasRenderingContext2D,
    private readonly scene: Scene,
    private readonly theme: Theme,
    private readonly marks: Marks,
    private readonly node: number,
    private readonly box: Box,
  ) {
    this.tree = scene.tree;
    this.pad = Math.min(12, Math.max(4, box.width * 0.06));
    this.room = box.width - 2 * this.pad;
    this.barHeight = box.height >= 40 ? 6 : Math.max(2, box.height * 0.12);
    this.barTop = box.top + box.height - this.barHeight - Math.min(8, box.height * 0.12);
  }

  draw(): void {
    const { ctx, theme, marks, node, box } = this;
    const isLeaf = this.tree.attribute[node] < 0;
    const isClosed = !isLeaf && marks.isCollapsed(node);
    this.frame(isLeaf || isClosed);
    this.inside(isLeaf || isClosed);
    if (isClosed) this.closedMark();
    cornerMarks(ctx, theme, marks, node, box);
  }

  private frame(isAnswer: boolean): void {
    const { ctx, theme, marks, node, box, tree } = this;
    const radius = this.scene.form === "icicle" ? 3 : Math.min(10, box.height / 5);
    const purity = tree.task === "classification" ? tree.figure[node] : 0.75;
    ctx.fillStyle = isAnswer ? answerColour(tree, node, theme, 0.1 + 0.2 * purity) : theme.surface;
    ctx.beginPath();
    ctx.roundRect(box.left, box.top, box.width, box.height, radius);
    ctx.fill();
    const isSelected = marks.selected === node;
    const isMarked = isSelected || marks.path.has(node);
    const isFound = marks.matches.has(node);
    ctx.lineWidth = isSelected ? 2.5 : isMarked || isFound ? 2 : 1;
    ctx.strokeStyle = isMarked || isFound ? theme.accent : marks.hover === node ? theme.muted : theme.strong;
    if (isFound && !isMarked) ctx.setLineDash([5, 3]);
    ctx.stroke();
    ctx.setLineDash([]);
  }

  private inside(isAnswer: boolean): void {
    const { ctx, scene, theme, tree, node, box, pad, room } = this;
    ctx.save();
    ctx.beginPath();
    ctx.rect(box.left, box.top, box.width, box.height);
    ctx.clip();
    const bar = { left: box.left + pad, top: this.barTop, width: room, height: this.barHeight };
    mixBar(ctx, tree, node, theme, bar);
    ctx.textAlign = "left";
    ctx.textBaseline = "middle";
    // Below that the second line would be on the bar.
    const isTall = box.height >= 53;
    if (room > 24 && box.height >= 20) this.heading(isAnswer, isTall);
    if (isTall && room > 40) this.line(figures(tree, node), theme.muted, 34);
    if (box.height >= NEAR && scene.form === "tree") this.near();
    ctx.restore();
  }

  private heading(isAnswer: boolean, isTall: boolean): void {
    const { ctx, tree, node, box } = this;
    const text = isAnswer ? answerText(tree, node) : tree.attributes[tree.attribute[node]];
    ctx.font = `600 ${Math.max(9, Math.min(14, box.height * 0.25))}px ${FONT}`;
    ctx.fillStyle = this.theme.ink;
    const middle = isTall ? box.top + 16 : box.top + (box.height - this.barHeight) / 2 - 1;
    const room = this.room - cornerWidth(this.marks, node, box);
    ctx.fillText(fitted(ctx, text, room), box.left + this.pad, middle);
  }

  private line(text: string, colour: string, middle: number): void {
    const { ctx, box, pad, room } = this;
    ctx.font = `400 12px ${FONT}`;
    ctx.fillStyle = colour;
    ctx.fillText(fitted(ctx, text, room), box.left + pad, box.top + middle);
  }

  /** What becomes of the validation rows here, and the tested attribute among the rows. */
  private near(): void {
    const { held } = this.marks;
    if (held !== undefined) this.line(heldText(this.tree, held, this.node), this.theme.accent, 51);
    this.distribution(held === undefined ? 46 : 62);
  }

  /** The tested attribute among the rows of the node, below the lines, with the threshold. */
  private distribution(lines: number): void {
    const facts = this.marks.facts.get(this.node);
    if (facts?.bars === undefined) return;
    const { ctx, theme, box, pad } = this;
    const height = this.barTop - box.top - lines - 6;
    if (height < 14) return;
    const area = { left: box.left + pad, top: box.top + lines, width: this.room, height };
    const { groupColours } = this.tree.target;
    drawBars(ctx, facts.bars, area, groupColours.length > 0 ? groupColours : [theme.muted], theme.muted);
    const { threshold, bars } = facts;
    if (threshold === undefined || bars.from === undefined || bars.to === undefined) return;
    const x = area.left + ((threshold - bars.from) / (bars.to - bars.from || 1)) * area.width;
    ctx.strokeStyle = theme.accent;
    ctx.lineWidth = 2;
    ctx.beginPath();
    ctx.moveTo(x, area.top - 2);
    ctx.lineTo(x, area.top + area.height);
    ctx.stroke();
  }

  /** How many nodes are folded away. */
  private closedMark(): void {
    const { ctx, theme, box, tree, node } = this;
    if (box.height < 30 || this.scene.form === "icicle") return;
    const text = `+${tree.end[node] - node - 1}`;
    ctx.font = `600 11px ${FONT}`;
    const width = ctx.measureText(text).width + 14;
    const [x, y] = [box.left + box.width / 2, box.top + box.height];
    ctx.fillStyle = theme.surface;
    ctx.strokeStyle = theme.strong;
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.roundRect(x - width / 2, y - 9, width, 18, 9);
    ctx.fill();
    ctx.stroke();
    ctx.fillStyle = theme.muted;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillText(text, x, y + 0.5);
  }
}

function figures(tree: TreeView, node: number): string {
  const rows = rowsText(tree.weight[node]);
  const isLeaf = tree.attribute[node] < 0;
  if (tree.task === "regression") return isLeaf ? rows : `mean ${answerText(tree, node)} · ${rows}`;
  const share = percent(tree.figure[node]);
  return isLeaf ? `${rows} · ${share}` : `${rows} · ${share} ${answerText(tree, node)}`;
}
