import { BOX, type Box, STEP } from "../src/use/draw/treeBoxes.js";
import type { TreeData } from "../src/use/draw/treeData.js";
import type { TreePainter } from "../src/use/draw/treePaint.js";

/** What a node's shape depends on besides its box. */
export interface NodeState {
  readonly isActive: boolean;
  readonly canOpen: boolean;
  readonly isMatch: boolean;
  /** Matches in the collapsed subtree. */
  readonly hits: number;
}

/** A node as SVG, to be read: its box, the badge that expands it, and the matches below it. */
export function nodeShape(painter: TreePainter, box: Box, state: NodeState): string {
  const { depth, hidden, x } = box;
  const { hits } = state;
  const top = depth * STEP + BOX.height;
  const badge = state.canOpen
    ? `<g class="badge"><circle cx="${x}" cy="${top + 3}" r="7.5"/><path d="M${x - 3.5} ${top + 3}h7${hidden === undefined ? "" : `M${x} ${top - 0.5}v7`}"/></g>`
    : "";
  const below =
    hits === 0
      ? ""
      : `<text class="c-note found" x="${x}" y="${top + 30}">${hits} ${hits === 1 ? "match" : "matches"} below</text>`;
  return painter.box(box, attributesOf(box, state), badge + below);
}

/** A node seen from far away: a block in its colour. */
export function farShape(data: TreeData, box: Box, state: NodeState): string {
  const { node, depth, x, width } = box;
  const { c, y } = data.nodes[node];
  const fill = data.colours[c === undefined ? 0 : y];
  const shape = `<rect class="far" x="${x - width / 2}" y="${depth * STEP}" width="${width}" height="${BOX.height}" rx="8" fill="${fill}"/>`;
  return `<g${attributesOf(box, state)}>${shape}</g>`;
}

export function farEdge(box: Box, parent: Box | undefined): string {
  if (!parent) return "";
  return `<path class="c-edge" stroke-width="6" d="M${parent.x} ${parent.depth * STEP + BOX.height}L${box.x} ${box.depth * STEP}"/>`;
}

function attributesOf({ node, depth, hidden }: Box, { isActive, canOpen, isMatch }: NodeState): string {
  const kind = `n${isActive ? " active" : ""}${isMatch ? " hit" : ""}${canOpen ? " split" : ""}`;
  const expanded = canOpen ? ` aria-expanded="${hidden === undefined}"` : "";
  return ` id="n${node}" class="${kind}" role="treeitem" aria-level="${depth + 1}" aria-selected="${isActive}"${expanded}`;
}
