import { unreachable } from "../base/errors.js";
import { isMeasure, type Measure } from "../model/measure.js";
import type { Derived } from "../model/tree.js";
import { number } from "../model/words.js";
import type { ColumnSchema } from "../table/schema.js";
import { signedTerms, termWord } from "./formulaText.js";
import { stringMeasureText } from "./stringMeasureText.js";

type Attributes = readonly ColumnSchema[];

/** A measure for people, with coefficients of three digits unless others are wanted: `0.4 length + 0.16 width`. */
export function measureText(measure: Measure, attributes: Attributes, figure = shortFigure): string {
  const sum = (constant: number, parts: readonly string[]) => sumText(constant, parts, figure);
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
      return `distance from ${centre.join("; ")}`;
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
    case "largest": {
      const levels = "attribute" in measure ? attributes[measure.attribute as number].levels : undefined;
      const nameOf = (k: number) => (levels ? termWord(levels[k]) : String(k + 1));
      const each = measure.of.map(
        ({ intercept, terms }, k) =>
          `${nameOf(k)}: ${sum(intercept, signedTerms(terms, attributes, figure))}`,
      );
      return `largest of ${each.join("; ")}`;
    }
    case "pattern":
    case "length":
    case "anyWord":
      return stringMeasureText(measure, attributes);
    default:
      return unreachable(measure);
  }
}

/** Where the width of the output is not known. */
const DEFAULT_WIDTH = 100;

/** What the short names of measures stand for, a line each: `linear 3 = 0.12 a + 0.4 b - …`, wrapped to a width. */
export function measureLines(
  { attributes, derived = [] }: { readonly attributes: Attributes; readonly derived?: readonly Derived[] },
  width = DEFAULT_WIDTH,
  exact = false,
): string[] {
  return derived.filter(isMeasure).flatMap((step) => {
    const { name } = attributes[step.attribute];
    const text = measureText(step, attributes, exact ? String : shortFigure);
    return text === name ? [] : wrapped(`${termWord(name)} = ${text}`, width);
  });
}

/** Broken before a sign; the lines after the first are indented. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const part of text.split(/ (?=[+-] )/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + part.length <= width)
      lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(last === undefined ? part : `    ${part}`);
  }
  return lines;
}

const shortFigure = (x: number): string => number(Number(x.toPrecision(3)));

/** Parts that begin with their sign, after a constant that is left out if it is 0. */
function sumText(constant: number, parts: readonly string[], figure: (x: number) => string): string {
  if (parts.length === 0) return figure(constant);
  const text = constant === 0 ? parts.join(" ") : [figure(constant), ...parts].join(" ");
  return constant === 0 ? text.replace(/^\+ /, "").replace(/^- /, "-") : text;
}
