import type { ExampleAttribute } from "../examples.js";
import { covered, type Literal } from "../literal.js";
import { less, NO_SUMS, plus, type Sums, spread, sumsOf } from "./spread.js";

/** Rows in terms of codes, with targets around their mean: their squares then lose no digits. */
export interface CodedValues {
  readonly attributes: readonly ExampleAttribute[];
  readonly targets: Float64Array;
  readonly weights: Float64Array;
}

/**
 * Adds conditions to a rule: each time the one that reduces the squared error most by dividing the covered rows in two, of
 * which the rule keeps the side with the lower mean squared error. Ends if nothing is gained, or too little weight is left.
 */
export function growValueRule(values: CodedValues, rows: Int32Array, minWeight: number): Literal[] {
  const literals: Literal[] = [];
  for (let left = rows; ; ) {
    const best = bestCondition(values, left, minWeight);
    if (best === undefined) return literals;
    literals.push(best);
    left = covered(best, left, values);
  }
}

function bestCondition(values: CodedValues, rows: Int32Array, minWeight: number): Literal | undefined {
  const all = sumsOf(values.targets, values.weights, rows);
  let best: Literal | undefined;
  let most = 1e-10 * spread(all);
  values.attributes.forEach((attribute, a) => {
    const byCode = sumsByCode(values, attribute, rows);
    for (const { literal, inside } of candidates(attribute, a, byCode)) {
      const outside = less(all, inside);
      if (!(inside.weight >= minWeight && outside.weight > 0)) continue;
      if (spread(inside) * outside.weight > spread(outside) * inside.weight) continue;
      const gain = spread(all) - spread(inside) - spread(outside);
      if (gain <= most) continue;
      most = gain;
      best = literal;
    }
  });
  return best;
}

function sumsByCode({ targets, weights }: CodedValues, { codes, count }: ExampleAttribute, rows: Int32Array) {
  const sums = {
    weight: new Float64Array(count + 1),
    sum: new Float64Array(count + 1),
    squares: new Float64Array(count + 1),
  };
  for (const row of rows) {
    const code = codes[row];
    sums.weight[code] += weights[row];
    sums.sum[code] += weights[row] * targets[row];
    sums.squares[code] += weights[row] * targets[row] * targets[row];
  }
  const at = (code: number): Sums => ({
    weight: sums.weight[code],
    sum: sums.sum[code],
    squares: sums.squares[code],
  });
  return Array.from({ length: count }, (_, code) => code)
    .filter((code) => sums.weight[code] > 0)
    .map((code) => ({ code, ...at(code) }));
}

type CodeSums = Sums & { readonly code: number };

/** Every condition that divides the rows whose value is known; levels in the order of their mean. */
function* candidates(
  { kind }: ExampleAttribute,
  attribute: number,
  present: readonly CodeSums[],
): Generator<{ literal: Literal; inside: Sums }> {
  const known = present.reduce<Sums>(plus, NO_SUMS);
  const isNominal = kind === "nominal";
  const order = isNominal
    ? [...present].sort((a, b) => a.sum / a.weight - b.sum / b.weight || a.code - b.code)
    : present;
  let inside = NO_SUMS;
  for (const [i, { code, ...sums }] of order.slice(0, -1).entries()) {
    inside = plus(inside, sums);
    const levels = (some: readonly CodeSums[]): Literal => ({
      kind: "levels",
      attribute,
      levels: some.map((one) => one.code).sort((a, b) => a - b),
    });
    yield {
      literal: isNominal ? levels(order.slice(0, i + 1)) : { kind: "atMost", attribute, code },
      inside,
    };
    yield {
      literal: isNominal ? levels(order.slice(i + 1)) : { kind: "above", attribute, code },
      inside: less(known, inside),
    };
  }
}
