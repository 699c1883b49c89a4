import type { GrownTree } from "../../model/grownTree.js";
import { classTreeKernel } from "../generated/classTree.js";
import type { Heap } from "../heap.js";
import { inTurns, type Team } from "../team.js";
import {
  CONTROL_BYTES,
  NODE_BYTES,
  nodesGrown,
  readTree,
  TREE_JOB_FIELDS,
  treeBytes,
  writeTreeJob,
} from "./treeJob.js";

/** A classification table to grow an exact Gini tree from. */
export interface ClassTreeTable {
  readonly rows: number;
  /** Numbers, NaN where missing; or codes, negative where missing. */
  readonly columns: readonly (Float64Array | Int32Array)[];
  /** The nominal columns, with two levels. */
  readonly nominal: ReadonlySet<number>;
  readonly labels: Int32Array;
  readonly classes: number;
  /** Integers from 1 to 255; absent: every row has weight 1. */
  readonly weights?: Float64Array;
}

export interface ClassTreeRules {
  readonly tolerance: number;
  readonly minSplit: number;
  readonly minLeaf: number;
  /** Maximum depth. */
  readonly maxDepth?: number;
  readonly zeroGain: boolean;
}

/** The node sizes at which other code paths are used. The tree does not depend on them; tests make them small. */
export interface ClassTreeSizes {
  /** Most rows of nodes whose lists are u16, and u8. */
  readonly middleRows: number;
  readonly smallRows: number;
  /** Rows x attributes above which all threads work on one node. */
  readonly sharedEntries: number;
}

/** The grown tree. What its columns say of tests is undefined at a leaf. */
export type ClassTree = Omit<GrownTree, "sets" | "perLevel">;

const OWN_FIELDS = 16;
/** Where the addresses of the threads' scratch are, each followed by its distance. */
const ARENA_FIELD = TREE_JOB_FIELDS + 12;
const CODED_ARENA_FIELD = TREE_JOB_FIELDS + 14;
/** Of the 4 GiB that a memory can have. */
const MOST_BYTES = 4.2e9;

export function sizesFor(table: ClassTreeTable): ClassTreeSizes {
  // Entries of two unweighted classes include the class, which leaves one bit less for the row.
  const most = table.classes === 2 && table.weights === undefined ? 16384 : 32768;
  const middleRows = Math.min(most, Math.max(2048, Math.floor(2 ** 25 / table.columns.length)));
  return { middleRows, smallRows: 128, sharedEntries: 2 ** 16 };
}

/** Bytes needed for growing, without the threads' scratch. */
function bytesOf({ rows, columns, classes }: ClassTreeTable): number {
  return rows * columns.length * (8 + 4 + 4 + 1) + 2 * rows * (NODE_BYTES + 4 * classes) + rows * 64;
}

/** Grows the tree in the team's memory. Undefined if that is too small. */
export function growClassTree(
  team: Team,
  table: ClassTreeTable,
  rules: ClassTreeRules,
  sizes = sizesFor(table),
): ClassTree | undefined {
  const { heap } = team;
  if (heap.mark() + bytesOf(table) > MOST_BYTES) return undefined;
  const job = new Job(heap, table, rules, sizes);
  const kernel = team.kernel(classTreeKernel);
  const scratch = kernel.begin(job.at);
  if (heap.mark() + scratch * team.size > MOST_BYTES) return undefined;
  job.allocateScratch(scratch, team.size);
  inTurns(team, table.columns.length, (end) => team.run(classTreeKernel, "sort", job.at, end));
  const coded = kernel.codedScratch(job.at);
  if (heap.mark() + coded * team.size > MOST_BYTES) return undefined;
  job.allocateCodedScratch(coded, team.size);
  team.run(classTreeKernel, "prepare", job.at);
  team.run(classTreeKernel, "growTop", job.at);
  team.run(classTreeKernel, "growRest", job.at);
  const nodes = job.nodes();
  const bytes = treeBytes(nodes, table.classes);
  if (heap.mark() + bytes + 16 * nodes > MOST_BYTES) return undefined;
  const at = heap.alloc(bytes + 16 * nodes);
  kernel.writeTree(job.at, at);
  const cells = (column: number) => heap.f64(at + bytes + 8 * nodes * column, nodes).slice();
  return { ...readTree(heap, at, nodes, table.classes), low: cells(0), high: cells(1) };
}

