import type { LinearFit } from "./linearFit.js";

/** The number of rows that an ancestor's model counts for (Quinlan 1992). */
export const PULL = 15;

/** A leaf's model smoothed towards those of its ancestors, one after the other: (n·p + 15·q) / (n + 15). */
export function smoothed(leaf: LinearFit, above: readonly LinearFit[], pull = PULL): LinearFit {
  if (pull === 0) return leaf;
  const coefficients = new Map(leaf.terms.map((term, i) => [term, leaf.coefficients[i]]));
  const means = new Map(
    [leaf, ...above].reverse().flatMap((fit) => fit.terms.map((t, i) => [t, fit.means[i]])),
  );
  let { intercept, weight } = leaf;
  for (const fit of above) {
    const share = weight / (weight + pull);
    for (const [term, coefficient] of coefficients) coefficients.set(term, coefficient * share);
    fit.terms.forEach((term, i) => {
      coefficients.set(term, (coefficients.get(term) ?? 0) + (1 - share) * fit.coefficients[i]);
    });
    intercept = share * intercept + (1 - share) * fit.intercept;
    weight = fit.weight;
  }
  const terms = [...coefficients.keys()].sort((a, b) => a - b);
  return {
    ...leaf,
    intercept,
    terms,
    coefficients: terms.map((term) => coefficients.get(term)!),
    means: terms.map((term) => means.get(term)!),
  };
}
