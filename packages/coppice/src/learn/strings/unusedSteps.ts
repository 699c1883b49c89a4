import type { EnsembleModel } from "../../model/ensemble.js";
import { isMeasure } from "../../model/measure.js";
import { LEAF } from "../../model/packed.js";
import type { RuleModel } from "../../model/ruleSet.js";
import { isStringMeasure } from "../../model/stringMeasure.js";
import { eachAttribute, renumbered } from "../renumber.js";

/** Rules without the measures that no condition and no formula reads. */
export function withoutUnusedMeasures(model: RuleModel): RuleModel {
  const { derived, ...rest } = model;
  if (derived === undefined) return model;
  const read = new Set<number>();
  eachAttribute(rest.rules, (attribute) => read.add(attribute));
  eachAttribute(rest.otherwise, (attribute) => read.add(attribute));
  const { kept, numberOf } = numbering(model, (a) => read.has(a));
  const steps = derived.filter(({ attribute }) => read.has(attribute));
  return {
    ...rest,
    attributes: kept.map((a) => model.attributes[a]),
    ...(steps.length > 0 && {
      derived: steps.map((step) => ({ ...step, attribute: numberOf[step.attribute] })),
    }),
    rules: renumbered(rest.rules, (a) => numberOf[a]),
    otherwise: renumbered(rest.otherwise, (a) => numberOf[a]),
  };
}

/** Packed trees without the measures of strings that no test reads. */
export function withoutUnusedSteps(model: EnsembleModel): EnsembleModel {
  const { derived = [], members, report } = model;
  if (members.kind !== "packed" || !derived.some(isStringMeasure)) return model;
  const read = new Set<number>(members.trees.attribute);
  const { kept, numberOf } = numbering(model, (a) => read.has(a));
  const attribute = members.trees.attribute.map((a) => (a === LEAF ? LEAF : numberOf[a]));
  const { importance } = report ?? {};
  const some = <T>(values: readonly T[]): T[] => kept.map((a) => values[a]);
  return {
    ...model,
    attributes: some(model.attributes),
    derived: derived
      .filter((step) => numberOf[step.attribute] >= 0)
      .map((step) => ({ ...step, attribute: numberOf[step.attribute] })),
    members: { ...members, trees: { ...members.trees, attribute } },
    ...(report && {
      report: {
        ...report,
        ...(importance && {
          importance: {
            ...importance,
            values: some(importance.values),
            ...(importance.spread && { spread: some(importance.spread) }),
            ...(importance.sums && { sums: some(importance.sums) }),
          },
        }),
      },
    }),
  };
}

/** The attributes that are kept: all that are no measures of strings, and those of these that are read. */
function numbering(
  { attributes, derived = [] }: Pick<EnsembleModel, "attributes" | "derived">,
  isRead: (attribute: number) => boolean,
): { readonly kept: readonly number[]; readonly numberOf: readonly number[] } {
  const measured = new Set(derived.filter(isMeasure).map(({ attribute }) => attribute));
  const kept = attributes.flatMap((_, a) => (!measured.has(a) || isRead(a) ? [a] : []));
  const numberOf = new Array<number>(attributes.length).fill(-1);
  kept.forEach((a, i) => {
    numberOf[a] = i;
  });
  return { kept, numberOf };
}
