import type { TreeModel } from "../../model/tree.js";
import { depthWithin } from "./cut.js";
import { escapeXml as text } from "./escape.js";
import { drawTree } from "./svg.js";
import { drawText } from "./text.js";
import { type TreeData, treeData } from "./treeData.js";

/** Maximum number of nodes in a page: those with the most rows. */
const MOST_NODES = 10_000;
/** A text drawing with more lines than this is left out. */
const MOST_LINES = 400;
/** Width above which a picture is replaced by text on a phone. */
const PHONE = 360;
const SHRINK = 0.62;

/**
 * The tree of a page. With scripts it opens at the root and only the visible part is drawn; without scripts and in
 * print it is a static picture, or text if the picture would be too wide for a phone.
 */
export function treeSection(model: TreeModel, maxDepth?: number): string {
  const limit = maxDepth === undefined ? {} : { maxDepth };
  const data = treeData(model, { most: MOST_NODES, ...limit });
  const { svg, width, root } = drawTree(model, limit);
  const lines = drawText(model, { maxDepth: maxDepth ?? depthWithin(model, MOST_LINES) });
  const wide = width * SHRINK > PHONE ? " wide" : "";
  const bar =
    data.task === "classification"
      ? "the classes of its rows"
      : "where its value lies between the least and the greatest";
  const left = model.nodes.length - data.nodes.length;
  const cut =
    left > 0 ? ` ${left} of ${model.nodes.length} nodes, those with the fewest rows, are left out.` : "";
  return `<section class="picture${wide}" aria-label="Tree">
<h2>Tree</h2>
${live(data)}
<div class="still">
<div class="tree" tabindex="0"><div style="--natural:${width}px">
<span class="root" style="left:${((root / width) * 100).toFixed(1)}%"></span>
${svg}</div></div>
<pre class="tree" tabindex="0">${text(lines)}</pre>
</div>
<p class="hint">The thicker an edge, the more rows take it. The bar in a box shows ${bar}.${cut}</p>
</section>`;
}

function live(data: TreeData): string {
  const label = `Decision tree for ${data.target}. Arrow keys move, Enter opens and closes a subtree, plus and minus zoom, / searches.`;
  return `<div class="live" data-tree hidden>
<div class="tools">
<div class="find"><input type="search" placeholder="Search attributes, classes, conditions" aria-label="Search the tree" autocomplete="off" spellcheck="false"><span class="found" role="status"></span><button type="button" data-do="previous" aria-label="Previous match">‹</button><button type="button" data-do="next" aria-label="Next match">›</button></div>
<div class="group"><button type="button" data-do="out" aria-label="Zoom out">−</button><span class="scale">100%</span><button type="button" data-do="in" aria-label="Zoom in">+</button><button type="button" data-do="fit">Fit</button></div>
<div class="group"><button type="button" data-do="close">Collapse</button><button type="button" data-do="open">Expand</button></div>
</div>
${legend(data)}
<div class="stage" role="tree" tabindex="0" aria-label="${text(label)}"><svg class="coppice-tree" role="presentation"></svg></div>
<div class="node" role="status"></div>
<script type="application/json" id="tree-data">${jsonText(data)}</script>
</div>`;
}

const MOST_CLASSES = 20;

function legend({ task, classes, colours }: TreeData): string {
  if (task === "regression") return "";
  const items = classes
    .slice(0, MOST_CLASSES)
    .map(
      (name, k) => `<li><span class="class small" style="--class:${colours[k]}">${text(name)}</span></li>`,
    );
  const more = classes.length - items.length;
  return `<ul class="legend">${items.join("")}${more > 0 ? `<li>and ${more} more</li>` : ""}</ul>`;
}

/** JSON that an HTML parser cannot take for markup: every `<` is escaped. */
export function jsonText(data: unknown): string {
  return JSON.stringify(data)
    .replace(/</g, "\\u003c")
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
}
