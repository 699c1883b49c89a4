import type { Problem } from "../../engine/problem.js";
import { columnSchema, testedCells } from "../../table/column.js";
import type { StreamLearning, StreamRows, StreamRun, StreamSchema } from "./streamLearner.js";

/** Rows that are learned between two slices of the work. */
const SLICE = 4096;

/** The schema of a table's rows. */
export function schemaOfProblem({ attributes, target }: Problem): StreamSchema {
  return { attributes: attributes.map(columnSchema), target: columnSchema(target.column) };
}

/** A batch fit is one pass over the rows, in their order; a slice is the share that is done. */
export function* passOver(
  problem: Problem,
  learning: StreamLearning,
  options: Readonly<Record<string, unknown>>,
  seed: number,
): Generator<number, StreamRun, void> {
  const run = learning.start(options, { schema: schemaOfProblem(problem), seed });
  const all = rowsOf(problem);
  const predicted = new Int32Array(SLICE);
  for (let from = 0; from < all.rows; from += SLICE) {
    const to = Math.min(all.rows, from + SLICE);
    run.update(partOf(all, from, to), predicted);
    yield to / all.rows;
  }
  run.takeEvents?.();
  return run;
}

function rowsOf({ rows, attributes, target, weights }: Problem): StreamRows {
  if (target.kind !== "classes") throw new Error("streams of values are not supported");
  return {
    rows,
    attributes: attributes.map(testedCells),
    target: target.column.codes,
    ...(weights && { weights }),
    first: 0,
  };
}

/** Rows from … to - 1 of a batch. */
export function partOf(all: StreamRows, from: number, to: number): StreamRows {
  const { attributes, target, weights, first } = all;
  return {
    rows: to - from,
    attributes: attributes.map((cells) => cells.subarray(from, to)),
    target: target.subarray(from, to),
    ...(weights && { weights: weights.subarray(from, to) }),
    first: first + from,
  };
}
