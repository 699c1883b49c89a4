import { type ColumnSchema, hasOrder } from "../../table/schema.js";
import { isAmount, isIndex } from "../checks.js";
import type { LevelSets } from "../grownTree.js";
import type { ClassAnswers, ValueAnswers } from "../packedTree.js";
import type { TreeModel } from "../tree.js";
import type { ListedTree } from "./plainNodes.js";

/** Whether `parseModel` would accept the nodes that these columns stand for. */
export function columnsAreValid(columns: ListedTree, model: TreeModel): boolean {
  const { answers } = columns;
  const isRight =
    answers.kind === "classes"
      ? model.task === "classification" && classesAreValid(answers, model.target.levels!.length)
      : model.task === "regression" && valuesAreValid(answers);
  return (
    isRight &&
    columns.weight.every(isAmount) &&
    testsAreValid(columns, model.attributes) &&
    isPreorder(columns)
  );
}

function classesAreValid({ classes, counts, label }: ClassAnswers, wanted: number): boolean {
  if (classes !== wanted) return false;
  for (let i = 0; i < label.length; i++) {
    let sum = 0;
    for (let k = 0; k < classes; k++) {
      const count = counts[i * classes + k];
      if (!isAmount(count)) return false;
      sum += count;
    }
    if (sum === 0 || !isIndex(label[i], classes)) return false;
  }
  return true;
}

function valuesAreValid({ value, error }: ValueAnswers): boolean {
  return value.every(Number.isFinite) && error.every(isAmount);
}

function testsAreValid(columns: ListedTree, attributes: readonly ColumnSchema[]): boolean {
  const { attribute, threshold, gain, lists } = columns;
  for (let i = 0; i < attribute.length; i++) {
    if (attribute[i] < 0) continue;
    if (attribute[i] >= attributes.length || !Number.isFinite(gain[i])) return false;
    const tested = attributes[attribute[i]];
    const set = lists.get(i);
    if (!(set ? isSubset(set, tested) : isThreshold(threshold[i], tested))) return false;
  }
  return true;
}

function isThreshold(threshold: number, attribute: ColumnSchema): boolean {
  if (attribute.type === "numeric") return Number.isFinite(threshold);
  return hasOrder(attribute) && isIndex(threshold, attribute.levels?.length ?? 0);
}

function isSubset({ left, right }: LevelSets, { type, levels = [] }: ColumnSchema): boolean {
  if (type === "numeric" || left.length + right.length === 0) return false;
  return [left, right].every((codes) => isAscending(codes, levels.length)) && areApart(left, right);
}

/** Lists in another order are valid, but a packed tree would not give them back as they were. */
function isAscending(codes: readonly number[], levels: number): boolean {
  const isCode = (code: number) => isIndex(code, levels) && !Object.is(code, -0);
  return codes.every((code, i) => isCode(code) && (i === 0 || code > codes[i - 1]));
}

function areApart(left: readonly number[], right: readonly number[]): boolean {
  const seen = new Set(left);
  return !right.some((code) => seen.has(code));
}

/** A leaf is followed by the right branch of the last split that has none yet. */
function isPreorder({ attribute, skip }: ListedTree): boolean {
  const open: number[] = [];
  for (let i = 0; i < attribute.length; i++) {
    if (attribute[i] >= 0) open.push(i + skip[i]);
    else if (open.length === 0) return i === attribute.length - 1;
    else if (open.pop() !== i + 1) return false;
  }
  return false;
}
