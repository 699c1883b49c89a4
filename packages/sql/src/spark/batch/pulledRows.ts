import type { Problem } from "coppice/engine";
import type { Batch } from "../../connection/connection.js";
import { bytesAt, doublesAt, numberAt, wholesAt } from "./bytes.js";
import type { ExactBlocks } from "./exactBlocks.js";

/** The rows of some nodes, in the making: codes by attribute, target and weight, for each node. */
class Gathered {
  readonly codes: number[][];
  readonly targets: number[] = [];
  readonly weights: number[] = [];

  constructor(attributes: number) {
    this.codes = Array.from({ length: attributes }, () => []);
  }
}

const KINDS = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array } as const;

/** The rows of `count` nodes, from what the workers' `rows` gives, as problems on the grids of the whole. */
export async function pulledProblems(
  blocks: ExactBlocks,
  batches: AsyncIterable<Batch>,
  count: number,
): Promise<Problem[]> {
  const nodes = Array.from({ length: count }, () => new Gathered(blocks.attributes.length));
  for await (const batch of batches)
    for (let row = 0; row < batch.rows; row++) gather(nodes, batch, row, blocks);
  return nodes.map((node) => problemOf(node, blocks));
}

function gather(nodes: readonly Gathered[], { columns }: Batch, row: number, { widths }: ExactBlocks): void {
  const [, , sizes, codes, targets, weights, slots] = columns;
  const n = numberAt(sizes, row);
  const slot = wholesAt(slots, row);
  const t = doublesAt(targets, row);
  const w = doublesAt(weights, row);
  const bytes = bytesAt(codes, row)!.slice();
  for (let i = 0; i < n; i++) {
    nodes[slot[i]].targets.push(t[i]);
    if (w.length > 0) nodes[slot[i]].weights.push(w[i]);
  }
  let at = 0;
  widths.forEach((width, a) => {
    const cells = new KINDS[width as 1 | 2 | 4](bytes.buffer, at, n);
    for (let i = 0; i < n; i++) nodes[slot[i]].codes[a].push(cells[i]);
    at += Math.ceil((n * width) / 8) * 8;
  });
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
      const cells = Float64Array.from(codes[a], (code) => (code === missing ? Number.NaN : values[code]));
      return { ...schema, type: "numeric", values: cells };
    }
    return { ...schema, codes: Int32Array.from(codes[a], (code) => (code === missing ? -1 : code)) };
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

function valuesOf(
  { column, grid }: Extract<ExactBlocks["task"]["target"], { kind: "values" }>,
  units: Float64Array,
) {
  const values = units.map((u) => (grid.center + u) / grid.denominator);
  return { kind: "values", column: { ...column, values }, grid: { ...grid, units } };
}
