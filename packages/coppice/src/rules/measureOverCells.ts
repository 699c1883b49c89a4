import type { Formula, FormulaTerm } from "../model/formula.js";
import type { MeasureStep } from "../model/measure.js";
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
        products: step.products.map(({ attributes: [a, b], coefficient }) => ({
          attributes: [placeOf(a), placeOf(b)],
          coefficient,
        })),
      };
    case "distance":
      return {
        ...step,
        attribute,
        from: step.from.map((one) => ({ ...one, attribute: placeOf(one.attribute) })),
      };
    case "perceptron":
      return { ...step, attribute, hidden: step.hidden.map(formula) };
    case "largest":
      return { ...step, attribute, of: step.of.map(formula) };
    default:
      return step;
  }
}
