import { exchange, twoMeans } from "../propose/grouping.js";
import { scatterOf } from "../propose/scatter.js";
import { type Grouping, type LabelledDesign, oneVersusRest } from "../propose/sides.js";
import type { FitOptions } from "./fields.js";

/** The groupings of the classes for which a node is fitted. */
export function groupingsOf(
  rows: LabelledDesign,
  how: FitOptions["groups"],
  scatter = () => scatterOf(rows.design, rows.labels, rows.classes),
): readonly Grouping[] {
  if (rows.classes === 2 || how === "oneVersusRest") return oneVersusRest(rows.classes);
  return [how === "exchange" ? exchange(rows, scatter(), 0) : twoMeans(scatter())];
}
