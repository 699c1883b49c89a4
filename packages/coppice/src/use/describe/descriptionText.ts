import { percent } from "../../model/words.js";
import type { Paint, TextOptions } from "../draw/text.js";
import { columnsText } from "./columnsText.js";
import type { Description } from "./describeTable.js";
import type { ClassCount, TargetDescription } from "./describeTarget.js";
import { fillOf, oneWayText } from "./oneWayText.js";
import { columnsOf, cut, cutWord, padEnd } from "./terminal.js";
import { twoWayText } from "./twoWayText.js";
import { figure, groupText, informativenessText, plural } from "./wording.js";

export interface DescriptionTextOptions extends Pick<TextOptions, "width" | "paint"> {
  /** Attributes to draw against the target; the others get one line each. */
  readonly top?: number;
}

const WIDTH = 100;
const TOP = 8;

/** A description for a terminal of at least 80 columns. */
export function descriptionText(description: Description, options: DescriptionTextOptions = {}): string {
  const { paint, top = TOP } = options;
  const width = Math.max(72, Math.min(120, options.width ?? WIDTH));
  const { rows, columns, target, tables, attributes, pairs } = description;
  const lines = [
    `${plural(rows, "row")}, ${plural(columns.length, "column")}; ${missingCells(description)}`,
    ...columnsText(columns, width),
  ];
  if (target !== undefined) {
    lines.push("", ...targetLines(target, width, paint));
    const heading = `${plural(tables.oneWay, "attribute")} against ${cutWord(target.name, 30)}, most informative first`;
    lines.push("", attributes.length === 0 ? "no attribute to compare with it" : heading);
    for (const table of attributes.slice(0, top)) lines.push("", ...oneWayText(table, target, width, paint));
    if (attributes.length > top) lines.push("", ...rest(attributes.slice(top)));
  }
  if (pairs.length > 0) {
    lines.push("", `${pairs.length} of ${plural(tables.twoWay, "pair")} of attributes`);
    for (const table of pairs) lines.push("", ...twoWayText(table, target, width, paint));
  }
  return lines.join("\n");
}

function missingCells({ rows, columns }: Description): string {
  const missing = columns.reduce((sum, column) => sum + column.missing, 0);
  if (missing === 0) return "no missing values";
  return `${missing} of ${plural(rows * columns.length, "cell")} missing (${percent(missing / (rows * columns.length))})`;
}

function targetLines(target: TargetDescription, width: number, paint: Paint | undefined): string[] {
  const name = cutWord(target.name, 40);
  if (target.task === "regression") {
    const { min, max, mean, sd } = target;
    const spread = sd === undefined ? "" : ` ± ${figure(sd)}`;
    return [
      `target ${name}: ${plural(target.rows, "row")}, mean ${figure(mean)}${spread}, from ${figure(min)} to ${figure(max)}`,
    ];
  }
  const { classes, entropy } = target;
  const head = `target ${name}: ${plural(target.rows, "row")}, ${plural(classCount(classes), "class", "classes")}, entropy ${entropy.toFixed(3)} bits`;
  const labels = classes.map((each) => cut(groupText(each), Math.min(40, width - 30)));
  const labelWidth = Math.max(...labels.map(columnsOf));
  const countWidth = Math.max(...classes.map(({ count }) => String(count).length));
  return [
    head,
    ...classes.map((each, place) => {
      const count = String(each.count).padStart(countWidth);
      return `  ${fillOf(place, paint)(2)} ${padEnd(labels[place], labelWidth)}  ${count} (${percent(each.share)})`;
    }),
  ];
}

function classCount(classes: readonly ClassCount[]): number {
  return classes.reduce((sum, each) => sum + (each.kind === "others" ? each.levels : 1), 0);
}

/** Attributes that are not drawn get a line each, up to a limit; the others are counted. */
const MOST = 30;
const NAME = 40;

function rest(attributes: Description["attributes"]): string[] {
  const width = Math.max(
    ...attributes.slice(0, MOST).map(({ attribute }) => columnsOf(cutWord(attribute, NAME))),
  );
  const lines = attributes
    .slice(0, MOST)
    .map((table) => `  ${padEnd(cutWord(table.attribute, NAME), width)}  ${informativenessText(table)}`);
  const more = attributes.length - lines.length;
  return more > 0 ? [...lines, `  … and ${plural(more, "attribute")} more`] : lines;
}
