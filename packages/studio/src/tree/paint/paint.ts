import type { Theme } from "../../base/colours.js";
import { BOX, type Scene } from "../scene.js";
import type { Camera } from "./camera.js";
import { ghostBox, ghostEdges, placeGhosts } from "./ghosts.js";
import type { GhostMark, Marks } from "./marks.js";
import { nodeBox } from "./nodeBox.js";
import { answerColour, mixBar } from "./nodeColours.js";
import { type Box, FONT, fitted, type Point, strokeBranch } from "./pen.js";

/** Heights on the screen, in pixels: below the first a node is only its colours, from the second edges have labels. */
const FAR = 12;
const LABELLED = 24;
/** How clear a subtree is while another is considered in its place. */
const FAINT = 0.14;
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
    if (at < 0) return;
    const from = this.bottomOf(at);
    const placed = placeGhosts(branches, from, this.camera.k);
    ghostEdges(this.ctx, this.theme, placed, from, this.camera.k);
    for (const ghost of placed) {
      this.edgeLabel(ghost.branch.edge, ghost.label, true);
      ghostBox(this.ctx, this.theme, this.scene.tree, ghost);
    }
    this.count += placed.length;
  }

  private topOf(i: number): Point {
    const { form, x, y, width } = this.scene;
    const { k, tx, ty } = this.camera;
    return { x: (form === "tree" ? x[i] : x[i] + width[i] / 2) * k + tx, y: y[i] * k + ty };
  }

  private bottomOf(i: number): Point {
    const { x, y } = this.topOf(i);
    return { x, y: y + this.boxHeight };
  }

  private edge(i: number, isNarrow: boolean): void {
    const { parent, nodes, tree } = this.scene;
    const up = parent[i];
    if (up < 0) return;
    const { ctx, camera, theme, marks } = this;
    const share = tree.weight[nodes[i]] / (tree.weight[0] || 1);
    const isLit = marks.path.has(nodes[i]);
    const clear = this.isBehindGhost(nodes[i]) ? FAINT : 1;
    ctx.strokeStyle = isLit ? theme.accent : theme.strong;
    ctx.globalAlpha = (isLit ? 1 : 0.55) * clear;
    ctx.lineWidth = Math.max(
      isLit ? 2 : 0.75,
      Math.min(1.4, camera.k + 0.2) * (1 + 11 * Math.sqrt(share)) * 0.8,
    );
    ctx.lineCap = "round";
    const to = this.topOf(i);
    strokeBranch(ctx, this.bottomOf(up), to);
    ctx.globalAlpha = 1;
    this.count++;
    if (clear === 1 && this.boxHeight >= LABELLED && !isNarrow)
      this.edgeLabel(tree.edge[nodes[i]], { x: to.x, y: to.y - 12 }, isLit);
  }

  private edgeLabel(text: string, { x, y }: Point, isLit: boolean): void {
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
    const { x, y } = this.topOf(i);
    let deepest = scene.y[i];
    for (let j = i; j < scene.end[i]; j += 8) if (scene.y[j] > deepest) deepest = scene.y[j];
    const height = Math.max(4, (deepest - scene.y[i]) * camera.k + this.boxHeight);
    ctx.fillStyle = answerColour(scene.tree, scene.nodes[i], this.theme, 0.9);
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x + 1.5, y + height);
    ctx.lineTo(x - 1.5, y + height);
    ctx.fill();
    this.count++;
  }

  private node(i: number): void {
    const { form, nodes, x, y, width } = this.scene;
    const { k, tx, ty, height } = this.camera;
    const top = y[i] * k + ty;
    if (top > height || top + this.boxHeight < 0) return;
    const gap = form === "icicle" ? 1 : 0;
    const box = {
      left: form === "tree" ? (x[i] - width[i] / 2) * k + tx : x[i] * k + tx,
      top,
      width: Math.max(1, width[i] * k - gap),
      height: Math.max(2, this.boxHeight - gap),
    };
    this.count++;
    this.ctx.globalAlpha = this.isBehindGhost(nodes[i]) ? FAINT : 1;
    if (this.boxHeight < FAR || box.width < 14) this.far(nodes[i], box);
    else nodeBox(this.ctx, this.scene, this.theme, this.marks, nodes[i], box);
    this.ctx.globalAlpha = 1;
  }

  private far(node: number, box: Box): void {
    const { ctx, marks, theme } = this;
    mixBar(ctx, this.scene.tree, node, theme, box);
    if (marks.matches.has(node) || marks.path.has(node) || marks.selected === node) {
      ctx.strokeStyle = theme.accent;
      ctx.lineWidth = 2;
      ctx.strokeRect(box.left - 1, box.top - 1, box.width + 2, box.height + 2);
    }
  }
}
