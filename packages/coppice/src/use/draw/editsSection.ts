import { editText } from "../../model/editText.js";
import type { TreeModel } from "../../model/tree.js";
import { escapeXml as text } from "./escape.js";

/** What people changed in a tree, in order; nothing if it is as it was learned. */
export function editsSection({ edits = [] }: Pick<TreeModel, "edits">): string {
  if (edits.length === 0) return "";
  const items = edits.map((edit) => `<li>${text(editText(edit))}</li>`);
  return `<section aria-label="Edits">\n<h2>Edited by hand</h2>\n<ol>\n${items.join("\n")}\n</ol>\n</section>`;
}
