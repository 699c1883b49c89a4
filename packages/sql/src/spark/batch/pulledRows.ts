import type { Problem } from "coppice/engine";
import type { Batch, BatchColumn } from "../../connection/connection.js";
import { bytesAt, doublesAt, numberAt } from "./bytes.js";
import type { ExactBlocks } from "./exactBlocks.js";

/** The rows of a node, in the making: codes by attribute, target and weight. */
class Gathered {
  readonly codes: Codes[];
  readonly targets: Float64Array;
  readonly weights: Float64Array;
  rows = 0;

  constructor(size: number, widths: Int32Array) {
    this.codes = Array.from(widths, (width) => new KINDS[width as 1 | 2 | 4](size));
    this.targets = new Float64Array(size);
    this.weights = new Float64Array(size);
  }
}

const KINDS = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array } as const;
type Codes = Uint8Array | Uint16Array | Uint32Array;

/** The rows of nodes of these sizes, from what the workers' `rows` gives, as problems on the grids of the whole. */
export async function pulledProblems(
  blocks: ExactBlocks,
  batches: AsyncIterable<Batch>,
  sizes: readonly number[],
): Promise<Problem[]> {
  const nodes = sizes.map((size) => new Gathered(size, blocks.widths));
  for await (const batch of batches)
    for (let row = 0; row < batch.rows; row++) gather(nodes, batch, row, blocks);
  for (const [i, { rows }] of nodes.entries())
    if (rows !== sizes[i]) throw new Error("a node has other rows than it had");
  return nodes.map((node) => problemOf(node, blocks));
}

/** The rows of each node are together, in the order of the nodes. */
function gather(nodes: readonly Gathered[], { columns }: Batch, row: number, { widths }: ExactBlocks): void {
  const [, , sizes, codes, targets, weights, counts] = columns;
  const n = numberAt(sizes, row);
  const t = targetsAt(targets, row, n);
  const w = doublesAt(weights, row);
  const bytes = bytesAt(codes, row)!.slice();
  let from = 0;
  for (const [i, many] of doublesAt(counts, row).entries()) {
    if (many === 0) continue;
    const [node, to] = [nodes[i], from + many];
    node.targets.set(t.subarray(from, to), node.rows);
    if (w.length > 0) node.weights.set(w.subarray(from, to), node.rows);
    let at = 0;
    widths.forEach((width, a) => {
      const cells = new KINDS[width as 1 | 2 | 4](bytes.buffer, at, n);
      node.codes[a].set(cells.subarray(from, to), node.rows);
      at += Math.ceil((n * width) / 8) * 8;
    });
    node.rows += many;
    from = to;
  }
}

/** Targets are bytes where that is enough. */
function targetsAt(column: BatchColumn, row: number, n: number): Uint8Array | Float64Array {
  const bytes = bytesAt(column, row)!;
  return bytes.length === n ? bytes : doublesAt(column, row);
}

function problemOf(
  { codes, targets, weights }: Gathered,
  { task, attributes, isWeighted }: ExactBlocks,
): Problem {
  const rows = targets.length;
  const own = isWeighted ? Float64Array.from(weights, (units) => units * task.weightQuantum) : undefined;
  const columns = task.attributes.map((schema, a) => {
    const { codes: missing, values } = attributes[a];
    if (values) {
      const meant = withGap(values);
      return { ...schema, type: "numeric", values: looked(meant, codes[a], new Float64Array(rows)) };
    }
    const meant = Int32Array.from({ length: missing + 1 }, (_, code) => (code === missing ? -1 : code));
    return { ...schema, codes: looked(meant, codes[a], new Int32Array(rows)) };
  });
  const target =
    task.target.kind === "classes"
      ? { kind: "classes", column: { ...task.target.column, codes: Int32Array.from(targets) } }
      : valuesOf(task.target, Float64Array.from(targets));
  return {
    ...task,
    rows,
    attributes: columns,
    target,
    ...(own && { weights: own }),
    totalWeight: own ? own.reduce((sum, weight) => sum + weight, 0) : rows,
  } as Problem;
}

function withGap(values: Float64Array): Float64Array {
  const all = new Float64Array(values.length + 1).fill(Number.NaN);
  all.set(values);
  return all;
}

/** A loop is many times faster than `from` with a function. */
function looked<A extends Float64Array | Int32Array>(meant: A, codes: Codes, into: A): A {
  for (let row = 0; row < codes.length; row++) into[row] = meant[codes[row]];
  return into;
}

function valuesOf(
  { column, grid }: Extract<ExactBlocks["task"]["target"], { kind: "values" }>,
  units: Float64Array,
) {
  const values = units.map((u) => (grid.center + u) / grid.denominator);
  return { kind: "values", column: { ...column, values }, grid: { ...grid, units } };
}
