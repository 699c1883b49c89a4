import { unreachable } from "../base/errors.js";
import { summariseTable } from "../use/describe/tableSummary.js";
import { drawEnsembleReport } from "../use/draw/ensembleReport.js";
import { drawReport } from "../use/draw/html.js";
import { drawRuleReport } from "../use/draw/ruleReport.js";
import { knownDefaults } from "./defaults.js";
import type { Fitted } from "./fitText.js";
import type { Training } from "./readTraining.js";
import { figuresOf } from "./summary.js";

/** The page that `fit --report` writes. */
export function reportOf({
  model,
  score,
  estimate,
  warnings,
  training,
}: Pick<Fitted, "model" | "score" | "estimate" | "warnings"> & { readonly training: Training }): string {
  const { table, attributes } = training;
  const input = {
    train: figuresOf(score, model.options),
    ...(estimate && { estimate }),
    warnings,
    table: summariseTable(table, { target: model.target.name, attributes }),
    ...knownDefaults(model),
    rows: table.rows,
    columns: attributes.length,
  };
  switch (model.format) {
    case "coppice-tree":
      return drawReport({ model, ...input });
    case "coppice-ensemble":
      return drawEnsembleReport({ model, ...input });
    case "coppice-rules":
      return drawRuleReport({ model, ...input });
    default:
      return unreachable(model);
  }
}
