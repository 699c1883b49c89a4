import { unreachable } from "../../../base/errors.js";
import type { Condition } from "../../../model/condition.js";
import type { TreeModel } from "../../../model/tree.js";
import { rulesOf } from "../../../rules/rulesOf.js";
import type { LabelledRule } from "../conclude.js";
import type { ExampleAttribute, Examples } from "../examples.js";
import { codeUpTo } from "../guideLiterals.js";
import type { Literal } from "../literal.js";

/** The leaves of a tree as rules over codes; a bound of an interval is a literal of its own, which may go alone. */
export function leafRules(model: TreeModel, { attributes }: Examples): LabelledRule[] {
  return rulesOf(model)
    .filter(({ support }) => support > 0)
    .map((rule) => ({
      // A classification's target has levels.
      label: model.target.levels!.indexOf(String(rule.then)),
      literals: rule.if.flatMap((one) => literalsOf(one, attributes[one.attribute])),
    }));
}

function literalsOf(condition: Condition, attribute: ExampleAttribute): Literal[] {
  const { attribute: a } = condition;
  switch (condition.kind) {
    case "range": {
      const { above, atMost } = condition;
      return [
        ...(above === undefined
          ? []
          : [{ kind: "above" as const, attribute: a, code: codeUpTo(above, attribute.values) }]),
        ...(atMost === undefined
          ? []
          : [{ kind: "atMost" as const, attribute: a, code: codeUpTo(atMost, attribute.values) }]),
      ];
    }
    case "levels":
      return [{ kind: "levels", attribute: a, levels: condition.levels }];
    case "known":
      return [{ kind: "atMost", attribute: a, code: attribute.count - 1 }];
    case "missing":
      // Rows with missing values go down every branch with fractional weights: no path tests for them.
      return [];
    default:
      return unreachable(condition);
  }
}
