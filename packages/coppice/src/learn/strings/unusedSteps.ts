import type { EnsembleModel, Members } from "../../model/ensemble.js";
import { isMeasure } from "../../model/measure.js";
import { writable } from "../../model/modelJson.js";
import { LEAF } from "../../model/packed.js";
import type { RuleModel } from "../../model/ruleSet.js";
import { isStringMeasure } from "../../model/stringMeasure.js";
import type { Derived } from "../../model/tree.js";
import { withoutUnusedMeasures } from "../propose/measureColumns.js";
import { eachAttribute, renumbered } from "../renumber.js";

/** Rules without the measures that no condition and no formula reads. */
export function rulesWithoutUnused(model: RuleModel): RuleModel {
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

/** An ensemble without the measures of strings that no test and no distance reads. */
export function withoutUnusedSteps(model: EnsembleModel): EnsembleModel {
  const { derived = [], neighbours, report } = model;
  if (!derived.some(isStringMeasure)) return model;
  const read = new Set<number>(model.members.kind === "packed" ? model.members.trees.attribute : []);
  for (const { attribute } of neighbours?.columns ?? []) read.add(attribute);
  const { kept, numberOf } = numbering(model, (a) => read.has(a));
  const { importance } = report ?? {};
  const some = <T>(values: readonly T[]): T[] => kept.map((a) => values[a]);
  return {
    ...model,
    attributes: some(model.attributes),
    derived: derived
      .filter((step) => numberOf[step.attribute] >= 0)
      .map((step) => ({ ...step, attribute: numberOf[step.attribute] })),
    ...(neighbours && {
      neighbours: {
        ...neighbours,
        columns: neighbours.columns.map((one) => ({ ...one, attribute: numberOf[one.attribute] })),
      },
    }),
    members: membersWith(model.members, derived, numberOf),
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

/** Packed trees with other numbers; models of their own, which are given a table's rows, with the steps that they need. */
function membersWith(members: Members, derived: readonly Derived[], numberOf: readonly number[]): Members {
  if (members.kind === "models") {
    const models = members.models.map((tree) =>
      withoutUnusedMeasures({ ...tree, derived: [...derived, ...(tree.derived ?? [])] }),
    );
    return { kind: "models", models };
  }
  const attribute = members.trees.attribute.map((a) => (a === LEAF ? LEAF : numberOf[a]));
  return writable({ ...members, trees: { ...members.trees, attribute } });
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