/** The kernel's job, laid out in memory; its fields are those of kernels/assembly/classTree/job.ts. */
class Job {
  readonly at: number;
  private readonly control: number;

  constructor(
    private readonly heap: Heap,
    private readonly table: ClassTreeTable,
    rules: ClassTreeRules,
    sizes: ClassTreeSizes,
  ) {
    const { rows, columns, classes, weights } = table;
    const d = columns.length;
    const listBytes = 4 * (rows + 48) * d;
    this.at = heap.alloc(8 * (TREE_JOB_FIELDS + OWN_FIELDS));
    this.control = heap.alloc(CONTROL_BYTES);
    const cells = heap.alloc(8 * rows * d);
    const labels = heap.alloc(rows);
    const weightsAt = weights ? heap.alloc(rows) : 0;
    const nodes = heap.alloc(2 * rows * NODE_BYTES);
    const counts = heap.alloc(2 * rows * 4 * classes);
    const [listsA, listsB] = [heap.alloc(listBytes), heap.alloc(listBytes)];
    const sides = heap.alloc(Math.max(rows, 65536));
    const ids = heap.alloc(2 * rows);
    const finds = heap.alloc(16 * d);
    const tasks = heap.alloc(16 * (rows + 1));
    const known = heap.alloc(8 * d);
    const codes = heap.alloc(rows * d);
    const nominal = heap.alloc(2 * d);
    writeTreeJob(
      heap,
      this.at,
      {
        ...{ rows, attributes: d, classes },
        ...{ tolerance: rules.tolerance, maxDepth: rules.maxDepth, zeroGain: rules.zeroGain },
        ...{ nodes, control: this.control, listsA, listsB, sides, ids, finds, tasks },
      },
      [
        ...[cells, labels, weightsAt, wholeWeight(rules.minSplit), wholeWeight(rules.minLeaf)],
        ...[sizes.middleRows, sizes.smallRows, sizes.sharedEntries],
        ...[counts, known, codes, nominal],
      ],
    );
    this.copyColumns(cells);
    heap.u8(nominal, d).set(Array.from(columns, (_, a) => (table.nominal.has(a) ? 1 : 0)));
    heap.u8(labels, rows).set(table.labels);
    if (weights) heap.u8(weightsAt, rows).set(weights);
  }

  /** Called once everything but the threads' scratch is allocated. */
  allocateScratch(bytesEach: number, threads: number): void {
    const bytes = Math.ceil(bytesEach / 64) * 64;
    const scratch = this.heap.alloc(bytes * threads);
    this.heap.f64(this.at + 8 * ARENA_FIELD, 2).set([scratch, bytes]);
  }

  /** Called once the columns are sorted; no cells if some column has many distinct values. */
  allocateCodedScratch(bytesEach: number, threads: number): void {
    const bytes = Math.ceil(bytesEach / 64) * 64;
    const scratch = bytes > 0 ? this.heap.alloc(bytes * threads) : 0;
    this.heap.f64(this.at + 8 * CODED_ARENA_FIELD, 2).set([scratch, bytes]);
  }

  /** The number of nodes, once grown. */
  nodes(): number {
    return nodesGrown(this.heap, this.control);
  }

  private copyColumns(at: number): void {
    const { rows, columns } = this.table;
    const cells = this.heap.f64(at, rows * columns.length);
    columns.forEach((column, a) => {
      if (column instanceof Float64Array) cells.set(column, a * rows);
      else copyCodes(cells.subarray(a * rows, (a + 1) * rows), column);
    });
  }
}

const MOST = 2 ** 31 - 1;

/** The smallest integer weight that counts as this much: the learner allows a tolerance for fractional weights. */
function wholeWeight(weight: number): number {
  return Math.min(Math.ceil(weight - 1e-6), MOST);
}

function copyCodes(cells: Float64Array, codes: Int32Array): void {
  for (let row = 0; row < codes.length; row++) cells[row] = codes[row] < 0 ? Number.NaN : codes[row];
}
