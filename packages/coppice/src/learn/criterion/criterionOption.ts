import * as z from "../../base/schema.js";
import { CRITERION_CHOICES, type CriterionChoice } from "./criterionFor.js";
import { faultOf, isOwnCriterion } from "./ownCriterion.js";

const RULE = `one of ${CRITERION_CHOICES.join(", ")}`;

/** The option `criterion`: one of the names, or from the library an object (see OwnCriterion). */
export const criterionOption = z
  .custom<CriterionChoice>((value) =>
    isOwnCriterion(value) ? faultOf(value, CRITERION_CHOICES) : notNamed(value),
  )
  .meta({ enum: CRITERION_CHOICES });

function notNamed(value: unknown): string | undefined {
  return (CRITERION_CHOICES as readonly unknown[]).includes(value) ? undefined : RULE;
}
