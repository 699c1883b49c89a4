import { freeName } from "../../base/freeName.js";
import { rootKey } from "../../base/nodeRandom.js";
import type { Problem } from "../../engine/problem.js";
import type { Measure, MeasureStep } from "../../model/measure.js";
import { isYesOrNo, YES_OR_NO } from "../../model/stringMeasure.js";
import { measureText } from "../../rules/measureText.js";
import { type Column, columnSchema, withoutStrings } from "../../table/column.js";
import { criterionNamed } from "../criterion/criterionFor.js";
import type { Prepared } from "../missing/preparation.js";
import { widen } from "../widen.js";
import { checkStrings } from "./checkStrings.js";
import { type FoundMeasure, rankingImpurity, searchStrings } from "./search.js";
import { stringAttributes } from "./stringAttributes.js";
import { stringOptionsOf } from "./stringOptions.js";

/**
 * For learners that do not seek tests node by node: the measures of strings with the greatest gain over all rows, as
 * attributes of their own. In the place of the strings remains an attribute that tells nothing.
 */
export function addStringPool(
  ready: Prepared,
  options: Readonly<Record<string, unknown>>,
  seed: number,
): Prepared {
  const { grown } = ready;
  const strings = stringAttributes(grown);
  checkStrings(options, grown, strings);
  if (strings.length === 0) return ready;
  const { attributes, target } = grown;
  const measures = strings.flatMap((a) => pooled(grown, a, options, seed, strings.length));
  const names = new Set([target.column.name, ...attributes.map(({ name }) => name)]);
  const schemas = attributes.map(columnSchema);
  const added = measures.map((measure): Column => {
    const name = freeName(measureText(measure, schemas), names);
    return isYesOrNo(measure)
      ? { type: "nominal", name, levels: YES_OR_NO, codes: new Int32Array(0) }
      : { type: "numeric", name, values: new Float64Array(0) };
  });
  const steps = measures.map(
    (measure, i) => ({ ...measure, attribute: attributes.length + i }) as MeasureStep,
  );
  const wide = widen(ready, added, steps);
  return {
    ...wide,
    grown: hidden(wide.grown),
    ...(wide.validation && { validation: hidden(wide.validation) }),
  };
}

function pooled(
  problem: Problem,
  attribute: number,
  options: Readonly<Record<string, unknown>>,
  seed: number,
  strings: number,
): Measure[] {
  const how = stringOptionsOf(options);
  const rows = Int32Array.from({ length: problem.rows }, (_, row) => row);
  const weights = problem.weights ?? new Float64Array(problem.rows).fill(1);
  const impurity = rankingImpurity(criterionNamed(options.criterion, problem.task), problem);
  const most = Math.max(1, Math.floor(how.pool / strings));
  const where = { problem, rows, weights, key: rootKey(seed) };
  const found = searchStrings(attribute, where, how, impurity, most);
  const gain = (one: FoundMeasure) => one.gain ?? Number.POSITIVE_INFINITY;
  // Those that are cut by a threshold are few: they come first. The sort is stable.
  return found
    .sort((a, b) => (gain(a) === gain(b) ? 0 : gain(b) - gain(a)))
    .slice(0, most)
    .map(({ measure }) => measure);
}

function hidden(problem: Problem): Problem {
  return { ...problem, attributes: problem.attributes.map(withoutStrings) };
}
