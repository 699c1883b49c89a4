import { ClassTrees, classTreeTuning } from "../engine/memory/classTree.js";
import { MixedTrees } from "../engine/memory/mixedTree.js";
import { ValueTrees, valueTreeSizes } from "../engine/memory/valueTree.js";
import { type Problem, prepare } from "../engine/problem.js";
import { SoloTeam } from "../kernels/team.js";
import type { Column } from "../table/column.js";
import type { TableShape } from "../table/tableShape.js";

/** Enough that the host optimises every loop, and that lists of all widths are used. */
const ROWS = 20_000;
const ATTRIBUTES = 4;
const MIDDLE_ROWS = 4096;
const WHOLE_VALUES = 16;
const LEVELS = 12;

/**
 * Grows a tree from a generated table, in a memory of its own. The host's first code for a kernel is slow, and it makes
 * better code only for functions that have run for a while; that code then serves all threads that use the kernel. So one
 * thread does this while the table is being read. Only time depends on it.
 */
export function warmUp(shape: TableShape): void {
  classTreeTuning.sizes = { middleRows: MIDDLE_ROWS, smallRows: 128, sharedEntries: 2 ** 16 };
  valueTreeSizes.middle = MIDDLE_ROWS;
  growFrom(prepare({ rows: ROWS, columns: columnsLike(shape) }, { target: "y" }), new SoloTeam(true));
}

function growFrom(problem: Problem, team: SoloTeam): void {
  const common = { tolerance: 1e-9, minSplit: 2, minLeaf: 1, zeroGain: false };
  if (problem.target.kind === "values") {
    const rows = Int32Array.from({ length: problem.rows }, (_, row) => row);
    const attributes = problem.attributes.map((_, a) => a);
    const trees = new ValueTrees(problem, team);
    trees.grow({ rows }, attributes, 0, { ...common, criterion: "squaredError" });
    return;
  }
  const rules = { ...common, criterion: "gini", maxExhaustive: 10 } as const;
  if (new ClassTrees(problem, team).grow(0, rules) === undefined)
    new MixedTrees(problem, team).grow(0, rules);
}

/** Uniform attributes; the target depends on two of them and on chance, so that the tree is deep. */
function columnsLike({ classes, levels, whole }: TableShape): Column[] {
  const attributes = Array.from({ length: ATTRIBUTES }, (_, a) => draws(a));
  const score = draws(ATTRIBUTES).map(
    (chance, row) => (attributes[0][row] + attributes[1][row] + chance) / 3,
  );
  const columns = attributes.map((cells, a): Column => {
    const name = `x${a}`;
    if (levels && a % 2 === 0) return nominal(name, codesOf(cells, LEVELS), LEVELS);
    const values = whole ? Float64Array.from(codesOf(cells, WHOLE_VALUES)) : cells;
    return { name, type: "numeric", values };
  });
  const target: Column =
    classes === 0
      ? { name: "y", type: "numeric", values: score.map((x) => Math.round(x * 1e5) / 1e4) }
      : nominal("y", codesOf(score, classes), classes);
  return [...columns, target];
}

function nominal(name: string, codes: Int32Array, levels: number): Column {
  return { name, type: "nominal", codes, levels: Array.from({ length: levels }, (_, i) => `l${i}`) };
}

function codesOf(cells: Float64Array, codes: number): Int32Array {
  return Int32Array.from(cells, (x) => Math.floor(x * codes));
}

/** Numbers from 0 to 1 without a pattern that a tree could use. */
function draws(seed: number): Float64Array {
  let state = 2654435761 * (seed + 1);
  return Float64Array.from({ length: ROWS }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  });
}
