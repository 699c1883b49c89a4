import { type Bits, noBits } from "../../base/bits.js";
import { unreachable } from "../../base/errors.js";
import { type Condition, holds as holdsFor } from "../../model/condition.js";
import { type Placement, placeThreshold } from "../branch/placement.js";
import type { ExampleAttribute, Examples } from "./examples.js";

/**
 * A condition in terms of codes. A missing value satisfies no learned condition. Given conditions may have a bound of their own,
 * `above` code -1 (any known cell), and the one level `count` (a missing value).
 */
export type Literal =
  | { readonly kind: "atMost"; readonly attribute: number; readonly code: number; readonly bound?: number }
  | { readonly kind: "above"; readonly attribute: number; readonly code: number; readonly bound?: number }
  | { readonly kind: "levels"; readonly attribute: number; readonly levels: readonly number[] };

/** Whether the literal holds for a code of its attribute. */
export function holds(literal: Literal, code: number, missing: number): boolean {
  switch (literal.kind) {
    case "atMost":
      return code <= literal.code;
    case "above":
      return code > literal.code && code < missing;
    case "levels":
      return literal.levels.includes(code);
    default:
      return unreachable(literal);
  }
}

type Coded = Pick<Examples, "attributes">;

/** Those of the rows for which the literal holds, in the order given. */
export function covered(literal: Literal, rows: Int32Array, { attributes }: Coded): Int32Array {
  const { codes, count } = attributes[literal.attribute];
  const kept = new Int32Array(rows.length);
  let n = 0;
  if (literal.kind === "levels") {
    const inside = new Uint8Array(count + 1);
    for (const level of literal.levels) inside[level] = 1;
    for (let i = 0; i < rows.length; i++) {
      kept[n] = rows[i];
      n += inside[codes[rows[i]]];
    }
  } else {
    // Avoids an unpredictable branch: the signs of differences show whether the code is above `low` and at most `high`.
    const [low, high] = literal.kind === "atMost" ? [-1, literal.code] : [literal.code, count - 1];
    for (let i = 0; i < rows.length; i++) {
      const code = codes[rows[i]];
      kept[n] = rows[i];
      n += ((low - code) & (code - high - 1)) >>> 31;
    }
  }
  return kept.subarray(0, n);
}

/** The rows for which all literals hold. */
export function coveredByAll(literals: readonly Literal[], rows: Int32Array, examples: Coded): Int32Array {
  return literals.reduce((left, literal) => covered(literal, left, examples), rows);
}

/** The same as a set among all rows. */
export function coverOf(literals: readonly Literal[], rows: Int32Array, examples: Examples): Bits {
  const bits = noBits(examples.rows);
  const left = coveredByAll(literals, rows, examples);
  for (let i = 0; i < left.length; i++) bits[left[i] >>> 5] |= 1 << (left[i] & 31);
  return bits;
}

/** The literals as conditions of a model, one per attribute: bounds are joined. */
export function conditionsOf(
  literals: readonly Literal[],
  attributes: readonly ExampleAttribute[],
  placement: Placement = "midpoint",
): Condition[] {
  const found = new Map<number, Condition>();
  for (const literal of literals) {
    const { attribute } = literal;
    const one = conditionOf(literal, attributes[attribute], placement);
    const before = found.get(attribute);
    found.set(attribute, before === undefined ? one : joined(before, one));
  }
  return [...found.values()];
}

function conditionOf(literal: Literal, { values, count }: ExampleAttribute, placement: Placement): Condition {
  const { attribute } = literal;
  if (literal.kind === "levels") {
    if (literal.levels[0] === count) return { kind: "missing", attribute };
    return { kind: "levels", attribute, levels: [...literal.levels].sort((a, b) => a - b) };
  }
  const { code } = literal;
  if (code < 0 && literal.bound === undefined) return { kind: "known", attribute };
  const bound = literal.bound ?? boundAt(code, values, placement);
  return literal.kind === "atMost"
    ? { kind: "range", attribute, atMost: bound }
    : { kind: "range", attribute, above: bound };
}

function boundAt(code: number, values: Float64Array | undefined, placement: Placement): number {
  if (values === undefined) return code;
  return code + 1 < values.length
    ? placeThreshold(placement, values[code], values[code + 1], 0.5, values)
    : values[code];
}

function joined(a: Condition, b: Condition): Condition {
  if (a.kind === "known") return b;
  if (b.kind === "known") return a;
  if (a.kind === "range" && b.kind === "range") {
    const above = Math.max(a.above ?? Number.NEGATIVE_INFINITY, b.above ?? Number.NEGATIVE_INFINITY);
    const atMost = Math.min(a.atMost ?? Number.POSITIVE_INFINITY, b.atMost ?? Number.POSITIVE_INFINITY);
    return {
      kind: "range",
      attribute: a.attribute,
      ...(Number.isFinite(above) && { above }),
      ...(Number.isFinite(atMost) && { atMost }),
    };
  }
  if (a.kind === "levels" && b.kind === "levels") {
    const held = new Set(b.levels);
    return { kind: "levels", attribute: a.attribute, levels: a.levels.filter((level) => held.has(level)) };
  }
  if (a.kind === "range" && b.kind === "levels") return joined(b, a);
  if (a.kind === "levels" && b.kind === "range") {
    const levels = a.levels.filter((level) => holdsFor(b, level, true));
    return { kind: "levels", attribute: a.attribute, levels };
  }
  throw new Error("two conditions on one attribute are of one kind");
}
