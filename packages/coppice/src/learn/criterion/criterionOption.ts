import { z } from "zod";
import { CRITERION_CHOICES, type CriterionChoice } from "./criterionFor.js";
import { faultOf, isOwnCriterion } from "./ownCriterion.js";

/** The option `criterion`: one of the names, or from the library an object (see OwnCriterion). */
export const criterionOption = z
  .custom<CriterionChoice>()
  .superRefine((value, context) => {
    const fault = isOwnCriterion(value) ? faultOf(value, CRITERION_CHOICES) : notNamed(value);
    if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
  })
  .meta({ enum: [...CRITERION_CHOICES] });

const RULE = `one of ${CRITERION_CHOICES.join(", ")}`;

function notNamed(value: unknown): string | undefined {
  return (CRITERION_CHOICES as readonly unknown[]).includes(value) ? undefined : RULE;
}
