import type { NodeCounts } from "coppice/edit";
import { cividis, mix, type Theme } from "../base/colours.js";
import { amount, brief, percent, rowsText } from "../base/text.js";
import type { Bars, GhostBranch, NodeFacts, TreeView } from "../work/protocol.js";
import { BOX, type Scene } from "./scene.js";
import { answerText } from "./search.js";

/** Where the scene is on the canvas: `x' = k x + tx`. */
export interface Camera {
  readonly k: number;
  readonly tx: number;
  readonly ty: number;
  readonly width: number;
  readonly height: number;
}

export interface Marks {
  readonly selected: number;
  readonly hover: number;
  readonly path: ReadonlySet<number>;
  readonly matches: ReadonlySet<number>;
  readonly edited: ReadonlySet<number>;
  readonly locked: ReadonlySet<number>;
  readonly isCollapsed: (node: number) => boolean;
  /** What near nodes show, where it is known already. */
  readonly facts: ReadonlyMap<number, NodeFacts>;
  readonly notes?: ReadonlyMap<number, string> | undefined;
  /** Nodes at which attributes are forbidden or preferred. */
  readonly constrained?: ReadonlySet<number> | undefined;
  /** A test that a node does not have: its branches are drawn over the others. */
  readonly ghost?: GhostMark | undefined;
  /** Validation rows at each node. */
  readonly held?: NodeCounts | undefined;
}

export interface GhostMark {
  readonly node: number;
  readonly branches: readonly GhostBranch[];
}

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
/** Heights on the screen, in pixels, at which nodes change what they show. */
export const FAR = 12;
export const NEAR = 90;
/** How clear a subtree is while another is considered in its place. */
const FAINT = 0.14;
/** Branches of a ghost that are drawn. */
const MOST_GHOSTS = 4;
/** The height from which edges have labels. */
const LABELLED = 24;
/** A subtree narrower than this is a triangle. */
const NARROW = 3;

/** Draws what the camera sees; returns the number of marks. */
export function paint(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  camera: Camera,
  theme: Theme,
  marks: Marks,
): number {
  ctx.clearRect(0, 0, camera.width, camera.height);
  return new Painter(ctx, scene, camera, theme, marks).run();
}

class Painter {
  private count = 0;
  private readonly boxHeight: number;

  constructor(
    private readonly ctx: CanvasRenderingContext2D,
    private readonly scene: Scene,
    private readonly camera: Camera,
    private readonly theme: Theme,
    private readonly marks: Marks,
  ) {
    this.boxHeight = scene.tall * camera.k;
  }

  run(): number {
    if (this.scene.form === "tree") this.eachSeen((i, isNarrow) => this.edge(i, isNarrow));
    this.eachSeen((i, isNarrow) => (isNarrow ? this.bundle(i) : this.node(i)));
    if (this.marks.ghost && this.scene.form === "tree") this.ghosts(this.marks.ghost);
    return this.count;
  }

  /** Calls back with the nodes on the canvas, and with the roots of subtrees too narrow to be drawn. */
  private eachSeen(draw: (i: number, isNarrow: boolean) => void): void {
    const { nodes, end, low, high, y, form } = this.scene;
    const { k, tx, ty, width, height } = this.camera;
    // An edge leads up by a step: what is just below the canvas still has one on it.
    const below = height + (form === "tree" ? BOX.step * k : 0);
    for (let i = 0; i < nodes.length; ) {
      const [left, right] = [low[i] * k + tx, high[i] * k + tx];
      if (right < 0 || left > width || y[i] * k + ty > below) {
        i = end[i];
        continue;
      }
      const isNarrow = right - left < NARROW;
      draw(i, isNarrow);
      i = isNarrow ? end[i] : i + 1;
    }
  }

  /** Whether a node is below the one whose test is considered. */
  private isBehindGhost(node: number): boolean {
    const { ghost } = this.marks;
    return ghost !== undefined && node > ghost.node && node < this.scene.tree.end[ghost.node];
  }

