import { CoppiceError } from "../../base/errors.js";
import { type Bag, drawnCounts } from "../../engine/bag.js";
import type { AsyncDataHandle, DataHandle } from "../../engine/data.js";
import { type Problem, rowKeys } from "../../engine/problem.js";
import type { LearningTask } from "../../engine/task.js";
import type { PackedTrees } from "../../model/packed.js";
import { landings } from "../../predict/packed/landings.js";
import { testedCells } from "../../table/column.js";
import { type TreeRows, treeRows, unseen } from "./rowsOf.js";

/** Rows of a block that a tree did not see, by their numbers in the block and among all. */
export interface UnseenRows {
  readonly block: Problem;
  readonly within: Int32Array;
  readonly rows: Int32Array;
}

/** The rows of a handle as trees are judged by them: they come here block by block, and of each only the target stays. */
export class JudgedRows {
  readonly rows: TreeRows;

  constructor(
    private readonly blocks: () => Iterable<Problem>,
    private readonly task: LearningTask,
  ) {
    this.rows = { ...withoutRows(task), ...targetOf(blocks(), task) };
  }

  /** The rows that are not in a bag, by block: valid until the next. A bag that would be empty is all rows. */
  *unseenBy(bag: Bag): Generator<UnseenRows> {
    if (this.isEmpty(bag)) return;
    let first = 0;
    for (const block of this.blocks()) {
      const within = this.outOf(bag, block);
      yield { block, within, rows: within.map((row) => first + row) };
      first += block.rows;
    }
  }

  private isEmpty(bag: Bag): boolean {
    for (const block of this.blocks()) if (this.outOf(bag, block).length < block.rows) return false;
    return true;
  }

  private outOf(bag: Bag, block: Problem): Int32Array {
    const { rows: of, totalWeight } = this.task;
    const { rows, weights } = block;
    return unseen(drawnCounts(bag, { rows, of, keys: rowKeys(block), weights, totalWeight }));
  }

  /** The rows that are not in a bag, and which rows of the values of a tree they come to. */
  unseen(pack: PackedTrees, bag: Bag): { readonly rows: Int32Array; readonly leaves: Int32Array } {
    const rows: Int32Array[] = [];
    const leaves: Int32Array[] = [];
    for (const { block, within, rows: own } of this.unseenBy(bag)) {
      const landed = new Int32Array(within.length);
      landings(pack, 0, this.rows.levels, block.attributes.map(testedCells), within, landed);
      rows.push(own);
      leaves.push(landed);
    }
    return { rows: joined(rows), leaves: joined(leaves) };
  }
}

/** What is known of rows that stay where they are. */
export function withoutRows({ attributes, target }: LearningTask): TreeRows {
  return {
    cells: attributes.map(() => new Float64Array()),
    levels: Int32Array.from(attributes, ({ levels }) => levels?.length ?? 0),
    rows: 0,
    truth: new Int32Array(),
    classes: target.kind === "classes" ? target.column.levels.length : 0,
    ...(target.kind === "values" && { grid: { ...target.grid, units: new Float64Array() } }),
  };
}

function targetOf(
  blocks: Iterable<Problem>,
  { rows, target: { kind } }: LearningTask,
): Pick<TreeRows, "rows" | "truth" | "grid" | "weights"> {
  const truth = kind === "classes" ? new Int32Array(rows) : new Float64Array(rows);
  const units = new Float64Array(kind === "values" ? rows : 0);
  let weights: Float64Array | undefined;
  let first = 0;
  let grid: TreeRows["grid"];
  for (const block of blocks) {
    const own = treeRows({ ...block, attributes: [] });
    truth.set(own.truth, first);
    if (own.grid) {
      units.set(own.grid.units, first);
      grid = { ...own.grid, units };
    }
    if (own.weights) {
      weights ??= new Float64Array(rows).fill(1);
      weights.set(own.weights, first);
    }
    first += block.rows;
  }
  return { rows, truth, ...(grid && { grid }), ...(weights && { weights }) };
}

function joined(parts: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The rows of a handle, if they may come here. */
export function judgedRows(data: DataHandle | AsyncDataHandle): JudgedRows {
  if (data.blocks) return new JudgedRows(() => data.blocks!(), data.task);
  throw new CoppiceError(
    "ENGINE_ROWS",
    "the out-of-bag error needs an engine that judges rows by trees, or whose rows may come to this process: give oob=false",
    { name: "oob", value: true },
  );
}
