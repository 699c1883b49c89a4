import { CoppiceError } from "../../base/errors.js";
import type { LearningTask } from "../../engine/task.js";
import { UNIT_OF } from "../../model/tokens.js";
import type { NominalColumn } from "../../table/column.js";
import type { StringType } from "../../table/schema.js";
import { sequencesOf } from "./sequences.js";
import { stringOptionsOf } from "./stringOptions.js";

/** Strings have something to look at, and options about strings have an effect. */
export function checkStrings(
  options: Readonly<Record<string, unknown>>,
  { attributes }: Pick<LearningTask, "attributes">,
  strings: readonly number[],
): void {
  if (strings.length === 0) {
    // Members of ensembles get their options from these, and their measures from the pool.
    if (options.strings === undefined || attributes.some((column) => "hides" in column)) return;
    throw new CoppiceError(
      "OPTION_CONFLICT",
      "strings has no effect: no attribute is of type string or text; declare one with --type column=string",
      { name: "strings", rule: "an attribute of type string or text" },
    );
  }
  const { minLength, maxLength } = stringOptionsOf(options);
  if (minLength > maxLength) {
    throw new CoppiceError(
      "OPTION_CONFLICT",
      `strings leaves no substring to test: its minLength is ${minLength} and its maxLength ${maxLength}`,
      { name: "strings", rule: "minLength at most maxLength", value: options.strings },
    );
  }
  for (const a of strings) {
    const column = attributes[a] as NominalColumn;
    const unit = UNIT_OF[column.type as StringType];
    const fold = column.type === "text";
    if (sequencesOf(column.levels, unit, fold).ids.length > 0) continue;
    const what = unit === "letters" ? "a letter" : "a word";
    throw new CoppiceError(
      "STRING_EMPTY",
      `the ${column.type} attribute ${JSON.stringify(column.name)} has not ${what} in any row: leave it out, or declare another type`,
      { name: column.name, rule: `${what} in some row` },
    );
  }
}
