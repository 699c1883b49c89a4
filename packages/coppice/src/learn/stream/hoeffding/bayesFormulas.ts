import { log } from "../../../base/exp.js";
import { freeName } from "../../../base/freeName.js";
import type { Formula, FormulaTerm } from "../../../model/formula.js";
import type { AddedAttribute } from "../../learner.js";
import type { StreamSchema } from "../streamLearner.js";
import { MOMENTS, varianceAbove } from "./leafStats.js";
import type { Leaf } from "./streamNode.js";

/** The value of a class that cannot be: below what any density has as its logarithm. */
const NO_CHANCE = -1e300;
/** A mean so many standard deviations from 0 is subtracted before squaring, which would cost digits. */
const FAR = 100;
/** Squares of numbers beyond these leave the range of doubles, or the digits that they have there. */
const LARGEST = 1e150;
const LEAST_RANGE = 1e-140;

/**
 * The squares that formulas of naive Bayes need besides the attributes: the logarithm of a normal density is linear in x and
 * its square. They are added to the model's attributes, in the order of the table's.
 */
export class Squares {
  readonly added: AddedAttribute[] = [];
  private readonly centres = new Map<number, { readonly attribute: number; readonly at: number }>();

  constructor({ attributes, target }: StreamSchema, leaves: readonly Leaf[]) {
    const taken = new Set([target.name, ...attributes.map(({ name }) => name)]);
    attributes.forEach(({ name }, a) => {
      const at = centreOf(leaves, a);
      if (at === undefined) return;
      const attribute = attributes.length + this.added.length;
      this.centres.set(a, { attribute, at });
      const words = at === 0 ? `${name} squared` : `(${name} - ${at}) squared`;
      this.added.push({
        schema: { name: freeName(words, taken), type: "numeric" },
        step: {
          kind: "quadratic",
          attribute,
          formula: {
            intercept: at * at,
            terms: at === 0 ? [] : [{ attribute: a, coefficient: -2 * at }],
          },
          products: [{ attributes: [a, a], coefficient: 1 }],
        },
      });
    });
  }

  /** Undefined where doubles cannot hold the squares. */
  of(attribute: number): { readonly attribute: number; readonly at: number } | undefined {
    return this.centres.get(attribute);
  }
}

/** What is subtracted from a number before it is squared; undefined if no leaf has moments of the attribute. */
function centreOf(leaves: readonly Leaf[], attribute: number): number | undefined {
  let weight = 0;
  let sum = 0;
  let range = 0;
  let largest = 0;
  for (const { stats } of leaves) {
    const { kinds, classes, moments, ranges } = stats!;
    const j = kinds.numeric.indexOf(attribute);
    if (j < 0) continue;
    for (let k = 0; k < classes; k++) {
      const at = (j * classes + k) * MOMENTS;
      weight += moments[at];
      sum += moments[at] * moments[at + 1];
    }
    range = Math.max(range, ranges[2 * j + 1] - ranges[2 * j]);
    largest = Math.max(largest, -ranges[2 * j], ranges[2 * j + 1]);
  }
  if (!(weight > 0 && range > LEAST_RANGE && largest < LARGEST)) return undefined;
  return Math.abs(sum / weight) > FAR * range ? Math.round(sum / weight) : 0;
}

/**
 * One formula for each class, whose value is that of `LeafStats.scores`; undefined if no class has a chance, or a square is
 * out of the range of doubles: the leaf then predicts its majority class.
 */
export function bayesFormulas(
  leaf: Leaf,
  schema: StreamSchema,
  squares: Squares,
): readonly Formula[] | undefined {
  const { kinds, ranges } = leaf.stats!;
  const isOut = (attribute: number, j: number) =>
    ranges[2 * j + 1] > ranges[2 * j] && squares.of(attribute) === undefined;
  if (kinds.numeric.some(isOut)) return undefined;
  const classes = schema.target.levels!.length;
  const formulas = Array.from({ length: classes }, (_, k) => classFormula(leaf, k, schema, squares));
  if (formulas.every((formula) => formula === undefined)) return undefined;
  return formulas.map((formula) => formula ?? { intercept: NO_CHANCE, terms: [] });
}

function classFormula(
  { counts, stats }: Leaf,
  k: number,
  schema: StreamSchema,
  squares: Squares,
): Formula | undefined {
  if (!(counts[k] > 0)) return undefined;
  let intercept = log(counts[k]);
  const terms: FormulaTerm[] = [];
  const { kinds, classes, moments, ranges, known, levels, occurring } = stats!;
  for (let j = 0; j < kinds.numeric.length; j++) {
    const range = ranges[2 * j + 1] - ranges[2 * j];
    if (!(range > 0)) continue;
    const at = (j * classes + k) * MOMENTS;
    const variance = varianceAbove(moments[at + 2], moments[at], range);
    const mean = moments[at] > 0 ? moments[at + 1] : ranges[2 * j] + range / 2;
    const density = normalTerms(kinds.numeric[j], mean, variance, squares);
    intercept += density.intercept;
    terms.push(...density.terms);
  }
  for (let j = 0; j < kinds.nominal.length; j++) {
    if (occurring[j] === 0) continue;
    const total = known[j * classes + k];
    const attribute = kinds.nominal[j];
    const shares = schema.attributes[attribute].levels!.map(
      (_, level) => ((levels[j][level * classes + k] ?? 0) + 1) / (total + occurring[j]),
    );
    terms.push(...levelTerms(attribute, shares));
  }
  return { intercept, terms };
}

/** The logarithm of a normal density, without the constant that all classes share; 0 where the cell is missing. */
function normalTerms(attribute: number, mean: number, variance: number, squares: Squares): Formula {
  const square = squares.of(attribute)!;
  const off = mean - square.at;
  const slope = off / variance;
  const bend = -1 / (2 * variance);
  const intercept = -slope * square.at - (off * off) / (2 * variance) - log(variance) / 2;
  return {
    intercept,
    terms: [
      { attribute, coefficient: slope, missing: 0 },
      // What stands for a missing square cancels the intercept.
      { attribute: square.attribute, coefficient: bend, missing: -intercept / bend },
    ],
  };
}

/** The logarithm of each level's share; levels with equal shares are one term. */
function levelTerms(attribute: number, shares: readonly number[]): FormulaTerm[] {
  const byShare = new Map<number, number[]>();
  shares.forEach((share, level) => {
    const same = byShare.get(share);
    if (same) same.push(level);
    else byShare.set(share, [level]);
  });
  return [...byShare].map(([share, levels]) => ({ attribute, coefficient: log(share), levels, missing: 0 }));
}
