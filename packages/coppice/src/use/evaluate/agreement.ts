/** Figures that a confusion matrix alone gives: a row per true class, a column per predicted one. */
type Confusion = readonly (readonly number[])[];

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

function margins(confusion: Confusion) {
  return {
    all: total(confusion.map(total)),
    hits: total(confusion.map((row, k) => row[k])),
    actual: confusion.map(total),
    predicted: confusion.map((_, k) => total(confusion.map((row) => row[k]))),
  };
}

/** The mean recall of the classes that have rows: the accuracy if all classes were equally frequent. */
export function balancedAccuracy(confusion: Confusion): number {
  const { actual } = margins(confusion);
  const recalls = confusion.flatMap((row, k) => (actual[k] > 0 ? [row[k] / actual[k]] : []));
  return total(recalls) / recalls.length;
}

/**
 * Cohen 1960: agreement beyond that expected by chance from the margins; 1 is perfect, 0 is chance. NaN with one
 * class only.
 */
export function kappa(confusion: Confusion): number {
  const { all, hits, actual, predicted } = margins(confusion);
  const expected = total(actual.map((weight, k) => (weight / all) * (predicted[k] / all)));
  return expected === 1 ? Number.NaN : (hits / all - expected) / (1 - expected);
}

/**
 * Matthews' correlation for any number of classes (Gorodkin 2004): 1 is perfect, 0 is chance. NaN when all rows have one
 * class, or all predictions do.
 */
export function matthews(confusion: Confusion): number {
  const { all, hits, actual, predicted } = margins(confusion);
  const product = (a: readonly number[], b: readonly number[]) => total(a.map((x, k) => x * b[k]));
  const spread = (all * all - product(actual, actual)) * (all * all - product(predicted, predicted));
  return spread > 0 ? (all * hits - product(actual, predicted)) / Math.sqrt(spread) : Number.NaN;
}
