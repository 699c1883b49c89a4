import type { Task } from "../model/head.js";
import type { Hardening } from "../model/tree.js";
import { brief, percent, rowsText } from "../model/words.js";

/** What thresholds in place of a soft tree's gates cost: `96% correct with thresholds, 98% with gates (63 rows …)`. */
export function hardeningText(
  { rows, soft, hard }: Hardening,
  task: Task,
  on: "validation" | "table" = "validation",
): string {
  const of =
    on === "table" ? `${rowsText(rows)} of the table` : rowsText(rows).replace(/row/, "validation row");
  return task === "regression"
    ? `RMSE ${brief(hard)} with thresholds, ${brief(soft)} with gates (${of})`
    : `${percent(1 - hard)} correct with thresholds, ${percent(1 - soft)} with gates (${of})`;
}
