import { readFileSync } from "node:fs";
import { bytesOf, type Model, type ReadResult, readSource, type Table } from "coppice";
import { predictTable, scoreOf, truthOf } from "coppice/evaluate";
import { PENGUINS } from "./studioPage.js";

/** The file of the studio's sample. */
export const PENGUINS_TEXT = readFileSync(PENGUINS, "utf8");

/** The sample as the library reads it. */
export function readPenguins(): Promise<ReadResult> {
  return readSource(bytesOf("penguins.json", PENGUINS_TEXT));
}

/** The accuracy of a model on a table. */
export function accuracyOn(model: Model, table: Table): number {
  const score = scoreOf(truthOf(model.target, table), predictTable(model, table));
  if (score.kind !== "classification") throw new Error("classes are predicted");
  return score.accuracy;
}

/** The cells of a row, without its class. */
export function rowOf({ table }: ReadResult, row: number): Record<string, string | number | null> {
  const cells = table.columns.map((column) => {
    if (column.type !== "numeric") return [column.name, column.levels[column.codes[row]] ?? null] as const;
    return [column.name, Number.isNaN(column.values[row]) ? null : column.values[row]] as const;
  });
  return Object.fromEntries(cells.filter(([name]) => name !== "Species"));
}
