import { type Design, designOf } from "./design.js";
import type { NodeToSplit } from "./proposal.js";

/** The complete rows of a node with their classes, numbered from 0 as they occur there. */
export interface LabelledDesign {
  readonly design: Design;
  readonly labels: Int32Array;
  readonly classes: number;
  /** By number, the class's code in the target. */
  readonly codes: readonly number[];
}

/** The design of a node and its classes; undefined if there is nothing to combine or nothing to separate. */
export function labelledDesign(
  node: NodeToSplit,
  attributes?: readonly number[],
): LabelledDesign | undefined {
  const { column } = node.problem.target;
  if (column.type === "numeric") return undefined;
  const design = designOf(node, attributes);
  const number = new Map<number, number>();
  const { codes } = column;
  const present = new Set<number>();
  for (let i = 0; i < design.size; i++) present.add(codes[node.rows[design.at[i]]]);
  for (const code of [...present].sort((a, b) => a - b)) number.set(code, number.size);
  if (design.columns.length === 0 || number.size < 2) return undefined;
  const labels = new Int32Array(design.size);
  for (let i = 0; i < design.size; i++) labels[i] = number.get(codes[node.rows[design.at[i]]])!;
  return { design, labels, classes: number.size, codes: [...number.keys()] };
}

/** For each class whether its rows belong on the upper side of a test. */
export type Grouping = readonly boolean[];

/** 1 for rows of the upper group, -1 for the others. */
export function sidesOf(labels: Int32Array, grouping: Grouping): Int8Array {
  const sides = new Int8Array(labels.length);
  for (let i = 0; i < labels.length; i++) sides[i] = grouping[labels[i]] ? 1 : -1;
  return sides;
}

/** Each class against the others; two classes have one such grouping. */
export function oneVersusRest(classes: number): Grouping[] {
  const all = Array.from({ length: classes }, (_, k) => k);
  return (classes === 2 ? [1] : all).map((one) => all.map((k) => k === one));
}
