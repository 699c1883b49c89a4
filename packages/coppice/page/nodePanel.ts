import { number, percent, rowsText } from "../src/model/words.js";
import { escapeXml as text } from "../src/use/draw/escape.js";
import { pathWords } from "../src/use/draw/pathWords.js";
import { answerText } from "../src/use/draw/treeBoxes.js";
import type { TreeData } from "../src/use/draw/treeData.js";
import { partsOf } from "../src/use/draw/treePaint.js";

export interface NodeState {
  readonly canOpen: boolean;
  readonly isOpen: boolean;
  /** Number of descendants. */
  readonly below: number;
}

/** The details of one node: its path, rows and classes, and the available actions. */
export function nodePanel(data: TreeData, node: number, { canOpen, isOpen, below }: NodeState): string {
  const { a, w, m, h } = data.nodes[node];
  const conditions = pathWords(data, node);
  const path =
    conditions.length === 0
      ? "<b>All rows:</b>"
      : `<b>If</b> ${conditions.map((each) => `<span>${text(each)}</span>`).join(" <i>and</i> ")} <b>then</b>`;
  const answer = swatch(data, node);
  const next =
    a === undefined
      ? ""
      : `<p class="hint">Next: ${text(data.attributes[a])}; ${below} ${below === 1 ? "node" : "nodes"} below${h === undefined ? "" : ", not in this page"}.</p>`;
  const missing = m === undefined ? "" : `<p class="hint">${text(m).replaceAll("\n", "<br>")}</p>`;
  const buttons = canOpen
    ? `<p><button data-do="toggle">${isOpen ? "Collapse" : "Expand"}</button> <button data-do="below">Expand all below</button></p>`
    : "";
  return `<p class="path">${path} ${answer}</p><p class="rows">${rowsText(w)}${sharesText(data, node)}</p>${next}${missing}${buttons}`;
}

function swatch(data: TreeData, node: number): string {
  const facts = data.nodes[node];
  const answer = text(answerText(facts, data));
  if (data.task === "regression") return `<b>${answer}</b>`;
  return `<span class="class" style="--class:${data.colours[facts.y]}">${answer}</span>`;
}

function sharesText({ nodes, classes, colours, error }: TreeData, node: number): string {
  const facts = nodes[node];
  if (facts.c === undefined) return `, ${error} ${number(Number((facts.r ?? 0).toPrecision(4)))}`;
  const { t = 1 } = facts;
  const parts = partsOf(facts).sort(([, a], [, b]) => b - a);
  const shares = parts.map(
    ([code, count]) =>
      `<span class="class small" style="--class:${colours[code]}">${text(classes[code] ?? "")} ${number(count)} (${percent(count / t)})</span>`,
  );
  return ` ${shares.join(" ")}`;
}