  /** The branches that a node would have, over its own, which are faint then: nothing moves. */
  private ghosts({ node, branches }: GhostMark): void {
    const at = this.scene.place[node];
    if (at < 0 || branches.length === 0) return;
    const { ctx, camera, theme } = this;
    const scale = Math.max(camera.k, 0.75);
    const [width, height, slot] = [BOX.width * scale, BOX.height * scale, BOX.slot * scale];
    const some = branches.slice(0, MOST_GHOSTS);
    const [x, bottom] = [this.middle(at), this.top(at) + this.boxHeight];
    const top = bottom + (BOX.step - BOX.height) * scale;
    const first = x - ((some.length - 1) / 2) * slot;
    const total = some.reduce((sum, { weight }) => sum + weight, 0) || 1;
    some.forEach((branch, b) => {
      const middle = first + b * slot;
      ctx.strokeStyle = theme.accent;
      ctx.lineWidth = Math.max(1, 8 * scale * Math.sqrt(branch.weight / total) * 0.5);
      ctx.globalAlpha = 0.45;
      ctx.beginPath();
      ctx.moveTo(x, bottom);
      const half = (bottom + top) / 2;
      ctx.bezierCurveTo(x, half, middle, half, middle, top);
      ctx.stroke();
      ctx.globalAlpha = 1;
      this.edgeLabel(branch.edge, middle, top - 12, true);
      this.ghost(branch, { left: middle - width / 2, top, width, height });
    });
    this.count += some.length;
  }

  private ghost({ weight, mix: parts, answer }: GhostBranch, box: Box): void {
    const { ctx, theme } = this;
    const { tree } = this.scene;
    ctx.fillStyle = theme.surface;
    ctx.strokeStyle = theme.accent;
    ctx.lineWidth = 1.5;
    ctx.setLineDash([5, 4]);
    ctx.beginPath();
    ctx.roundRect(box.left, box.top, box.width, box.height, Math.min(10, box.height / 5));
    ctx.fill();
    ctx.stroke();
    ctx.setLineDash([]);
    const pad = 10;
    const room = box.width - 2 * pad;
    ctx.textAlign = "left";
    ctx.textBaseline = "middle";
    ctx.font = `600 13px ${FONT}`;
    ctx.fillStyle = theme.ink;
    const says = tree.task === "regression" ? `mean ${brief(answer)}` : (tree.target.classes[answer] ?? "");
    ctx.fillText(fitted(ctx, says, room), box.left + pad, box.top + box.height * 0.28);
    ctx.font = `400 12px ${FONT}`;
    ctx.fillStyle = theme.muted;
    ctx.fillText(fitted(ctx, rowsText(weight), room), box.left + pad, box.top + box.height * 0.58);
    const total = parts.reduce((sum, part) => sum + part, 0);
    let left = box.left + pad;
    parts.forEach((part, g) => {
      const wide = total > 0 ? (part / total) * room : 0;
      ctx.fillStyle = tree.target.groupColours[g];
      ctx.fillRect(left, box.top + box.height - 12, wide, 5);
      left += wide;
    });
  }

  private middle(i: number): number {
    const { form, x, width } = this.scene;
    return (form === "tree" ? x[i] : x[i] + width[i] / 2) * this.camera.k + this.camera.tx;
  }

  private top(i: number): number {
    return this.scene.y[i] * this.camera.k + this.camera.ty;
  }

  private edge(i: number, isNarrow: boolean): void {
    const { parent, nodes, tree } = this.scene;
    const up = parent[i];
    if (up < 0) return;
    const { ctx, camera, theme, marks } = this;
    const [x1, y1] = [this.middle(up), this.top(up) + this.boxHeight];
    const [x2, y2] = [this.middle(i), this.top(i)];
    const share = tree.weight[nodes[i]] / (tree.weight[0] || 1);
    const isLit = marks.path.has(nodes[i]);
    ctx.strokeStyle = isLit ? theme.accent : theme.strong;
    const clear = this.isBehindGhost(nodes[i]) ? FAINT : 1;
    ctx.globalAlpha = (isLit ? 1 : 0.55) * clear;
    ctx.lineWidth = Math.max(
      isLit ? 2 : 0.75,
      Math.min(1.4, camera.k + 0.2) * (1 + 11 * Math.sqrt(share)) * 0.8,
    );
    ctx.lineCap = "round";
    ctx.beginPath();
    ctx.moveTo(x1, y1);
    const half = (y1 + y2) / 2;
    ctx.bezierCurveTo(x1, half, x2, half, x2, y2);
    ctx.stroke();
    ctx.globalAlpha = 1;
    this.count++;
    if (clear === 1 && this.boxHeight >= LABELLED && !isNarrow)
      this.edgeLabel(tree.edge[nodes[i]], x2, y2 - 12, isLit);
  }

