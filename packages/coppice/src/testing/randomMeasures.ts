import { Draws } from "../base/nodeRandom.js";
import type { NodeToSplit, Proposal } from "../learn/propose/proposal.js";
import { treeLearner } from "../learn/treeLearner.js";
import type { Formula, FormulaTerm } from "../model/formula.js";
import type { Measure } from "../model/measure.js";

/** A learner that draws measures of every kind at random: whatever it draws, all engines must agree. */
export const randomMeasures = treeLearner({
  name: "randomMeasures",
  summary: "random measures of several attributes",
  tasks: ["classification", "regression"],
  answers: { maxDepth: 3 },
  guarantees: { monotone: false },
  propose: () => drawn,
});

function drawn({ problem, key }: NodeToSplit): Proposal {
  const draws = new Draws(key);
  const numeric = problem.attributes.flatMap(({ type }, a) => (type === "numeric" ? [a] : []));
  const weight = () => draws.share() * 2 - 1;
  const formula = (): Formula => ({
    intercept: 0,
    terms: problem.attributes.map(({ type }, attribute): FormulaTerm => {
      const missing = draws.below(4) === 0 ? { missing: 0.5 } : {};
      if (type === "nominal") return { attribute, coefficient: weight(), levels: [0], ...missing };
      return { attribute, coefficient: weight(), ...missing };
    }),
  });
  const [one, other] = [numeric[draws.below(numeric.length)], numeric[draws.below(numeric.length)]];
  const measures: Measure[] = [
    { kind: "linear", formula: formula() },
    {
      kind: "quadratic",
      formula: formula(),
      products: [{ attributes: [one, other], coefficient: weight() }],
    },
    {
      kind: "distance",
      from: [
        { attribute: one, at: weight(), scale: 1 },
        { attribute: other, at: 0, scale: 2 },
      ],
    },
    {
      kind: "perceptron",
      hidden: [formula(), formula()],
      output: { intercept: 0.1, coefficients: [weight(), weight()] },
    },
    { kind: "largest", of: [formula(), formula(), formula()] },
  ];
  return { measures: measures.filter(() => draws.below(2) === 0), attributes: draws.below(3) > 0 };
}
