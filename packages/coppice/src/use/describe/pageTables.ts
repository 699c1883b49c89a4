import { percent } from "../../model/words.js";
import { escapeXml } from "../draw/escape.js";
import { coloursFor } from "../draw/palette.js";
import type { TargetDescription, ValueTarget } from "./describeTarget.js";
import type { OneWay } from "./oneWay.js";
import type { Cell } from "./outcome.js";
import { card, type Part, rowHead, strip } from "./pageParts.js";
import type { TwoWay } from "./twoWay.js";
import { pairText } from "./twoWayText.js";
import { figure, groupText, groupTexts, informativenessText, plural } from "./wording.js";

const text = escapeXml;

/** What the colours mean. */
export function legend(target: TargetDescription): string {
  if (target.task === "regression") {
    return `<p class="note">The tick is the mean of the rows between ${figure(target.min)} and ${figure(target.max)}; the band beside it, one standard deviation.</p>`;
  }
  const colours = coloursFor(target.classes.map(({ count }) => count));
  const items = target.classes.map(
    (each, i) =>
      `<li><span class="class" style="--class:${colours[i]}">${text(groupText(each))}</span> <small>${each.count} (${percent(each.share)})</small></li>`,
  );
  return `<ul class="legend">${items.join("")}</ul>`;
}

export function oneWayCard(table: OneWay, target: TargetDescription): string {
  const labels = groupTexts(table.groups);
  const rows = table.groups.map((group, i) => {
    const mean = target.task === "regression" ? `<td class="n">${figure(group.mean)}</td>` : "";
    return `<tr>${rowHead(labels[i])}<td class="bar">${cellStrip(group, target)}</td>${mean}<td class="n soft">${group.rows}</td></tr>`;
  });
  const body = `<table class="groups"><tbody>${rows.join("\n")}</tbody></table>`;
  return card(table.attribute, informativenessText(table), body);
}

function cellStrip(cell: Cell, target: TargetDescription): string {
  if (cell.rows === 0) return "";
  if (target.task === "regression") return meanStrip(cell, target);
  const colours = coloursFor(target.classes.map(({ count }) => count));
  const parts = (cell.counts ?? []).map((count, i): Part => {
    const name = groupText(target.classes[i]);
    return {
      share: count / cell.rows,
      colour: colours[i],
      title: `${name}: ${count} of ${plural(cell.rows, "row")} (${percent(count / cell.rows)})`,
    };
  });
  return strip(
    parts,
    classLabel(
      cell,
      target.classes.map((each) => groupText(each)),
    ),
  );
}

function classLabel({ rows, counts = [] }: Cell, names: readonly string[]): string {
  const shares = counts.flatMap((count, i) => (count === 0 ? [] : [`${names[i]} ${percent(count / rows)}`]));
  return shares.slice(0, 6).join(", ");
}

function meanStrip({ mean = 0, sd = 0 }: Cell, { min, max }: ValueTarget): string {
  const span = max / 2 - min / 2;
  const at = (x: number) => (span > 0 ? Math.min(1, Math.max(0, (x / 2 - min / 2) / span)) : 0.5);
  const from = at(mean - sd);
  const parts: Part[] = [
    { from: 0, share: 1, class: "rail" },
    { from, share: at(mean + sd) - from, class: "band" },
    { from: Math.min(0.985, Math.max(0, at(mean) - 0.0075)), share: 0.015, class: "k" },
  ];
  return strip(parts, `mean ${figure(mean)}`);
}

export function twoWayCard(table: TwoWay, target: TargetDescription | undefined): string {
  const [lines, columns] = table.groups.map(groupTexts);
  const [a, b] = table.attributes;
  const head = columns.map((label) => `<th scope="col">${text(label)}</th>`).join("");
  const most = Math.max(1, ...table.cells.flat().map(({ rows }) => rows));
  const body = table.cells.map((cells, i) => {
    const tds = cells.map((cell) => `<td>${pairCell(cell, target, most)}</td>`).join("");
    return `<tr><th scope="row">${text(lines[i])}</th>${tds}</tr>`;
  });
  const grid = `<div class="scroll" tabindex="0"><table class="cross"><thead><tr><td></td>${head}</tr></thead><tbody>${body.join("\n")}</tbody></table></div>`;
  return `<div class="wide-card">${card(`${a} × ${b}`, pairText(table), grid)}</div>`;
}

function pairCell(cell: Cell, target: TargetDescription | undefined, most: number): string {
  if (cell.rows === 0) return '<span class="soft">·</span>';
  if (target === undefined) {
    return `<span>${cell.rows}</span>${strip([{ share: cell.rows / most, class: "k" }], plural(cell.rows, "row"))}`;
  }
  const mean = target.task === "regression" ? `<b>${figure(cell.mean)}</b> ` : "";
  return `<span>${mean}<span class="soft">${cell.rows}</span></span>${cellStrip(cell, target)}`;
}
