import type { Column, ColumnSchema, Table } from "coppice";
import { coloursFor } from "coppice/draw";
import { OTHER } from "../base/colours.js";
import { shown } from "../base/text.js";
import type { TargetFacts } from "./protocol.js";

/** The classes of a target by their weights, which decide who gets a colour. */
export function targetFacts(
  target: Pick<ColumnSchema, "name" | "levels">,
  weights: readonly number[],
): TargetFacts {
  const name = shown(target.name);
  if (target.levels === undefined) {
    const none = { classes: [], levels: [], colours: [], group: [], groupColours: [], groupNames: [] };
    return { name, task: "regression", ...none };
  }
  const classes = target.levels.map((level) => shown(level, 80));
  const colours = coloursFor(weights);
  const groupColours: string[] = [];
  const groupNames: string[] = [];
  const group = colours.map((colour, code) => {
    if (colour === OTHER) return -1;
    groupNames.push(classes[code]);
    return groupColours.push(colour) - 1;
  });
  const hasOthers = group.includes(-1);
  if (hasOthers) {
    groupNames.push("other");
    groupColours.push(OTHER);
  }
  const last = groupColours.length - 1;
  return {
    ...{ name, task: "classification", classes, levels: target.levels, colours, groupColours, groupNames },
    group: group.map((at) => (at < 0 ? last : at)),
  };
}

/** The rows of each class. */
export function classCounts(column: Column): number[] {
  if (column.type === "numeric") return [];
  const counts = new Array<number>(column.levels.length).fill(0);
  for (const code of column.codes) if (code >= 0) counts[code]++;
  return counts;
}

/** Most targets are the last column; a nominal one with few levels is likelier than any other. */
export function likelyTarget({ columns }: Table): string {
  const isClasses = (column: Column) =>
    column.type !== "numeric" && column.levels.length >= 2 && column.levels.length <= 30;
  const last = columns[columns.length - 1];
  const named = columns.find(({ name }) => /^(class|target|label|species|outcome)$/i.test(name));
  if (named !== undefined) return named.name;
  if (last.type === "numeric" || isClasses(last)) return last.name;
  return (columns.findLast(isClasses) ?? last).name;
}
