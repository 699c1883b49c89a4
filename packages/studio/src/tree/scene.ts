import type { TreeView } from "../work/protocol.js";
import { tidy } from "./tidy.js";
import { type Visible, visibleNodes } from "./visible.js";

/** A box at scale 1, and the distances between boxes. */
export const BOX = { width: 164, height: 58, slot: 184, step: 124 };
/** The width of an icicle, the height that its rows share, and the limits of a row. */
export const ICICLE = { width: 1400, height: 800, least: 56, most: 140 };

export type Form = "tree" | "icicle";

/** The drawn nodes with their places: of a tree the middle and the top, of an icicle the left edge and the width. */
export interface Scene extends Visible {
  readonly form: Form;
  readonly tree: TreeView;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly width: Float64Array;
  /** The extent of the subtree: nothing of it lies outside. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** The height of a node. */
  readonly tall: number;
  readonly bounds: { readonly width: number; readonly height: number };
}

export function sceneOf(tree: TreeView, form: Form, isCollapsed: (node: number) => boolean, root = 0): Scene {
  const visible = visibleNodes(tree, isCollapsed, root);
  return form === "tree" ? treeScene(tree, visible) : icicleScene(tree, visible);
}

function treeScene(tree: TreeView, visible: Visible): Scene {
  const middles = tidy(visible);
  const size = middles.length;
  const x = new Float64Array(size);
  const y = new Float64Array(size);
  const low = new Float64Array(size);
  const high = new Float64Array(size);
  let deepest = 0;
  let widest = 0;
  for (let i = 0; i < size; i++) {
    x[i] = middles[i] * BOX.slot + BOX.width / 2;
    y[i] = visible.depth[i] * BOX.step;
    low[i] = x[i] - BOX.width / 2;
    high[i] = x[i] + BOX.width / 2;
    if (visible.depth[i] > deepest) deepest = visible.depth[i];
    if (high[i] > widest) widest = high[i];
  }
  for (let i = size - 1; i > 0; i--) {
    const up = visible.parent[i];
    if (low[i] < low[up]) low[up] = low[i];
    if (high[i] > high[up]) high[up] = high[i];
  }
  const bounds = { width: widest, height: deepest * BOX.step + BOX.height };
  return {
    ...visible,
    form: "tree",
    tree,
    x,
    y,
    width: new Float64Array(size).fill(BOX.width),
    low,
    high,
    tall: BOX.height,
    bounds,
  };
}

/** Widths are shares of rows; a branch without rows has none. */
function icicleScene(tree: TreeView, visible: Visible): Scene {
  const { nodes, parent, depth } = visible;
  const size = nodes.length;
  const x = new Float64Array(size);
  const y = new Float64Array(size);
  const width = new Float64Array(size);
  const used = new Float64Array(size);
  let deepest = 0;
  for (let i = 0; i < size; i++) {
    const up = parent[i];
    const share = up < 0 ? 1 : tree.weight[nodes[i]] / (tree.weight[nodes[up]] || 1);
    width[i] = up < 0 ? ICICLE.width : width[up] * share;
    x[i] = up < 0 ? 0 : x[up] + used[up];
    if (up >= 0) used[up] += width[i];
    if (depth[i] > deepest) deepest = depth[i];
  }
  const tall = Math.max(ICICLE.least, Math.min(ICICLE.most, ICICLE.height / (deepest + 1)));
  for (let i = 0; i < size; i++) y[i] = depth[i] * tall;
  const high = x.map((left, i) => left + width[i]);
  const bounds = { width: ICICLE.width, height: (deepest + 1) * tall };
  return { ...visible, form: "icicle", tree, x, y, width, low: x, high, tall, bounds };
}

/** The node at a place of the scene; -1 if there is none. */
export function nodeAt(scene: Scene, x: number, y: number): number {
  const { nodes, end, low, high } = scene;
  for (let i = 0; i < nodes.length; ) {
    if (x < low[i] || x > high[i] || y < scene.y[i]) i = end[i];
    else if (isInside(scene, i, x, y)) return nodes[i];
    else i++;
  }
  return -1;
}

function isInside({ form, x, y, width, tall }: Scene, i: number, atX: number, atY: number): boolean {
  const left = form === "tree" ? x[i] - width[i] / 2 : x[i];
  return atX >= left && atX <= left + width[i] && atY >= y[i] && atY <= y[i] + tall;
}
