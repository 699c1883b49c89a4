import { softKernel } from "../../generated/soft.js";
import type { Team } from "../../team.js";
import { BLOCK as MEASURED_ROWS, MeasureBlocks } from "../measures/blocks.js";
import type { MeasureCode } from "../measures/measureCode.js";
import { JOB_FIELDS, scratchBytesOf } from "./softKernel.js";
import { BLOCK, gatesOf } from "./softRows.js";

/** A tree of gates, each with a threshold and a slope for a column of its own. Places are as in `SoftTree`. */
export interface GateTree {
  readonly branches: Int32Array;
  readonly thresholds: Float64Array;
  readonly slopes: Float64Array;
  /** By leaf, in preorder, its numbers; or what it predicts row by row. */
  readonly answers: Float64Array | MeasureCode;
  /** Numbers of a leaf. */
  readonly width: number;
}

type Column = Float64Array | Int32Array;

/** Blocks that are measured and answered at a time: few enough to stay in the cache. */
const BLOCKS_AT_ONCE = MEASURED_ROWS / BLOCK;

/**
 * The answers of the leaves averaged by the shares of each row: rows × width. The code measures gate after gate. NaN where
 * a measure is missing.
 */
export function softAnswers(
  team: Team,
  tree: GateTree,
  code: MeasureCode,
  columns: readonly Column[],
  rows: number,
): Float64Array {
  const { heap } = team;
  const mark = heap.mark();
  const gates = gatesOf(tree);
  const { width } = tree;
  const kernel = team.kernel(softKernel);
  const cells = heap.alloc(8 * BLOCK * BLOCKS_AT_ONCE * gates);
  const out = heap.alloc(8 * BLOCK * BLOCKS_AT_ONCE * width);
  const branches = heap.alloc(4 * tree.branches.length);
  const forms = heap.alloc(16 * gates);
  const own = tree.answers instanceof Float64Array ? undefined : tree.answers;
  const constants = tree.answers instanceof Float64Array ? tree.answers : new Float64Array();
  const answers = heap.alloc(own ? 8 * MEASURED_ROWS * (gates + 1) * width : 8 * constants.length);
  const scratch = heap.alloc(scratchBytesOf(gates));
  const job = heap.alloc(8 * JOB_FIELDS);
  heap.i32(branches, tree.branches.length).set(tree.branches);
  heap.f64(answers, constants.length).set(constants);
  const pairs = heap.f64(forms, 2 * gates);
  for (let gate = 0; gate < gates; gate++) pairs.set([tree.thresholds[gate], tree.slopes[gate]], 2 * gate);
  const measures = new MeasureBlocks(team, code, columns, { out: cells, width: 0 });
  const leaves = own && new MeasureBlocks(team, own, columns, { out: answers, width });
  const result = new Float64Array(rows * width);
  for (let start = 0; start < rows; start += BLOCK * BLOCKS_AT_ONCE) {
    const count = Math.min(BLOCK * BLOCKS_AT_ONCE, rows - start);
    const blocks = Math.ceil(count / BLOCK);
    heap
      .f64(job, JOB_FIELDS)
      .set([
        ...[blocks, blocks, gates, gates, width, 1, cells, 0, 0, branches, forms, answers, out, 0],
        ...[scratch, 0, 8 * BLOCK * width],
      ]);
    measures.call("measureColumns", start, count);
    leaves?.call("answerColumns", start, count);
    if (leaves) kernel.answerOwn(job);
    else kernel.answer(job);
    takeAnswers(heap.f64(out, BLOCK * blocks * width), result.subarray(start * width), width, count);
  }
  heap.release(mark);
  return result;
}

function takeAnswers(from: Float64Array, into: Float64Array, width: number, count: number): void {
  for (let block = 0; block < count; block += BLOCK) {
    const end = Math.min(BLOCK, count - block);
    for (let k = 0; k < width; k++) {
      const at = block * width + k * BLOCK;
      let to = block * width + k;
      for (let i = 0; i < end; i++, to += width) into[to] = from[at + i];
    }
  }
}
