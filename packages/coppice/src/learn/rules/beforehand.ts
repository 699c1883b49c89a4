import type { Guide } from "../../use/rules/parse/parseGuide.js";
import { type Beforehand, NOTHING } from "./cover.js";
import type { Examples } from "./examples.js";
import { literalsOf } from "./guideLiterals.js";
import type { Literal } from "./literal.js";

/** What people said of rules for classes, in terms of the rows' codes. */
export function beforehandOf(guide: Guide | undefined, { attributes }: Examples): Beforehand {
  if (guide === undefined) return NOTHING;
  const given = new Map<number, Literal[][]>();
  for (const { if: conditions, then } of guide.given) {
    if (!("label" in then)) continue;
    const so = given.get(then.label) ?? [];
    given.set(then.label, [...so, literalsOf(conditions, attributes)]);
  }
  const { forbidden, otherwise } = guide;
  return { given, forbidden, ...(otherwise && "label" in otherwise && { otherwise: otherwise.label }) };
}
