import { cividis, mix, type Theme } from "../../base/colours.js";
import type { TreeView } from "../../work/protocol.js";
import type { Box } from "./pen.js";

/** The colour of what a node answers, mixed with that of the surface. */
export function answerColour(tree: TreeView, node: number, { surface }: Theme, strength: number): string {
  if (tree.task === "regression") {
    const [low, high] = tree.range;
    return mix(cividis(high > low ? (tree.answer[node] - low) / (high - low) : 0.5), surface, strength);
  }
  return mix(tree.target.colours[tree.answer[node]] ?? "#8a8f98", surface, strength);
}

/** The classes of a node side by side; for a value one block. */
export function mixBar(
  ctx: CanvasRenderingContext2D,
  tree: TreeView,
  node: number,
  theme: Theme,
  box: Box,
): void {
  const weights = tree.mix.subarray(node * tree.groups, (node + 1) * tree.groups);
  if (tree.task === "regression" || !weights.some((weight) => weight > 0)) {
    ctx.fillStyle = answerColour(tree, node, theme, 1);
    ctx.fillRect(box.left, box.top, box.width, box.height);
  } else shares(ctx, weights, tree.target.groupColours, box);
}

/** The parts of a whole side by side. */
export function shares(
  ctx: CanvasRenderingContext2D,
  weights: ArrayLike<number>,
  colours: readonly string[],
  { left, top, width, height }: Box,
): void {
  let total = 0;
  for (let g = 0; g < weights.length; g++) total += weights[g];
  let at = left;
  for (let g = 0; g < weights.length; g++) {
    const part = (weights[g] / total) * width;
    if (!(part > 0)) continue;
    ctx.fillStyle = colours[g];
    ctx.fillRect(at, top, part, height);
    at += part;
  }
}
