import { depthsOf, isSplit, type SplitNode, type TreeModel } from "../../model/tree.js";
import { parentsOf } from "../../model/walk.js";
import { conditionOf, outcomeText, rowsText, word } from "../../model/words.js";
import { cutAt } from "./cut.js";
import { figuresText, labelText } from "./label.js";
import { tidy } from "./layout.js";
import { fit, textWidth } from "./textWidth.js";

export const MARGIN = 20;
export const BOX = { height: 54, least: 96, most: 220, inside: 12 };

/** Bold letters of 13.5 pixels are as wide as plain ones of this size. */
const HEAD = 15;

/** A node as a picture shows it: its words, its size and its place. */
export interface Box {
  readonly node: number;
  /** Position of the parent among the boxes; -1 for the root. */
  readonly parent: number;
  readonly depth: number;
  /** Of the middle. */
  readonly x: number;
  readonly width: number;
  /** The box, its edge's label and the note below it stand inside this width. */
  readonly slot: number;
  readonly head: string;
  readonly figures: string;
  /** The label of the edge from the parent. */
  readonly edge: string;
  /** Nodes below that are not shown. */
  readonly hidden: number | undefined;
}

/** Shown nodes in preorder, tidily placed. */
export function placeBoxes(model: TreeModel, maxDepth: number): Box[] {
  const { shown, hidden } = cutAt(model, maxDepth);
  const { parent, branch } = parentsOf(model);
  const depths = depthsOf(model);
  const place = new Map(shown.map((node, i) => [node, i]));
  const branches: number[][] = shown.map(() => []);
  const boxes = shown.map((index, i) => {
    const above = place.get(parent[index]) ?? -1;
    if (above >= 0) branches[above].push(i);
    const words = wordsOf(model, index, hidden.has(index));
    const edge = above < 0 ? "" : edgeWords(model, parent[index], branch[index]);
    const wanted = Math.max(textWidth(words.head, HEAD), textWidth(words.figures, 11)) + 2 * BOX.inside;
    const width = Math.round(Math.min(BOX.most, Math.max(BOX.least, wanted)));
    const slot = Math.max(width, textWidth(edge, 11.5) + 8);
    return {
      node: index,
      parent: above,
      depth: depths[index],
      width,
      slot,
      ...words,
      edge,
      hidden: hidden.get(index),
    };
  });
  const middles = tidy(
    branches,
    boxes.map((box) => box.slot),
    22,
  );
  return boxes.map((box, i) => ({ ...box, x: MARGIN + middles[i] }));
}

/** A split asks for its attribute; a leaf, or a split whose branches are not shown, answers. */
function wordsOf(model: TreeModel, index: number, isCut: boolean): Pick<Box, "head" | "figures"> {
  const node = model.nodes[index];
  const asks = isSplit(node) && !isCut;
  const name = asks ? word(model.attributes[node.test.attribute].name) : labelText(node, model);
  const head = fit(name, HEAD, BOX.most - 2 * BOX.inside);
  return { head, figures: asks ? rowsText(node.weight) : figuresText(node) };
}

function edgeWords({ nodes, attributes }: TreeModel, parent: number, branch: number): string {
  const condition = conditionOf((nodes[parent] as SplitNode).test, branch, attributes);
  return fit(outcomeText(condition, attributes), 11.5, BOX.most);
}
