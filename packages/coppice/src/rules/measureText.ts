import { unreachable } from "../base/errors.js";
import type { Measure } from "../model/measure.js";
import { number } from "../model/words.js";
import type { ColumnSchema } from "../table/schema.js";
import { signedTerms, termWord } from "./formulaText.js";

type Attributes = readonly ColumnSchema[];

/** A measure for people, with coefficients of three digits: `0.4 length + 0.16 width`. */
export function measureText(measure: Measure, attributes: Attributes): string {
  switch (measure.kind) {
    case "linear":
      return sum(measure.formula.intercept, signedTerms(measure.formula.terms, attributes, figure));
    case "quadratic": {
      const name = (a: number) => termWord(attributes[a].name);
      const products = measure.products.map(({ attributes: [a, b], coefficient }) => {
        const factors = a === b ? `${name(a)}²` : `${name(a)} × ${name(b)}`;
        return `${coefficient < 0 ? "-" : "+"} ${figure(Math.abs(coefficient))} ${factors}`;
      });
      const terms = signedTerms(measure.formula.terms, attributes, figure);
      return sum(measure.formula.intercept, [...terms, ...products]);
    }
    case "distance": {
      const centre = measure.from.map(({ attribute, at, scale }) => {
        const unit = scale === 1 ? "" : ` / ${figure(scale)}`;
        return `${termWord(attributes[attribute].name)} ${figure(at)}${unit}`;
      });
      return `distance from (${centre.join(", ")})`;
    }
    case "perceptron": {
      const { hidden, output } = measure;
      const units = hidden.map((unit, h) => {
        const inside = sum(unit.intercept, signedTerms(unit.terms, attributes, figure));
        const weight = output.coefficients[h];
        return `${weight < 0 ? "-" : "+"} ${figure(Math.abs(weight))} tanh(${inside})`;
      });
      return sum(output.intercept, units);
    }
    case "largest":
      return `largest of ${measure.of
        .map(
          ({ intercept, terms }, k) => `${k + 1}: ${sum(intercept, signedTerms(terms, attributes, figure))}`,
        )
        .join("; ")}`;
    default:
      return unreachable(measure);
  }
}

const figure = (x: number) => number(Number(x.toPrecision(3)));

/** Parts that begin with their sign, after a constant that is left out if it is 0. */
function sum(constant: number, parts: readonly string[]): string {
  if (parts.length === 0) return figure(constant);
  const text = constant === 0 ? parts.join(" ") : [figure(constant), ...parts].join(" ");
  return constant === 0 ? text.replace(/^\+ /, "").replace(/^- /, "-") : text;
}
