import { readFileSync } from "node:fs";
import type { Model, Table } from "coppice";
import { bytesOf, type ReadResult, readSource } from "coppice";
import { predictTable, scoreOf, truthOf } from "coppice/evaluate";
import { PENGUINS } from "./studioPage.js";

/** The sample of the studio, as the library reads it. */
export function readPenguins(): Promise<ReadResult> {
  return readSource(bytesOf("penguins.json", readFileSync(PENGUINS)));
}

/** The accuracy of a model on a table. */
export function accuracyOn(model: Model, table: Table): number {
  const score = scoreOf(truthOf(model.target, table), predictTable(model, table));
  if (score.kind !== "classification") throw new Error("classes are predicted");
  return score.accuracy;
}
