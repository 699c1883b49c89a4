import { word } from "../../model/words.js";
import type { Paint } from "../draw/text.js";
import type { TargetDescription } from "./describeTarget.js";
import type { OneWay } from "./oneWay.js";
import type { Cell } from "./outcome.js";
import { columnsOf, cut, padEnd, padStart } from "./terminal.js";
import { figure, groupTexts, informativenessText } from "./wording.js";

/** Distinguishable without colours; further classes share the last. */
const FILLS = [..."█▒░#=+o·"];
const LABEL = 24;

/** How one class is drawn, in colour if available. */
export function fillOf(place: number, paint: Paint | undefined): (length: number) => string {
  const fill = FILLS[Math.min(place, FILLS.length - 1)];
  if (paint === undefined) return (length) => fill.repeat(length);
  return (length) => paint.label((place < FILLS.length - 1 ? "█" : fill).repeat(length), place);
}

/** The heading of a table, truncated so that its figures stay visible. */
export function headLine(name: string, figures: string, width: number, paint: Paint | undefined): string {
  const short = cut(name, Math.max(20, width - columnsOf(figures) - 4));
  return `  ${paint ? paint.bold(short) : short}  ${figures}`.trimEnd();
}

/** An attribute's name with its informativeness, and a bar for each of its groups. */
export function oneWayText(table: OneWay, target: TargetDescription, width: number, paint?: Paint): string[] {
  const labels = groupTexts(table.groups).map((text) => cut(text, LABEL));
  const rows = table.groups.map((group) => String(group.rows));
  const labelWidth = Math.max(...labels.map(columnsOf), 8);
  const rowsWidth = Math.max(...rows.map((text) => text.length));
  const figures = table.groups.map((group) => (target.task === "regression" ? meanText(group) : ""));
  const figureWidth = Math.max(...figures.map((text) => text.length));
  const barWidth = Math.max(10, Math.min(60, width - labelWidth - rowsWidth - figureWidth - 10));
  const bar = (cell: Cell) =>
    target.task === "classification" ? classBar(cell, barWidth, paint) : meanBar(cell, target, barWidth);
  return [
    headLine(word(table.attribute), informativenessText(table), width, paint),
    ...table.groups.map((group, i) =>
      `    ${padEnd(labels[i], labelWidth)}  ${padStart(rows[i], rowsWidth)}  ${bar(group)}  ${figures[i]}`.trimEnd(),
    ),
  ];
}

function meanText({ mean, sd }: Cell): string {
  return sd === undefined ? figure(mean) : `${figure(mean)} ± ${figure(sd)}`;
}

/** A bar of `length` characters divided by the classes' shares, with rounded boundaries. */
function classBar({ rows, counts = [] }: Cell, length: number, paint: Paint | undefined): string {
  let bar = "";
  let seen = 0;
  counts.forEach((count, place) => {
    const from = Math.round((seen / rows) * length);
    seen += count;
    bar += fillOf(place, paint)(Math.round((seen / rows) * length) - from);
  });
  return bar;
}

/** The position of the mean between the target's least and greatest value. */
function meanBar({ mean = 0 }: Cell, target: { min: number; max: number }, length: number): string {
  const span = target.max / 2 - target.min / 2;
  const share = span > 0 ? (mean / 2 - target.min / 2) / span : 0;
  const at = Math.min(length - 1, Math.floor(share * length));
  return `${"─".repeat(at)}●${"─".repeat(length - 1 - at)}`;
}
