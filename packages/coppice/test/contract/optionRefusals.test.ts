import { describe, expect, it } from "vitest";
import { show } from "../../src/base/errors.js";
import type { Field } from "../../src/base/schema.js";
import { fitTable } from "../../src/learn/fit.js";
import { foil, foilLearner } from "../../src/learn/foil/foil.js";
import type { Learner } from "../../src/learn/learner.js";
import { describeOptions, type OptionFacts } from "../../src/learn/options.js";
import { learners } from "../../src/learn/registry.js";
import { makeRelations } from "../../src/table/makeRelations.js";
import { refusal, table } from "../kit/index.js";
import { valuesOfRule } from "../kit/valuesOfRule.js";
import { VALUES_OF_WORDED_RULES } from "../kit/valuesOfWordedRules.js";

/** What each option of each learner refuses, and just accepts: values on both sides of the rule that it publishes. */

const rows = {
  classification: table`
    u,v,y
    1,2,a
    2,1,b
    3,5,a
    4,3,b
  `,
  regression: table`
    u,v,y
    1,2,0.5
    2,1,1.5
    3,5,0
    4,3,2
  `,
};
const relations = makeRelations({ relations: [{ name: "p", tuples: [["a"]] }] });

type Options = Readonly<Record<string, unknown>>;
interface Subject extends Pick<Learner, "name" | "options"> {
  readonly fit: (options: Options) => unknown;
}

const subjects: readonly Subject[] = [
  ...learners.map((learner) => ({
    name: learner.name,
    options: learner.options,
    fit: (options: Options) => fitTable(rows[learner.tasks[0]], { target: "y", learner, options }),
  })),
  { ...foilLearner, fit: (options) => foil(relations, { target: "p", options }) },
];

const valuesOf = ({ rule }: OptionFacts) => valuesOfRule(rule, VALUES_OF_WORDED_RULES);

/** A text may be followed by what was probably meant. */
const HINT = /^(; did you mean ".+"\?|; here it is called ".+")?$/;
const isRefusal = (found: string, wanted: string) =>
  found.startsWith(wanted) && HINT.test(found.slice(wanted.length));

describe.each(subjects)("the options of $name", ({ name: learner, options, fit }) => {
  const described = describeOptions({ options });

  it("refuse values that break their rule, with the option, the rule and the value", () => {
    const wrong = described.flatMap((option) => {
      const { bad, faults = [] } = valuesOf(option);
      const broken = [...bad.map((value) => [value, option.rule] as const), ...faults];
      return broken.flatMap(([value, rule]) => {
        const wanted = `OPTION_RANGE: ${option.name} must be ${rule}; got ${show(value)}`;
        const found = refusal(() => fit({ [option.name]: value }));
        return isRefusal(found, wanted) ? [] : [{ wanted, found }];
      });
    });
    expect(wrong).toEqual([]);
  });

  it("take every value that meets their rule, up to its bounds", () => {
    const refused = described.flatMap((option) => {
      const field: Field<unknown, unknown> = options.shape[option.name];
      const isRefused = (value: unknown) => !field.safeParse(value).success;
      return valuesOf(option)
        .good.filter(isRefused)
        .map((value) => `${option.name}=${show(value)}: ${option.rule}`);
    });
    expect(refused).toEqual([]);
  });

  it("do not include a name with a letter more, but suggest the one without", () => {
    const suggested = described.map(({ name }) => refusal(() => fit({ [`${name}x`]: 1 })));
    expect(suggested).toEqual(
      described.map(
        ({ name }) => `OPTION_UNKNOWN: ${learner} has no option "${name}x"; did you mean "${name}"?`,
      ),
    );
  });

  it("do not include the properties that every object inherits", () => {
    for (const name of ["__proto__", "constructor", "toString"])
      expect(refusal(() => fit(JSON.parse(`{"${name}":1}`)))).toMatch(
        `OPTION_UNKNOWN: ${learner} has no option "${name}"`,
      );
  });
});
