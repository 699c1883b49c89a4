import { localRows } from "../engine/data.js";
import { addCombinations } from "./combinations.js";
import { addComponents } from "./components.js";
import { changesCells, prepareMissing } from "./missing/preparation.js";
import { checkStrings } from "./strings/checkStrings.js";
import { addStringPool } from "./strings/pool.js";
import { stringAttributes } from "./strings/stringAttributes.js";
import type { FitJob } from "./treeJob.js";

/** What the options request before growth: missing values imputed, rows dropped, attributes added. */
export function prepared(job: FitJob): FitJob {
  const { learner, options, grown, validation, context } = job;
  const choices = learner.missing?.(options);
  const most = learner.combinations?.(options) ?? 1;
  const components = learner.components?.(options) ?? 0;
  const takesPool = !learner.strings;
  const hasPool = takesPool && stringAttributes(grown.task).length > 0;
  if (takesPool && !hasPool) checkStrings(options, grown.task, []);
  if (!(choices && changesCells(choices)) && most <= 1 && components === 0 && !hasPool) return job;
  const what = "preparing the rows (missing values, combinations, components, strings) as these options ask";
  const rows = localRows(grown, what);
  const apart = validation && localRows(validation, what).problem;
  const ready = choices
    ? prepareMissing(rows.problem, apart, choices)
    : { grown: rows.problem, ...(apart && { validation: apart }) };
  const wide = addComponents(addCombinations(ready, most), components);
  const made = takesPool ? addStringPool(wide, options, context.seed) : wide;
  return {
    ...job,
    grown: rows.over(made.grown),
    ...(made.validation && { validation: rows.over(made.validation) }),
    ...(made.derived && { derived: made.derived }),
  };
}
