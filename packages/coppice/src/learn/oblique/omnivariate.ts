import { fiveByTwo } from "../../base/fiveByTwo.js";
import * as z from "../../base/schema.js";
import type { Measure } from "../../model/measure.js";
import type { AppliesWhen } from "../applies.js";
import { fiveHalvings } from "../propose/halves.js";
import type { NodeToSplit } from "../propose/proposal.js";
import { bestStump, stumpError } from "../propose/stump.js";
import { type FitOptions, fitFields } from "./fields.js";
import { linearTests } from "./linearTree.js";
import { type Found, obliqueLearner } from "./obliqueLearner.js";
import { hidden, perceptronTests, starts } from "./perceptronTree.js";
import { quadraticTests } from "./quadraticTree.js";

interface OmnivariateOptions extends FitOptions {
  readonly nonlinear: "quadratic" | "perceptron" | "none";
  readonly nodeTest: "5x2cv" | "lowestError";
  readonly nodeSignificance: number;
  readonly hidden: number;
  readonly starts: number;
}

const PERCEPTRON: AppliesWhen = { option: "nonlinear", in: ["perceptron"] };

/** The kinds of nodes, the simplest first. */
type Candidates = (node: NodeToSplit) => readonly Found[];

/** A 9.7 (Yildiz and Alpaydin 2001): each node is as complex as a statistical test finds worth while. */
export const omnivariate = obliqueLearner({
  name: "omnivariate",
  summary: "omnivariate tree: at each node single attributes, a linear or a nonlinear function, by a test",
  fields: {
    nonlinear: z
      .enum(["quadratic", "perceptron", "none"])
      .default("quadratic")
      .describe("the nonlinear candidate: a quadratic function, a perceptron, or none"),
    nodeTest: z
      .enum(["5x2cv", "lowestError"])
      .default("5x2cv")
      .describe(
        "how candidates are compared: the more complex one must be significantly better by the 5x2cv F test, or just better in the same five times two halves; of nodes with more than 4,000 rows each halving takes a random sample of 4,000",
      ),
    nodeSignificance: z
      .number()
      .gt(0)
      .max(1)
      .default(0.05)
      .describe("significance level of the F test; more gives more complex nodes")
      .meta({ appliesWhen: { option: "nodeTest", in: ["5x2cv"] } satisfies AppliesWhen }),
    ...fitFields,
    hidden: hidden.meta({ appliesWhen: PERCEPTRON }),
    starts: starts.meta({ appliesWhen: PERCEPTRON }),
  },
  find: (node, attributes, options) => {
    const kinds: Candidates[] = [
      (rows) => singleTests(rows, attributes),
      (rows) => linearTests(rows, attributes, { ...options, eliminate: false }),
    ];
    if (options.nonlinear === "quadratic") kinds.push((rows) => quadraticTests(rows, attributes, options));
    if (options.nonlinear === "perceptron") kinds.push((rows) => perceptronTests(rows, attributes, options));
    const chosen = simplest(node, kinds, options);
    // Single attributes are examined by the grower itself.
    return chosen === 0 ? [] : kinds[chosen](node);
  },
});

/** The simplest kind of node, unless a more complex one is better: each is compared with the best so far. */
function simplest(node: NodeToSplit, kinds: readonly Candidates[], options: OmnivariateOptions): number {
  const halvings = fiveHalvings(node);
  const errorsOf = (kind: Candidates) =>
    halvings.map(([first, second]) => [judged(kind, first, second), judged(kind, second, first)] as const);
  const sumOf = (errors: Errors) => errors.reduce((sum, [a, b]) => sum + a + b, 0);
  let chosen = 0;
  let least = errorsOf(kinds[0]);
  // No kind errs less than not at all: the others, which take most of the time, need not be fitted.
  for (let kind = 1; kind < kinds.length && sumOf(least) > 0; kind++) {
    const errors = errorsOf(kinds[kind]);
    if (sumOf(errors) >= sumOf(least)) continue;
    const differences = errors.map(([a, b], r) => [a - least[r][0], b - least[r][1]] as const);
    if (options.nodeTest === "5x2cv" && fiveByTwo(differences).p >= options.nodeSignificance) continue;
    chosen = kind;
    least = errors;
  }
  return chosen;
}

/** By halving, the error on either half of what was learned from the other. */
type Errors = readonly (readonly [number, number])[];

function judged(kind: Candidates, learned: NodeToSplit, rows: NodeToSplit): number {
  return stumpError(bestStump(learned, kind(learned)), learned, rows);
}

/** Each attribute by itself; a nominal one as one level against the rest. */
function singleTests({ problem }: NodeToSplit, attributes: readonly number[]): Found[] {
  const term = (attribute: number, levels?: readonly number[]): Measure => ({
    kind: "linear",
    formula: { intercept: 0, terms: [{ attribute, coefficient: 1, ...(levels && { levels }) }] },
  });
  return attributes.flatMap((attribute) => {
    const column = problem.attributes[attribute];
    if (column.type !== "nominal") return [{ measure: term(attribute) }];
    return column.levels.map((_, level) => ({ measure: term(attribute, [level]) }));
  });
}
