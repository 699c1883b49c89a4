import type { Theme } from "../../base/colours.js";
import { brief, rowsText } from "../../base/text.js";
import type { GhostBranch, TreeView } from "../../work/protocol.js";
import { BOX } from "../scene.js";
import { shares } from "./nodeColours.js";
import { type Box, FONT, fitted, type Point, strokeBranch } from "./pen.js";

/** Branches of a ghost that are drawn. */
const MOST = 4;

export interface PlacedGhost {
  readonly branch: GhostBranch;
  readonly box: Box;
  /** Where the label of its edge is. */
  readonly label: Point;
}

/** The places of the branches that a node would have, below the middle of its lower edge. */
export function placeGhosts(branches: readonly GhostBranch[], { x, y }: Point, k: number): PlacedGhost[] {
  const scale = ghostScale(k);
  const [width, height, slot] = [BOX.width * scale, BOX.height * scale, BOX.slot * scale];
  const some = branches.slice(0, MOST);
  const top = y + (BOX.step - BOX.height) * scale;
  const first = x - ((some.length - 1) / 2) * slot;
  return some.map((branch, b) => {
    const middle = first + b * slot;
    return {
      branch,
      box: { left: middle - width / 2, top, width, height },
      label: { x: middle, y: top - 12 },
    };
  });
}

export function ghostEdges(
  ctx: CanvasRenderingContext2D,
  theme: Theme,
  ghosts: readonly PlacedGhost[],
  from: Point,
  k: number,
): void {
  const total = ghosts.reduce((sum, { branch }) => sum + branch.weight, 0) || 1;
  ctx.strokeStyle = theme.accent;
  ctx.globalAlpha = 0.45;
  for (const { branch, box, label } of ghosts) {
    ctx.lineWidth = Math.max(1, 8 * ghostScale(k) * Math.sqrt(branch.weight / total) * 0.5);
    strokeBranch(ctx, from, { x: label.x, y: box.top });
  }
  ctx.globalAlpha = 1;
}

export function ghostBox(
  ctx: CanvasRenderingContext2D,
  theme: Theme,
  tree: TreeView,
  { branch: { weight, mix, answer }, box }: PlacedGhost,
): void {
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
  const bar = { left: box.left + pad, top: box.top + box.height - 12, width: room, height: 5 };
  shares(ctx, mix, tree.target.groupColours, bar);
}

/** Ghosts are readable also where the tree is small. */
function ghostScale(k: number): number {
  return Math.max(k, 0.75);
}
