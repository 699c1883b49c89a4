import { brief, percent, rowsText } from "../../model/words.js";
import { valueText } from "./label.js";
import { tidy } from "./layout.js";
import { fit, textWidth } from "./textWidth.js";
import type { NodeData, TreeData } from "./treeData.js";

export const MARGIN = 20;
export const BOX = { height: 54, least: 96, most: 220, inside: 12 };
/** From the top of one level to the next: a box, and room for an edge with its label. */
export const STEP = BOX.height + 66;

/** Bold text of 13.5 pixels is as wide as regular text of this size. */
const HEAD = 15;
const EDGE = 11.5;

/** A node as drawn: its texts, size and position. */
export interface Box {
  readonly node: number;
  /** Position of the parent among the boxes; -1 for the root. */
  readonly parent: number;
  readonly depth: number;
  /** Of the centre. */
  readonly x: number;
  readonly width: number;
  /** The width that the box, its edge's label and the note below it need. */
  readonly slot: number;
  readonly head: string;
  readonly figures: string;
  /** The label of the edge from the parent. */
  readonly edge: string;
  /** Nodes below that are not shown. */
  readonly hidden: number | undefined;
}

/**
 * Visible nodes in preorder, with their positions. A collapsed split shows its prediction and the number of nodes
 * below it.
 */
export function placeBoxes(data: TreeData, isOpen: (node: number) => boolean = () => true): Box[] {
  const below = sizesBelow(data);
  const place = new Map<number, number>();
  const branches: number[][] = [];
  const boxes: Omit<Box, "x">[] = [];
  for (let i = 0; i < data.nodes.length; i++) {
    const node = data.nodes[i];
    const above = node.up === undefined ? -1 : place.get(node.up)!;
    const isCut = node.h !== undefined || (node.a !== undefined && !isOpen(i));
    if (above >= 0) branches[above].push(boxes.length);
    place.set(i, boxes.length);
    branches.push([]);
    boxes.push(boxOf(data, i, above, above < 0 ? 0 : boxes[above].depth + 1, isCut ? below[i] : undefined));
    // In preorder, the descendants of a collapsed node follow it directly.
    if (isCut) i = endOf(data, i) - 1;
  }
  const middles = tidy(
    branches,
    boxes.map((box) => box.slot),
    22,
  );
  return boxes.map((box, i) => ({ ...box, x: MARGIN + middles[i] }));
}

/** The end of a node's subtree in preorder. */
export function endOf({ nodes }: TreeData, node: number): number {
  let end = node + 1;
  while (end < nodes.length && nodes[end].up! >= node) end++;
  return end;
}

/** The number of descendants of each node, including those that are not in the data. */
export function sizesBelow({ nodes }: TreeData): Int32Array {
  const below = new Int32Array(nodes.length);
  for (let i = nodes.length - 1; i >= 0; i--) {
    below[i] += nodes[i].h ?? 0;
    const { up } = nodes[i];
    if (up !== undefined) below[up] += below[i] + 1;
  }
  return below;
}

function boxOf(
  data: TreeData,
  index: number,
  parent: number,
  depth: number,
  hidden: number | undefined,
): Omit<Box, "x"> {
  const node = data.nodes[index];
  const showsTest = node.a !== undefined && hidden === undefined;
  const head = fit(
    showsTest ? data.attributes[node.a] : answerText(node, data),
    HEAD,
    BOX.most - 2 * BOX.inside,
  );
  const figures = showsTest ? rowsText(node.w) : figuresText(node, data);
  const edge = parent < 0 ? "" : fit(node.e ?? "", EDGE, BOX.most);
  const wanted = Math.max(textWidth(head, HEAD), textWidth(figures, 11)) + 2 * BOX.inside;
  const width = Math.round(Math.min(BOX.most, Math.max(BOX.least, wanted)));
  const slot = Math.max(width, textWidth(edge, EDGE) + 8);
  return { node: index, parent, depth, width, slot, head, figures, edge, hidden };
}

/** The class, or the value to six digits. */
export function answerText(node: NodeData, { task, classes }: TreeData): string {
  return task === "regression" ? (node.f ?? valueText(node.y)) : (classes[node.y] ?? "");
}

/** `48 rows, 98%`, `6 rows, MSE 20`, `no rows`. */
export function figuresText(node: NodeData, { error }: TreeData): string {
  const rows = rowsText(node.w);
  if (node.w === 0) return rows;
  if (node.c === undefined) return `${rows}, ${error} ${brief(node.r ?? 0)}`;
  return `${rows}, ${percent(shareOf(node))}${node.f === undefined ? "" : `, ${node.f}`}`;
}

/** The share of the predicted class in the node's weight. */
function shareOf({ c = [], t = 1, y }: NodeData): number {
  for (let i = 0; i < c.length; i += 2) if (c[i] === y) return c[i + 1] / t;
  return 0;
}

/** A condition with its attribute: `petal width ≤ 0.8`, `colour in {red, blue}`. */
export function conditionWords({ attributes, nodes }: TreeData, node: number): string {
  const { up, e = "", j } = nodes[node];
  if (up === undefined) return "";
  const name = attributes[nodes[up].a!];
  switch (j) {
    case "=":
      return `${name} = ${e}`;
    case "in":
      return `${name} in {${e}}`;
    case "not":
      return `${name} not in {${e.slice("not ".length)}}`;
    case "is":
      return `${name} is ${e}`;
    default:
      return `${name} ${e}`;
  }
}
