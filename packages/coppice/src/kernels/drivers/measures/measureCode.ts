import { unreachable } from "../../../base/errors.js";
import type { Formula, FormulaTerm } from "../../../model/formula.js";
import type { Measure } from "../../../model/measure.js";

/**
 * What the kernel `measures` does at the nodes of a tree, as one list of numbers, which it reads from front to back. The
 * numbers of the kinds are those of kernels/assembly/measures. Columns are numbered in the order in which they are first read.
 */
export class MeasureCode {
  readonly numbers: number[] = [];
  /** By node, where it begins. */
  readonly starts: number[] = [];
  /** The attributes that are read, column after column. */
  readonly attributes: number[] = [];
  private readonly columns = new Map<number, number>();

  begin(): void {
    this.starts.push(this.numbers.length);
  }

  add(...numbers: readonly number[]): void {
    for (const number of numbers) this.numbers.push(number);
  }

  column(attribute: number): number {
    let column = this.columns.get(attribute);
    if (column === undefined) {
      column = this.attributes.push(attribute) - 1;
      this.columns.set(attribute, column);
    }
    return column;
  }

  /** The columns that come next are taken for the rows at hand. */
  take(attributes: Iterable<number>): void {
    const columns = [...new Set(attributes)].map((attribute) => this.column(attribute));
    this.add(columns.length, ...columns);
  }

  formula({ intercept, terms }: Formula): void {
    this.add(intercept);
    const groups = groupsOf(terms);
    this.add(groups.length);
    for (const group of groups) this.terms(group);
  }

  private terms(group: readonly FormulaTerm[]): void {
    const columns = group.map(({ attribute }) => this.column(attribute));
    const coefficients = group.map(({ coefficient }) => coefficient);
    const missing = group.map((term) => term.missing ?? Number.NaN);
    const [{ levels }] = group;
    if (levels) {
      const table = new Array<number>(Math.max(-1, ...levels) + 1).fill(0);
      for (const level of levels) table[level] = 1;
      this.add(LEVELS, ...columns, ...coefficients, ...missing, table.length);
      this.add(...table);
    } else if (group.length === 1) this.add(ONE, ...columns, ...coefficients, ...missing);
    else if (missing.every(Number.isNaN)) this.add(FOUR, ...columns, ...coefficients);
    else this.add(FOUR_FILLED, ...columns, ...coefficients, ...missing);
  }

  /** The cell of an attribute as it is. */
  cell(attribute: number): void {
    this.add(0, this.column(attribute));
  }

  measure(measure: NumberMeasure): void {
    switch (measure.kind) {
      case "linear":
        this.add(1);
        this.formula(measure.formula);
        break;
      case "quadratic":
        this.add(2);
        this.formula(measure.formula);
        this.add(measure.products.length);
        for (const { attributes, coefficient, missing } of measure.products) {
          this.add(...attributes.map((attribute) => this.column(attribute)), coefficient);
          if (missing) this.add(1, missing[0] ?? Number.NaN, missing[1] ?? Number.NaN);
          else this.add(0);
        }
        break;
      case "distance":
        this.add(3, measure.from.length);
        for (const { attribute, at, scale, missing = Number.NaN } of measure.from)
          this.add(this.column(attribute), at, scale, missing);
        break;
      case "perceptron":
        this.add(4, measure.output.intercept, measure.hidden.length);
        measure.hidden.forEach((unit, u) => {
          this.add(measure.output.coefficients[u]);
          this.formula(unit);
        });
        break;
      case "largest":
        this.add(5, measure.of.length);
        for (const formula of measure.of) this.formula(formula);
        break;
      default:
        unreachable(measure);
    }
  }
}

/** Measures of numbers; those of strings are computed in TypeScript. */
export type NumberMeasure = Extract<
  Measure,
  { kind: "linear" | "quadratic" | "distance" | "perceptron" | "largest" }
>;

export function isOfNumbers(measure: Measure): measure is NumberMeasure {
  return measure.kind !== "pattern" && measure.kind !== "length" && measure.kind !== "anyWord";
}

/** The attributes that a measure reads. */
export function* readBy(measure: NumberMeasure): Generator<number> {
  switch (measure.kind) {
    case "linear":
      return yield* readByFormulas([measure.formula]);
    case "quadratic":
      yield* readByFormulas([measure.formula]);
      for (const { attributes } of measure.products) yield* attributes;
      return;
    case "distance":
      for (const { attribute } of measure.from) yield attribute;
      return;
    case "perceptron":
      return yield* readByFormulas(measure.hidden);
    case "largest":
      return yield* readByFormulas(measure.of);
    default:
      unreachable(measure);
  }
}

export function* readByFormulas(formulas: readonly Formula[]): Generator<number> {
  for (const { terms } of formulas) for (const { attribute } of terms) yield attribute;
}

const ONE = 1;
const FOUR = 2;
const FOUR_FILLED = 3;
const LEVELS = 4;

/** Terms in their order; four that follow each other and are numbers are added at once. */
function groupsOf(terms: readonly FormulaTerm[]): readonly FormulaTerm[][] {
  const groups: FormulaTerm[][] = [];
  for (let t = 0; t < terms.length; ) {
    const four = terms.slice(t, t + 4);
    const size = four.length === 4 && four.every(({ levels }) => levels === undefined) ? 4 : 1;
    groups.push(four.slice(0, size));
    t += size;
  }
  return groups;
}
