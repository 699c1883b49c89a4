import { isSplit, type TreeModel, type TreeNode } from "../../model/tree.js";
import { conditionOf, outcomeText, PRINT, rowsText, softText, word } from "../../model/words.js";
import { cutAt, moreNodes } from "./cut.js";
import { figuresText, labelText, purity } from "./label.js";
import { coloursOf, tint } from "./palette.js";

export interface DotOptions {
  readonly maxDepth?: number;
}

/** The tree as a Graphviz digraph: `dot -Tsvg`. Leaves have the colour of their class, paler if less pure. */
export function drawDot(model: TreeModel, { maxDepth }: DotOptions = {}): string {
  const { shown, hidden } = cutAt(model, maxDepth);
  const colours = coloursOf(model);
  const lines = [
    "digraph tree {",
    `  label=${quote([word(model.target.name)])}; labelloc=t; fontname="Helvetica";`,
    '  node [shape=box, style="rounded,filled", fillcolor="#ffffff", color="#667080", fontname="Helvetica"];',
    '  edge [color="#667080", fontname="Helvetica", fontsize=11];',
  ];
  for (const i of shown) {
    const node = model.nodes[i];
    const below = hidden.get(i);
    if (isSplit(node) && below === undefined) {
      const name = word(model.attributes[node.test.attribute].name);
      lines.push(`  ${i} [label=${quote([name, rowsText(node.weight)])}];`);
      node.branches.forEach((child, b) => {
        const outcome =
          outcomeText(conditionOf(node.test, b, model.attributes), model.attributes) +
          softText(node.test, PRINT);
        lines.push(`  ${i} -> ${child} [label=${quote([outcome])}];`);
      });
    } else {
      const text = [labelText(node, model), figuresText(node, model), ...(below ? [moreNodes(below)] : [])];
      lines.push(`  ${i} [label=${quote(text)}, fillcolor="${fillOf(node, colours)}"];`);
    }
  }
  return `${lines.join("\n")}\n}\n`;
}

function fillOf(node: TreeNode, colours: readonly string[]): string {
  if ("value" in node) return "#eef2f7";
  return tint(colours[node.label], 0.15 + 0.45 * purity(node)!);
}

/** A quoted string of DOT: a backslash starts an escape there, and an ampersand an entity. */
function quote(lines: readonly string[]): string {
  const escaped = lines.map((line) => line.replace(/&/g, "&amp;").replace(/[\\"]/g, "\\$&"));
  return `"${escaped.join("\\n")}"`;
}
