import { unreachable } from "../base/errors.js";
import { type Condition, holds } from "../model/condition.js";
import { isMeasure, measuredCells } from "../model/measure.js";
import { type Derived, isSplit, type TreeModel, type TreeNode } from "../model/tree.js";
import type { ColumnSchema } from "../table/schema.js";
import type { Cells } from "./bind.js";
import { walk } from "./walk.js";

/** Cells as the tests see them, from those of a table: one array per attribute, undefined if no table has it. */
export function prepareCells(
  { attributes, derived = [] }: Pick<TreeModel, "attributes" | "derived">,
  given: readonly (Cells | undefined)[],
): Cells[] {
  const prepared = [...given];
  const rows = given.find((cells) => cells !== undefined)?.length ?? 0;
  for (const step of derived) {
    const { attribute } = step;
    if (isMeasure(step)) {
      whenRead(prepared, attribute, () => measuredCells(step, (a) => prepared[a]!, rows));
      continue;
    }
    if (step.kind === "combination") {
      prepared[attribute] = combined(step.all, attributes, prepared as Cells[]);
      continue;
    }
    if (step.kind === "leaf") {
      whenRead(prepared, attribute, () => leafCodes(step.nodes, prepared as Cells[], rows));
      continue;
    }
    const cells = given[step.kind === "indicator" ? step.of : attribute];
    if (cells === undefined) continue;
    const isMissing = missingIn(attributes[step.kind === "indicator" ? step.of : attribute], cells);
    switch (step.kind) {
      case "fill":
        if (hasGap(cells, attributes[attribute]))
          prepared[attribute] = cells.map((cell, row) => (isMissing(row) ? step.cell : cell));
        break;
      case "predict":
        prepared[attribute] = cells.map((cell, row) => (isMissing(row) ? predicted(step, given, row) : cell));
        break;
      case "indicator":
        prepared[attribute] = Int32Array.from(cells, (_, row) => (isMissing(row) ? 1 : 0));
        break;
      // `walk` tries the values.
      case "eachValue":
        break;
      default:
        return unreachable(step);
    }
  }
  return prepared as Cells[];
}

/** An item that is computed when it is first read: most rows reach few of the nodes that test measures. */
function whenRead(list: (Cells | undefined)[], at: number, compute: () => Cells): void {
  Object.defineProperty(list, at, {
    configurable: true,
    enumerable: true,
    get() {
      const value = compute();
      Object.defineProperty(list, at, { value, enumerable: true });
      return value;
    },
  });
}

/** 1 if all conditions hold, 0 if one fails, -1 if missing values leave it open. */
function combined(
  all: readonly Condition[],
  attributes: readonly ColumnSchema[],
  cells: readonly Cells[],
): Int32Array {
  const answers = new Int32Array(cells[all[0].attribute].length).fill(1);
  for (const condition of all) {
    const column = cells[condition.attribute];
    const schema = attributes[condition.attribute];
    const isMissing = missingIn(schema, column);
    const hasLevels = schema.type !== "numeric";
    for (let row = 0; row < answers.length; row++) {
      if (answers[row] === 0 || holds(condition, column[row], hasLevels)) continue;
      // That a value is known fails for certain where it is missing.
      answers[row] = isMissing(row) && condition.kind !== "known" ? -1 : 0;
    }
  }
  return answers;
}

/** The place of the leaf that each row comes to, among the leaves of a tree. */
function leafCodes(nodes: readonly TreeNode[], cells: readonly Cells[], rows: number): Int32Array {
  const places = new Int32Array(nodes.length);
  let leaves = 0;
  nodes.forEach((node, i) => {
    places[i] = leaves;
    if (!isSplit(node)) leaves++;
  });
  return Int32Array.from({ length: rows }, (_, row) => {
    let place = -1;
    walk({ nodes }, cells, row, (leaf) => {
      place = places[leaf];
    });
    return place;
  });
}

/** One loop per kind of array: most tables have no gaps, and many rows. */
function hasGap(cells: Cells, { type }: ColumnSchema): boolean {
  return cells instanceof Int32Array
    ? hasNegative(cells)
    : type === "numeric"
      ? hasNaN(cells)
      : !isWhole(cells);
}

function hasNegative(codes: Int32Array): boolean {
  for (let row = 0; row < codes.length; row++) if (codes[row] < 0) return true;
  return false;
}

function hasNaN(values: Float64Array): boolean {
  for (let row = 0; row < values.length; row++) if (Number.isNaN(values[row])) return true;
  return false;
}

function isWhole(codes: Float64Array): boolean {
  for (let row = 0; row < codes.length; row++) if (!(codes[row] >= 0)) return false;
  return true;
}

/** A number may be negative; a negative code is a missing value or an unseen level. */
export function missingIn({ type }: ColumnSchema, cells: Cells): (row: number) => boolean {
  return type === "numeric" ? (row) => Number.isNaN(cells[row]) : (row) => !(cells[row] >= 0);
}

/** The prediction of a step's tree for a row; it never tests the attribute itself, nor one that no table has. */
function predicted(
  { nodes }: Extract<Derived, { kind: "predict" }>,
  given: readonly (Cells | undefined)[],
  row: number,
): number {
  let answer = 0;
  walk({ nodes }, given as Cells[], row, (leaf) => {
    const node = nodes[leaf];
    answer = "value" in node ? node.value : node.label;
  });
  return answer;
}
