import { CoppiceError } from "../../base/errors.js";
import { type AsyncDataHandle, type DataHandle, localRows } from "../../engine/data.js";
import { changesCells } from "../missing/preparation.js";
import type { TreeOptions } from "../treeOptions.js";
import { binned } from "./binned.js";
import { BIN_RULES, type Edges, edgesOf } from "./edges.js";

/** Rows whose numbers are bins. */
export interface CodedData<D> {
  readonly data: D;
  readonly edges: Edges;
}

/** The rows as `coding` asks for them; undefined: as they are. */
export function codedData<D extends DataHandle | AsyncDataHandle>(
  data: D,
  options: Readonly<Record<string, unknown>>,
): CodedData<D> | undefined {
  if (options.coding !== "bins") return undefined;
  checkCoding(options as unknown as TreeOptions);
  const rows = localRows(data as DataHandle, "coding=bins");
  const edges = edgesOf(rows.problem);
  return { data: rows.over(binned(rows.problem, edges)) as D, edges };
}

/** The same of rows wherever they are. */
export async function codedDataAsync<D extends DataHandle | AsyncDataHandle>(
  data: D,
  options: Readonly<Record<string, unknown>>,
): Promise<CodedData<D> | undefined> {
  if (options.coding !== "bins" || data.local || !data.inBins) return codedData(data, options);
  checkCoding(options as unknown as TreeOptions);
  return (await data.inBins(BIN_RULES)) as CodedData<D>;
}

/** Bins tell which of two numbers is greater, and nothing else: what computes with numbers cannot be used. */
function checkCoding(options: TreeOptions): void {
  const { numeric, binning, combinations, components } = options;
  const wrong = [
    ["binning=equalWidth", numeric === "bins" && binning === "equalWidth"],
    [`combinations=${combinations}`, combinations !== 1],
    [`components=${components}`, components !== 0],
    [`missing=${options.missing}`, changesCells(options)],
  ].find(([, isWrong]) => isWrong);
  if (wrong === undefined) return;
  const message = `coding=bins keeps only the order of numbers, and ${wrong[0]} needs the numbers themselves: use coding=exact`;
  throw new CoppiceError("OPTION_CONFLICT", message, { name: "coding" });
}
