import { unreachable } from "../base/errors.js";
import type { Formula, FormulaTerm } from "../model/formula.js";
import { isMeasure, type Measure } from "../model/measure.js";
import { type Derived, isSplit, type NodeFacts, type TreeModel } from "../model/tree.js";

/** By attribute, what it is given; the attributes are those of the table. */
export type Credit = ReadonlyMap<number, number>;

type Model = Pick<TreeModel, "attributes" | "derived" | "spreads">;

/**
 * To whom a test on each attribute is credited. A test on an attribute of the table is that attribute's. A measure's is divided
 * among what it reads in proportion to |coefficient| × standard deviation: how far each moves the measure over the training
 * rows. A product's part goes to its two factors by halves; a unit of a perceptron counts by the weight of its output; of
 * several formulas of which the largest counts, by how far their coefficients are apart.
 */
export function creditsOf(model: Model): Credit[] {
  const credits: Credit[] = model.attributes.map((_, a) => new Map([[a, 1]]));
  for (const step of model.derived ?? []) {
    const pulls = isMeasure(step) ? pullsOf(step, model) : equalPulls(step);
    const shares = shared(pulls, credits);
    if (shares.size > 0) credits[step.attribute] = shares;
  }
  return credits;
}

/**
 * What the formulas of a leaf are credited with, per row, by attribute. A linear formula: the variance that each term brings in,
 * (coefficient × standard deviation)². A classifier: the Gini impurity that is left in the leaf, divided like a measure.
 */
export function answerCredit(facts: NodeFacts, model: Model, credits: readonly Credit[]): Credit {
  const { answer } = facts;
  const found = new Map<number, number>();
  if (answer === undefined) return found;
  if (answer.kind === "linear") {
    for (const term of answer.formula.terms) {
      const pull = Math.abs(term.coefficient) * spreadOf(term, model);
      give(found, credits[term.attribute], pull * pull);
    }
    return found;
  }
  if (!("counts" in facts)) return found;
  const total = facts.counts.reduce((a, b) => a + b, 0);
  const impurity = 1 - facts.counts.reduce((sum, count) => sum + (count / total) ** 2, 0);
  for (const [attribute, share] of shared(apart(answer.formulas, model), credits))
    found.set(attribute, impurity * share);
  return found;
}

type Pull = readonly [attribute: number, pull: number];

/** A rule's part goes to the attributes of its conditions alike, that of a tree's leaves to the attributes that it tests. */
function equalPulls(step: Derived): Pull[] {
  if (step.kind === "combination") return step.all.map(({ attribute }) => [attribute, 1]);
  if (step.kind !== "leaf") return [];
  const tested = new Set(step.nodes.flatMap((node) => (isSplit(node) ? [node.test.attribute] : [])));
  return Array.from(tested, (attribute) => [attribute, 1]);
}

function pullsOf(measure: Measure, model: Model): Pull[] {
  switch (measure.kind) {
    case "linear":
      return pulls(measure.formula, model);
    case "quadratic":
      return [
        ...pulls(measure.formula, model),
        ...measure.products.flatMap(({ attributes: [a, b], coefficient }): Pull[] => {
          const half = (Math.abs(coefficient) * numberSpread(a, model) * numberSpread(b, model)) / 2;
          return [
            [a, half],
            [b, half],
          ];
        }),
      ];
    case "distance":
      return measure.from.map(({ attribute, scale }) => [
        attribute,
        numberSpread(attribute, model) / Math.abs(scale),
      ]);
    case "perceptron":
      return measure.hidden.flatMap((unit, h) =>
        pulls(unit, model).map(([a, pull]): Pull => [a, pull * Math.abs(measure.output.coefficients[h])]),
      );
    case "largest":
      return apart(measure.of, model);
    case "pattern":
    case "length":
    case "anyWord":
      return [[measure.attributes[0], 1]];
    default:
      return unreachable(measure);
  }
}

function pulls({ terms }: Formula, model: Model): Pull[] {
  return terms.map((term) => [term.attribute, Math.abs(term.coefficient) * spreadOf(term, model)]);
}

/** A term that all formulas have alike moves them all, and so decides nothing: its distance from their mean counts. */
function apart(formulas: readonly Formula[], model: Model): Pull[] {
  const keyOf = ({ attribute, levels }: FormulaTerm) => JSON.stringify([attribute, levels]);
  const means = new Map<string, number>();
  for (const { terms } of formulas)
    for (const term of terms)
      means.set(keyOf(term), (means.get(keyOf(term)) ?? 0) + term.coefficient / formulas.length);
  return formulas.flatMap(({ terms }) =>
    terms.map((term): Pull => {
      const distance = Math.abs(term.coefficient - means.get(keyOf(term))!);
      return [term.attribute, distance * spreadOf(term, model)];
    }),
  );
}

/** As shares of their sum; what is itself derived hands its part on. */
function shared(all: readonly Pull[], credits: readonly Credit[]): Map<number, number> {
  const total = all.reduce((sum, [, pull]) => sum + pull, 0);
  const found = new Map<number, number>();
  for (const [attribute, pull] of all) if (total > 0) give(found, credits[attribute], pull / total);
  return found;
}

function give(to: Map<number, number>, credit: Credit, amount: number): void {
  for (const [attribute, share] of credit) to.set(attribute, (to.get(attribute) ?? 0) + share * amount);
}

/** The standard deviation of what a coefficient is multiplied by. A model without spreads counts all alike. */
function spreadOf({ attribute, levels, missing }: FormulaTerm, model: Model): number {
  const spread = model.spreads?.[attribute];
  const isListed = Array.isArray(spread);
  if (levels === undefined || (!isListed && missing === undefined)) return numberSpread(attribute, model);
  // What stands for a missing value of a derived attribute is its mean.
  const share = isListed ? levels.reduce((sum, level) => sum + (spread[level] ?? 0), 0) : missing!;
  return Math.sqrt(Math.max(0, share * (1 - share)));
}

function numberSpread(attribute: number, { spreads }: Model): number {
  const spread = spreads?.[attribute];
  return typeof spread === "number" ? spread : 1;
}
