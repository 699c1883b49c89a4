import { encodeAttribute } from "../../engine/encode.js";
import type { Problem } from "../../engine/problem.js";
import { type Bins, binsOf } from "./bins.js";

/** An attribute as a covering learner sees it. */
export interface ExampleAttribute {
  readonly kind: "numeric" | "ordered" | "nominal";
  /** One per row; `count` if the value is missing. */
  readonly codes: Int32Array;
  readonly count: number;
  /** Numeric: what the codes stand for. */
  readonly values?: Float64Array;
  readonly bins: Bins;
}

/** The rows that rules are learned from. */
export interface Examples {
  readonly rows: number;
  readonly attributes: readonly ExampleAttribute[];
  readonly classOf: Int32Array;
  readonly classes: number;
  readonly weights: Float64Array;
  /** Every row weighs 1. */
  readonly plain: boolean;
}

export function examplesOf(problem: Problem, classWeights?: readonly number[]): Examples {
  const { target, rows } = problem;
  if (target.kind !== "classes") throw new Error("rules for classes need a target of classes");
  const classOf = target.column.codes;
  const factor = (row: number) => classWeights?.[classOf[row]] ?? 1;
  return {
    rows,
    attributes: exampleAttributes(problem),
    classOf,
    classes: target.column.levels.length,
    weights: Float64Array.from({ length: rows }, (_, row) => (problem.weights?.[row] ?? 1) * factor(row)),
    plain: problem.weights === undefined && classWeights === undefined,
  };
}

export function exampleAttributes({ attributes }: Pick<Problem, "attributes">): ExampleAttribute[] {
  return attributes.map((column) => attributeOf(encodeAttribute(column)));
}

function attributeOf({ facts, codes }: ReturnType<typeof encodeAttribute>): ExampleAttribute {
  const { kind, codes: count, values } = facts;
  const bins = binsOf(codes, count, kind === "nominal");
  return { kind, codes, count, ...(values && { values }), bins };
}

/**
 * The number of possible conditions: one per level, and two per distinct number (at most it, above it). The description
 * length of a rule depends on it.
 */
export function possibleConditions({ attributes }: Examples): number {
  return attributes.reduce((sum, { kind, count }) => sum + (kind === "nominal" ? count : 2 * count), 0);
}
