import { editLines } from "../../model/editText.js";
import { errorName } from "../../model/errorName.js";
import { depthsOf, isSplit, type SplitNode, type TreeModel, type TreeNode } from "../../model/tree.js";
import { parentsOf } from "../../model/walk.js";
import { brief, conditionText, percent, word } from "../../model/words.js";
import { measureLines } from "../../rules/measureText.js";
import { cutAt, moreNodes } from "./cut.js";
import { formulaLines, formulaName, labelText, purity } from "./label.js";

/** How a terminal styles the parts; passed in by the caller, so that this file needs no dependency. */
export interface Paint {
  /** Rails and figures. */
  dim(text: string): string;
  /** Conditions of splits. */
  bold(text: string): string;
  /** A leaf's prediction; `code` is its class, absent for regression. */
  label(text: string, code?: number): string;
}

const PLAIN: Paint = { dim: (text) => text, bold: (text) => text, label: (text) => text };

export interface TextOptions {
  /**
   * Columns of the terminal: longer conditions are truncated so that the prediction stays visible. Absent: unlimited.
   */
  readonly width?: number;
  readonly maxDepth?: number;
  readonly paint?: Paint;
}

const RAIL = 3;

/**
 * The tree for a terminal, a line per branch:
 *
 *     petal width <= 0.8: setosa (50)
 *     petal width > 0.8
 *     ├─ petal width <= 1.75: versicolor (54, 91%)
 *     └─ petal width > 1.75: virginica (46, 98%)
 *
 * The figures are the rows and the share of the predicted class, unless that is 100%. Measures too long to be written out
 * in tests follow the tree, and what people changed in it.
 */
export function drawText(model: TreeModel, options: TextOptions = {}): string {
  const { width, maxDepth, paint = PLAIN } = options;
  const { shown, hidden } = cutAt(model, maxDepth);
  const depths = depthsOf(model);
  const { parent, branch } = parentsOf(model);
  const rails = new Rails(Math.max(4, Math.floor((width ?? 120) / 2 / RAIL)));
  const lines: string[] = [];
  for (const i of shown) {
    const node = model.nodes[i];
    const answer = isSplit(node) && !hidden.has(i) ? undefined : answerOf(node, model, hidden.get(i));
    if (i === 0) {
      if (answer) lines.push(printAnswer(answer, paint));
      continue;
    }
    const above = model.nodes[parent[i]] as SplitNode;
    const prefix = rails.before(depths[i], branch[i] === above.branches.length - 1);
    const room =
      width === undefined
        ? Infinity
        : width - size(prefix) - (answer ? size(answer.label + answer.figures) + 3 : 0);
    const group = groupText(above, branch[i], model);
    const condition = shorten(conditionText(above.test, branch[i], model.attributes) + group, room);
    const line = answer ? `${condition}: ${printAnswer(answer, paint)}` : paint.bold(condition);
    lines.push((prefix === "" ? "" : paint.dim(prefix)) + line);
  }
  const unfolded = shown.filter((i) => !hidden.has(i));
  const where = [...measureLines(model, width), ...formulaLines(model, unfolded, width)];
  const edits = editLines(model);
  return [
    ...lines,
    ...(where.length > 0 ? ["", ...where] : []),
    ...(edits.length > 0 ? ["", "edited by hand:", ...edits.map((line) => `  ${line}`)] : []),
  ].join("\n");
}

/** Twoing's superclass on this side, such as ` {setosa, virginica}`. */
function groupText({ superclasses }: SplitNode, branch: number, { target }: TreeModel): string {
  const group = superclasses?.[branch];
  return group === undefined ? "" : ` {${group.map((code) => word(target.levels![code])).join(", ")}}`;
}

interface Answer {
  readonly label: string;
  readonly figures: string;
  readonly code?: number;
}

/** `below` is the number of nodes below it that are not drawn. */
function answerOf(node: TreeNode, model: TreeModel, below: number | undefined): Answer {
  const label = labelText(node, model);
  const more = below === undefined ? "" : ` ${moreNodes(below)}`;
  const rows = node.weight === 0 ? "no rows" : brief(node.weight);
  if ("value" in node) {
    const error = node.weight === 0 || node.error === 0 ? "" : `, ${errorName(model)} ${brief(node.error)}`;
    return { label, figures: `(${rows}${error})${more}` };
  }
  const share = purity(node)!;
  const by = node.answer ? `, ${formulaName(node, model)}` : "";
  const sure = `${node.weight === 0 || share === 1 ? "" : `, ${percent(share)}`}${by}`;
  return { label, figures: `(${rows}${sure})${more}`, code: node.label };
}

function printAnswer({ label, figures, code }: Answer, paint: Paint): string {
  return `${paint.label(label, code)} ${paint.dim(figures)}`;
}

/**
 * The rails to the left of a branch. Only the innermost `limit` levels are drawn and the others counted (`⋮12 `), so
 * that a deep tree neither leaves the screen nor needs memory quadratic in its depth.
 */
class Rails {
  /** For each depth on the path to here: whether the branch has later siblings. */
  private readonly open: boolean[] = [];

  constructor(private readonly limit: number) {}

  /** The root's branches start at the margin, without rails. */
  before(depth: number, isLast: boolean): string {
    this.open[depth] = !isLast;
    if (depth === 1) return "";
    const first = Math.max(2, depth - this.limit + 1);
    let prefix = first > 2 ? `⋮${first - 2} ` : "";
    for (let d = first; d < depth; d++) prefix += this.open[d] ? "│  " : "   ";
    return prefix + (isLast ? "└─ " : "├─ ");
  }
}

function shorten(text: string, columns: number): string {
  const limit = Math.max(12, columns);
  if (text.length <= limit) return text;
  const letters = [...text];
  return letters.length <= limit ? text : `${letters.slice(0, limit - 1).join("")}…`;
}

const size = (text: string) => [...text].length;
