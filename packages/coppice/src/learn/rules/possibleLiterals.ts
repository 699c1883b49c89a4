import type { ExampleAttribute } from "./examples.js";
import type { Literal } from "./literal.js";

/** By code of an attribute: the weight of the class, and of all rows. */
export interface CodeWeights {
  readonly hits: Float64Array;
  readonly total: Float64Array;
}

/** A condition, and what it leaves. */
export interface Candidate {
  readonly literal: Literal;
  readonly hits: number;
  readonly total: number;
}

/** Every condition on an attribute that divides the rows, in the order in which growth tries them. */
export function possibleLiterals(
  attribute: number,
  { kind, count }: ExampleAttribute,
  nominal: "level" | "sets",
  weights: CodeWeights,
): Iterable<Candidate> {
  const { hits, total } = weights;
  const present = Array.from({ length: count }, (_, code) => code).filter((code) => total[code] > 0);
  if (kind !== "nominal") return bounds(attribute, present, weights);
  if (nominal === "sets") return sets(attribute, present, weights);
  return present.map((level) => ({
    literal: { kind: "levels", attribute, levels: [level] },
    hits: hits[level],
    total: total[level],
  }));
}

function* bounds(
  attribute: number,
  present: readonly number[],
  { hits, total }: CodeWeights,
): Generator<Candidate> {
  const sum = (weights: Float64Array) => present.reduce((all, code) => all + weights[code], 0);
  const known = { hits: sum(hits), total: sum(total) };
  let [p, t] = [0, 0];
  for (const code of present.slice(0, -1)) {
    p += hits[code];
    t += total[code];
    yield { literal: { kind: "atMost", attribute, code }, hits: p, total: t };
    yield { literal: { kind: "above", attribute, code }, hits: known.hits - p, total: known.total - t };
  }
}

function* sets(
  attribute: number,
  present: readonly number[],
  { hits, total }: CodeWeights,
): Generator<Candidate> {
  const share = (level: number) => hits[level] / total[level];
  const byShare = [...present].sort((x, y) => share(y) - share(x) || x - y);
  let [p, t] = [0, 0];
  for (const [i, level] of byShare.slice(0, -1).entries()) {
    p += hits[level];
    t += total[level];
    yield { literal: { kind: "levels", attribute, levels: byShare.slice(0, i + 1) }, hits: p, total: t };
  }
}
