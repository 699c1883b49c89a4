import { columnOf, explain, isSplit, isTree, type Model, predict, type Table, type TreeModel } from "coppice";
import { pathWords, type TreeData } from "coppice/draw";
import { shown } from "../base/text.js";
import { cellOf, cellText } from "./cells.js";
import type { RowAnswer } from "./protocol.js";
import { rowRules } from "./rowRules.js";

/** A row of the table by its number, or cells. */
export interface RowQuestion {
  readonly row?: number;
  readonly cells?: Readonly<Record<string, string | number | null>>;
}

/** What the model says of a row of the table, or of cells as they are given, and by which path. */
export function rowAnswer(
  model: Model,
  table: Table | undefined,
  { row, cells }: RowQuestion,
  dataOf: (tree: TreeModel) => TreeData,
): RowAnswer {
  const given = cells ?? cellsOf(model, table, row!);
  const named = new Map(Object.entries(given));
  const found = predict(model, named, { unknownKeys: "ignore" });
  const explained = explain(model, named, { unknownKeys: "ignore" });
  const [{ because }] = explained.explanations;
  const rules = rowRules(explained);
  const path = because.kind === "tree" && isTree(model) ? ancestors(model, because.paths[0].leaf) : [];
  const truth = row !== undefined && table ? cellText(columnOf(table, model.target.name), row) : undefined;
  return {
    ...(row !== undefined && { row }),
    cells: given,
    prediction:
      found.kind === "classification" ? shown(found.label, 80) : String(Number(found.value.toPrecision(6))),
    ...(found.kind === "classification" && {
      probabilities: Object.entries(found.probabilities).map(([name, share]) => ({
        name: shown(name, 80),
        share,
      })),
    }),
    ...(truth !== undefined && { truth }),
    path,
    ...(rules && { rules }),
    because: isTree(model) && path.length > 0 ? pathWords(dataOf(model), path[path.length - 1]) : [],
  };
}

/** The cells of a row that the model reads. */
function cellsOf(model: Model, table: Table | undefined, row: number): RowAnswer["cells"] {
  const read = new Set(model.attributes.map(({ name }) => name));
  const columns = (table?.columns ?? []).filter(({ name }) => read.has(name));
  return Object.fromEntries(columns.map((column) => [column.name, cellOf(column, row)]));
}

/** The nodes from the root to this one. */
function ancestors(model: TreeModel, node: number): number[] {
  const path = [0];
  for (let at = 0; at !== node; ) {
    const split = model.nodes[at];
    if (!isSplit(split)) break;
    at = Math.max(...split.branches.filter((branch) => branch <= node));
    path.push(at);
  }
  return path;
}
