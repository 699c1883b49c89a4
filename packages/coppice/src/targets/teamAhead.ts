import { statSync } from "node:fs";
import type { KernelBinary } from "../kernels/binary.js";
import { columnKernel } from "../kernels/generated/column.js";
import { kernelsUsable } from "../kernels/support.js";
import { isGzipped } from "../source/read.js";
import type { ExpectedTable } from "../table/tableShape.js";
import { canCompileAhead, compileAhead } from "./compileAhead.js";
import { NodeTeam } from "./nodeTeam.js";
import { type ExpectedTarget, shapeAhead } from "./shapeAhead.js";
import { WORKERS, workerFile } from "./workerFile.js";
import { threadsFor } from "./workerPool.js";

/** Of a table's file, per cell: 5 in a census table, 9 if all cells are doubles. Fewer start threads too early, not too late. */
const BYTES_PER_CELL = 5;
/** How many times as large the text of a compressed file is, at least. */
const COMPRESSION = 4;

export interface ExpectedLearning {
  readonly target: ExpectedTarget;
  /** Whether it is one tree. */
  readonly isTree: boolean;
  readonly kernels: (shape: ExpectedTable) => readonly KernelBinary[];
}

interface AheadOptions {
  readonly threads?: number | undefined;
  /** What is done to each row, in trees grown from it. */
  readonly trees: number;
  /** What will be learned from the table: what it will need is made ready. */
  readonly learning?: ExpectedLearning | undefined;
  /** The folder with the files that the threads run. */
  readonly workers?: URL;
}

/**
 * Threads for work on a table that is still to be read, started now, so that they are ready when it is in memory; and they
 * can help to read it. As with `WorkerPool`, undefined if there is too little work, here estimated from the file's size.
 */
export function teamAhead(
  path: string,
  { threads: asked, trees, learning, workers = WORKERS }: AheadOptions,
): NodeTeam | undefined {
  const bytes = textBytes(path);
  const threads = threadsFor((bytes / BYTES_PER_CELL) * trees, asked, { workers });
  if (threads === 1 || !kernelsUsable()) return undefined;
  const worker = workerFile("teamWorker", workers);
  if (learning === undefined) return new NodeTeam({ threads, worker });
  const shape = shapeAhead(path, learning.target);
  const isWarmedUp = learning.isTree && !canCompileAhead();
  const team = new NodeTeam({ threads, worker, ...(isWarmedUp && { shape }) });
  // A numeric target is prepared by the calling thread alone.
  if (shape) compileAhead(learning.kernels(shape), shape.classes === 0 ? [columnKernel] : []);
  return team;
}

function textBytes(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return (isGzipped(path) ? COMPRESSION : 1) * size;
}
