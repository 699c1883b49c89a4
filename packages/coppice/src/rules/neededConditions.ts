import type { Condition } from "../model/condition.js";
import type { FormulaTerm } from "../model/formula.js";
import { isMeasure, type MeasureStep } from "../model/measure.js";
import type { TreeModel } from "../model/tree.js";
import { type HalfSpace, isImplied } from "./halfSpaces.js";

type Range = Extract<Condition, { kind: "range" }>;
type LinearStep = Extract<MeasureStep, { kind: "linear" }>;

/** By how much a condition must follow from others, relative to its length, since sums round. */
const MARGIN = 1e-8;

/**
 * The conditions without the bounds of linear measures that the others imply (D 8.4.2). A bound on an attribute is a
 * half-space too, and may imply them, but is kept itself.
 */
export function neededConditions(
  conditions: readonly Condition[],
  { derived = [] }: Pick<TreeModel, "derived">,
): Condition[] {
  const linear = new Map<number, LinearStep>();
  for (const step of derived) if (isMeasure(step) && step.kind === "linear") linear.set(step.attribute, step);
  if (!conditions.some(({ attribute }) => linear.has(attribute))) return [...conditions];
  const axes = new Axes(linear);
  const bounds = conditions.flatMap((one) => (one.kind === "range" ? axes.bounds(one) : []));
  let needed = bounds;
  for (const one of bounds) {
    if (!linear.has(one.attribute)) continue;
    const others = needed.filter((other) => other !== one);
    if (
      isImplied(
        tightened(axes.halfSpace(one)),
        others.map((other) => axes.halfSpace(other)),
      )
    )
      needed = others;
  }
  return conditions.flatMap((one) => (one.kind === "range" ? withBounds(one, needed) : [one]));
}

/** One side of a range. */
interface Bound {
  readonly attribute: number;
  readonly side: "above" | "atMost";
  readonly at: number;
}

/** Attributes, and terms on levels, as the axes of a space in which bounds are half-spaces. */
class Axes {
  private readonly names: string[] = [];

  constructor(private readonly linear: ReadonlyMap<number, LinearStep>) {
    for (const { formula } of linear.values()) for (const term of formula.terms) this.axis(nameOf(term));
  }

  bounds(one: Range): Bound[] {
    const { attribute, above, atMost } = one;
    const found: Bound[] = [];
    if (above !== undefined) found.push({ attribute, side: "above", at: above });
    if (atMost !== undefined) found.push({ attribute, side: "atMost", at: atMost });
    return found;
  }

  halfSpace({ attribute, side, at }: Bound): HalfSpace {
    const sign = side === "atMost" ? 1 : -1;
    const coefficients = new Array<number>(this.names.length).fill(0);
    const step = this.linear.get(attribute);
    if (step === undefined) {
      const axis = this.names.indexOf(nameOf({ attribute }));
      if (axis < 0) return { coefficients, below: 1 };
      coefficients[axis] = sign;
      return { coefficients, below: sign * at };
    }
    for (const term of step.formula.terms) coefficients[this.axis(nameOf(term))] += sign * term.coefficient;
    return { coefficients, below: sign * (at - step.formula.intercept) };
  }

  private axis(name: string): number {
    if (!this.names.includes(name)) this.names.push(name);
    return this.names.indexOf(name);
  }
}

/** Terms that read a cell in the same way are on the same axis. */
function nameOf({
  attribute,
  levels,
  missing,
}: Pick<FormulaTerm, "attribute" | "levels" | "missing">): string {
  return JSON.stringify([attribute, levels, missing]);
}

function tightened({ coefficients, below }: HalfSpace): HalfSpace {
  const length = Math.sqrt(coefficients.reduce((sum, c) => sum + c * c, 0));
  return { coefficients, below: below - MARGIN * (length + Math.abs(below)) };
}

/** The range with the bounds that are left; nothing if none is. */
function withBounds({ attribute, kind }: Range, needed: readonly Bound[]): Condition[] {
  const mine = needed.filter((bound) => bound.attribute === attribute);
  if (mine.length === 0) return [];
  return [{ kind, attribute, ...Object.fromEntries(mine.map(({ side, at }) => [side, at])) }];
}
