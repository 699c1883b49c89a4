import type { Formula, FormulaTerm } from "../model/formula.js";
import type { MeasureStep, Offset, Product } from "../model/measure.js";
import type { Derived } from "../model/tree.js";

/**
 * A measure of cells in which a model has replaced missing values, as a measure of the table's own cells: its terms say
 * what replaces them. `placeOf` numbers the attributes anew.
 */
export function overCells(
  step: MeasureStep,
  derived: readonly Derived[],
  placeOf: (attribute: number) => number,
): MeasureStep {
  const fills = new Map(derived.flatMap((one) => (one.kind === "fill" ? [[one.attribute, one.cell]] : [])));
  const term = (one: FormulaTerm): FormulaTerm => {
    const fill = fills.get(one.attribute);
    const missing = fill === undefined ? one.missing : one.levels ? Number(one.levels.includes(fill)) : fill;
    return { ...one, attribute: placeOf(one.attribute), ...(missing !== undefined && { missing }) };
  };
  const offset = (one: Offset): Offset => {
    const missing = fills.get(one.attribute) ?? one.missing;
    return { ...one, attribute: placeOf(one.attribute), ...(missing !== undefined && { missing }) };
  };
  const product = ({ attributes: [a, b], coefficient }: Product): Product => {
    const [one, other] = [fills.get(a) ?? null, fills.get(b) ?? null];
    const isFilled = one !== null || other !== null;
    return {
      attributes: [placeOf(a), placeOf(b)],
      coefficient,
      ...(isFilled && { missing: [one, other] }),
    };
  };
  const formula = (one: Formula): Formula => ({ ...one, terms: one.terms.map(term) });
  const attribute = placeOf(step.attribute);
  switch (step.kind) {
    case "linear":
      return { ...step, attribute, formula: formula(step.formula) };
    case "quadratic":
      return {
        ...step,
        attribute,
        formula: formula(step.formula),
        products: step.products.map(product),
      };
    case "distance":
      return {
        ...step,
        attribute,
        from: step.from.map(offset),
      };
    case "perceptron":
      return { ...step, attribute, hidden: step.hidden.map(formula) };
    case "largest":
      return { ...step, attribute, of: step.of.map(formula) };
    case "pattern":
    case "length":
    case "anyWord":
      return { ...step, attribute, attributes: [placeOf(step.attributes[0])] };
    default:
      return step;
  }
}