  private edgeLabel(text: string, x: number, y: number, isLit: boolean): void {
    const { ctx, theme } = this;
    const size = Math.max(9, Math.min(12, this.boxHeight * 0.35));
    ctx.font = `${isLit ? 600 : 500} ${size}px ${FONT}`;
    // Below 34 pixels the boxes are so near that a long label would lie over the next one.
    const room = this.boxHeight >= 34 ? BOX.slot - 20 : (BOX.slot - 40) * this.camera.k;
    const label = fitted(ctx, text, room * Math.max(1, this.camera.k));
    const width = ctx.measureText(label).width + 12;
    ctx.fillStyle = theme.ground;
    ctx.beginPath();
    ctx.roundRect(x - width / 2, y - 10, width, 19, 9);
    ctx.fill();
    ctx.fillStyle = isLit ? theme.accent : theme.muted;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillText(label, x, y);
  }

  /** A subtree that is too narrow: a triangle in the colours of its classes. */
  private bundle(i: number): void {
    const { ctx, camera, scene } = this;
    const [x, y] = [this.middle(i), this.top(i)];
    let deepest = scene.y[i];
    for (let j = i; j < scene.end[i]; j += 8) if (scene.y[j] > deepest) deepest = scene.y[j];
    const height = Math.max(4, (deepest - scene.y[i]) * camera.k + this.boxHeight);
    ctx.fillStyle = this.colourOf(scene.nodes[i], 0.9);
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x + 1.5, y + height);
    ctx.lineTo(x - 1.5, y + height);
    ctx.fill();
    this.count++;
  }

  private colourOf(node: number, strength: number): string {
    const { tree } = this.scene;
    const { surface } = this.theme;
    if (tree.task === "regression") {
      const [low, high] = tree.range;
      return mix(cividis(high > low ? (tree.answer[node] - low) / (high - low) : 0.5), surface, strength);
    }
    return mix(tree.target.colours[tree.answer[node]] ?? "#8a8f98", surface, strength);
  }

  private node(i: number): void {
    const { form, nodes, x, width } = this.scene;
    const { k, tx, height } = this.camera;
    const left = form === "tree" ? (x[i] - width[i] / 2) * k + tx : x[i] * k + tx;
    const top = this.top(i);
    if (top > height || top + this.boxHeight < 0) return;
    const gap = form === "icicle" ? 1 : 0;
    const box = {
      left,
      top,
      width: Math.max(1, width[i] * k - gap),
      height: Math.max(2, this.boxHeight - gap),
    };
    this.count++;
    this.ctx.globalAlpha = this.isBehindGhost(nodes[i]) ? FAINT : 1;
    if (this.boxHeight < FAR || box.width < 14) this.far(nodes[i], box);
    else this.boxed(nodes[i], box);
    this.ctx.globalAlpha = 1;
  }

  private far(node: number, box: Box): void {
    const { ctx, marks, theme } = this;
    this.mixBar(node, box);
    if (marks.matches.has(node) || marks.path.has(node) || marks.selected === node) {
      ctx.strokeStyle = theme.accent;
      ctx.lineWidth = 2;
      ctx.strokeRect(box.left - 1, box.top - 1, box.width + 2, box.height + 2);
    }
  }

  /** The classes of a node side by side; for a value one block. */
  private mixBar(node: number, { left, top, width, height }: Box): void {
    const { ctx } = this;
    const { tree } = this.scene;
    const { groups, mix: weights } = tree;
    let total = 0;
    for (let g = 0; g < groups; g++) total += weights[node * groups + g];
    if (tree.task === "regression" || total === 0) {
      ctx.fillStyle = this.colourOf(node, 1);
      ctx.fillRect(left, top, width, height);
      return;
    }
    let at = left;
    for (let g = 0; g < groups; g++) {
      const part = (weights[node * groups + g] / total) * width;
      if (part <= 0) continue;
      ctx.fillStyle = tree.target.groupColours[g];
      ctx.fillRect(at, top, part, height);
      at += part;
    }
  }

  private boxed(node: number, box: Box): void {
    const { ctx, theme, marks, scene } = this;
    const { tree } = scene;
    const isLeaf = tree.attribute[node] < 0;
    const isClosed = !isLeaf && marks.isCollapsed(node);
    const radius = scene.form === "icicle" ? 3 : Math.min(10, box.height / 5);
    const purity = tree.task === "classification" ? tree.figure[node] : 0.75;
    ctx.fillStyle = isLeaf || isClosed ? this.colourOf(node, 0.1 + 0.2 * purity) : theme.surface;
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
    this.inside(node, box, isLeaf || isClosed);
    if (isClosed) this.closedMark(node, box);
    if (marks.locked.has(node)) this.lockMark(box);
    else if (marks.edited.has(node) || marks.constrained?.has(node)) this.editMark(box);
    if (marks.notes?.has(node))
      this.noteMark(
        box,
        marks.locked.has(node) || marks.edited.has(node) || marks.constrained?.has(node) === true,
      );
  }

  /** A corner in the accent: a person made this node what it is. */
  private editMark({ left, top, width, height }: Box): void {
    const { ctx, theme } = this;
    const size = Math.min(12, height / 4);
    ctx.fillStyle = theme.accent;
    ctx.beginPath();
    ctx.moveTo(left + width - size - 3, top + 3);
    ctx.lineTo(left + width - 3, top + 3);
    ctx.lineTo(left + width - 3, top + size + 3);
    ctx.fill();
  }

  /** What the marks in the corner take of the first line. */
  private cornerWidth(node: number, { height }: Box): number {
    const { edited, locked, constrained, notes } = this.marks;
    const size = Math.min(12, height / 4);
    const isMarked = edited.has(node) || locked.has(node) || constrained?.has(node) === true;
    return (isMarked ? size : 0) + (notes?.has(node) ? size + 6 : 0);
  }

  /** Three lines of writing, beside the other mark of the corner. */
  private noteMark({ left, top, width, height }: Box, isBeside: boolean): void {
    const { ctx, theme } = this;
    const size = Math.min(11, height / 4);
    const right = left + width - 5 - (isBeside ? size + 6 : 0);
    ctx.strokeStyle = theme.accent;
    ctx.lineWidth = Math.max(1, size / 7);
    ctx.beginPath();
    for (const [line, long] of [1, 1, 0.6].entries()) {
      const y = top + 6 + (line * size) / 2.5;
      ctx.moveTo(right - size, y);
      ctx.lineTo(right - size + size * long, y);
    }
    ctx.stroke();
  }

  private lockMark({ left, top, width, height }: Box): void {
    const { ctx, theme } = this;
    const size = Math.min(11, height / 4);
    const [x, y] = [left + width - size - 5, top + 5];
    ctx.fillStyle = theme.accent;
    ctx.strokeStyle = theme.accent;
    ctx.lineWidth = Math.max(1, size / 6);
    ctx.fillRect(x, y + size * 0.45, size, size * 0.6);
    ctx.beginPath();
    ctx.arc(x + size / 2, y + size * 0.45, size * 0.3, Math.PI, 0);
    ctx.stroke();
  }

  private inside(node: number, box: Box, isAnswer: boolean): void {
    const { ctx, theme, scene } = this;
    const { tree } = scene;
    const pad = Math.min(12, Math.max(4, box.width * 0.06));
    const room = box.width - 2 * pad;
    const barHeight = box.height >= 40 ? 6 : Math.max(2, box.height * 0.12);
    ctx.save();
    ctx.beginPath();
    ctx.rect(box.left, box.top, box.width, box.height);
    ctx.clip();
    const barTop = box.top + box.height - barHeight - Math.min(8, box.height * 0.12);
    this.mixBar(node, { left: box.left + pad, top: barTop, width: room, height: barHeight });
    ctx.textAlign = "left";
    ctx.textBaseline = "middle";
    const head = isAnswer ? answerText(tree, node) : tree.attributes[tree.attribute[node]];
    // Below that the second line would be on the bar.
    const isTall = box.height >= 53;
    if (room > 24 && box.height >= 20) {
      const size = Math.max(9, Math.min(14, box.height * 0.25));
      ctx.font = `600 ${size}px ${FONT}`;
      ctx.fillStyle = theme.ink;
      const middle = isTall ? box.top + 16 : box.top + (box.height - barHeight) / 2 - 1;
      ctx.fillText(fitted(ctx, head, room - this.cornerWidth(node, box)), box.left + pad, middle);
    }
    if (isTall && room > 40) {
      ctx.font = `400 12px ${FONT}`;
      ctx.fillStyle = theme.muted;
      ctx.fillText(fitted(ctx, this.figures(node), room), box.left + pad, box.top + 34);
    }
    const isNear = box.height >= NEAR && scene.form === "tree";
    if (isNear) this.heldRows(node, box, pad, room);
    if (isNear) this.distribution(node, box, pad, barTop);
    ctx.restore();
  }

  /** Near: what becomes of the validation rows here. */
  private heldRows(node: number, box: Box, pad: number, room: number): void {
    const { held } = this.marks;
    if (held === undefined) return;
    const { ctx, theme } = this;
    ctx.font = `400 12px ${FONT}`;
    ctx.fillStyle = theme.accent;
    ctx.fillText(fitted(ctx, heldText(this.scene.tree, held, node), room), box.left + pad, box.top + 51);
  }

  private figures(node: number): string {
    const { tree } = this.scene;
    const rows = rowsText(tree.weight[node]);
    if (tree.task === "regression") {
      const value = tree.attribute[node] < 0 ? "" : `mean ${answerText(tree, node)} · `;
      return `${value}${rows}`;
    }
    const share = percent(tree.figure[node]);
    return tree.attribute[node] < 0 ? `${rows} · ${share}` : `${rows} · ${share} ${answerText(tree, node)}`;
  }

  /** Near: the tested attribute among the rows of the node, with the threshold. */
  private distribution(node: number, box: Box, pad: number, barTop: number): void {
    const facts = this.marks.facts.get(node);
    if (facts?.bars === undefined) return;
    const { ctx, theme } = this;
    const lines = this.marks.held ? 62 : 46;
    const area = {
      left: box.left + pad,
      top: box.top + lines,
      width: box.width - 2 * pad,
      height: barTop - box.top - lines - 6,
    };
    if (area.height < 14) return;
    drawBars(ctx, facts.bars, area, this.barColours(), theme.muted);
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

  private barColours(): readonly string[] {
    const { target } = this.scene.tree;
    return target.groupColours.length > 0 ? target.groupColours : [this.theme.muted];
  }

  private closedMark(node: number, box: Box): void {
    const { ctx, theme, scene } = this;
    if (box.height < 30 || scene.form === "icicle") return;
    const { tree } = scene;
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

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Validation rows at a node, and how many of them are as it says. */
export function heldText(
  tree: Pick<TreeView, "task">,
  { weights, losses }: NodeCounts,
  node: number,
): string {
  const rows = weights[node];
  if (rows === 0) return "validation: no rows";
  const right =
    tree.task === "classification"
      ? percent(1 - losses[node] / rows)
      : `RMSE ${brief(Math.sqrt(losses[node] / rows))}`;
  return `validation ${amount(rows)} · ${right}`;
}

/** Stacked bars that fill an area. */
export function drawBars(
  ctx: CanvasRenderingContext2D,
  { counts, bars, groups }: Bars,
  area: Box,
  colours: readonly string[],
  other: string,
): void {
  let most = 0;
  for (let b = 0; b < bars; b++) {
    let sum = 0;
    for (let g = 0; g < groups; g++) sum += counts[b * groups + g];
    if (sum > most) most = sum;
  }
  const slot = area.width / bars;
  const gap = slot > 3 ? 1 : 0;
  for (let b = 0; b < bars; b++) {
    let base = area.top + area.height;
    for (let g = 0; g < groups; g++) {
      const height = (counts[b * groups + g] / (most || 1)) * area.height;
      if (height <= 0) continue;
      ctx.fillStyle = colours[g] ?? other;
      ctx.fillRect(area.left + b * slot, base - height, slot - gap, height);
      base -= height;
    }
  }
}

/** The text, cut so that it is no wider than `room`. */
function fitted(ctx: CanvasRenderingContext2D, text: string, room: number): string {
  if (ctx.measureText(text).width <= room) return text;
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (ctx.measureText(`${text.slice(0, middle)}…`).width <= room) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? "" : `${text.slice(0, low)}…`;
}
