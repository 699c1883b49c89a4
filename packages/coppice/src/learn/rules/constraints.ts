import type { ExpertRules } from "../../rules/parse/parseExpertRules.js";
import { NOTHING, type RuleConstraints } from "./cover.js";
import type { Examples } from "./examples.js";
import { literalsOf } from "./guideLiterals.js";
import type { Literal } from "./literal.js";

/** Expert rules for classification, in terms of the rows' codes. */
export function constraintsOf(
  expertRules: ExpertRules | undefined,
  { attributes }: Examples,
): RuleConstraints {
  if (expertRules === undefined) return NOTHING;
  const given = new Map<number, Literal[][]>();
  for (const { if: conditions, then } of expertRules.given) {
    if (!("label" in then)) continue;
    const so = given.get(then.label) ?? [];
    given.set(then.label, [...so, literalsOf(conditions, attributes)]);
  }
  const { forbidden, otherwise } = expertRules;
  return { given, forbidden, ...(otherwise && "label" in otherwise && { otherwise: otherwise.label }) };
}
