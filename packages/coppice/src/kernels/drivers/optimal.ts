import { optimalKernel } from "../generated/optimal.js";
import type { Heap } from "../heap.js";
import type { KernelExports, Team } from "../team.js";

/** An attribute as codes, and its tests: code <= c, code = c, or code in a set (bit c of a number: code c). */
export interface CodedAttribute {
  readonly codes: Uint16Array;
  /** Codes are below this. */
  readonly count: number;
  readonly tests:
    | { readonly kind: "thresholds" }
    | { readonly kind: "levels"; readonly count: number }
    | { readonly kind: "sets"; readonly sets: Uint32Array };
}

/** Rows to search for the best tree of two levels. */
export interface OptimalTable {
  readonly rows: number;
  readonly attributes: readonly CodedAttribute[];
  readonly weights: Float64Array;
  readonly target:
    | {
        readonly kind: "classes";
        readonly labels: Uint16Array;
        readonly classes: number;
        /** By true class, then by predicted one; absent: 1 for each error. */
        readonly losses?: Float64Array;
      }
    | { readonly kind: "values"; readonly values: Float64Array };
  /** Whether every row weighs 1 and every error costs 1. */
  readonly isPlain: boolean;
}

/** A tree of at most three tests; -1: no test there. */
export interface TwoLevels {
  /** Of its leaves, each with its price; or the limit, if no tree costs less. */
  readonly cost: number;
  readonly first: number;
  readonly left: number;
  readonly right: number;
}

export interface TwoLevelsRequest {
  /** At most this many tests, up to three. */
  readonly tests: number;
  /** What a leaf costs besides its errors. */
  readonly price: number;
  /** Only trees that cost less are of interest. */
  readonly limit: number;
}

const JOB_FIELDS = 15;
const KINDS = { thresholds: 0, levels: 1, sets: 2 } as const;
/** Codes up to which tables of two attributes are counted rather than every first test tried. By measurement. */
const FEW_CODES = 64;
/** The number of tests up to which they are. */
const FEW_TESTS = 1024;

/** Finds the best trees of two levels of parts of a table. The job's fields are those of kernels/assembly/optimal/job.ts. */
export class OptimalKernel {
  private readonly kernel: KernelExports;
  private readonly heap: Heap;
  private readonly list: number;
  private readonly order: number;
  private readonly into: number;
  private readonly isByPairs: boolean;
  /** By attribute: the number of its first test. */
  readonly firstTests: readonly number[];

  /** `pairs`: by tables of two attributes, or not; absent: whichever is faster. */
  constructor(team: Team, table: OptimalTable, order: readonly number[], pairs?: boolean) {
    const { heap } = team;
    const { attributes, rows, target } = table;
    this.heap = heap;
    this.kernel = team.kernel(optimalKernel);
    this.firstTests = firstTestsOf(attributes);
    const tests = this.firstTests[attributes.length];
    const mostCodes = attributes.reduce((most, { count }) => Math.max(most, count), 1);
    this.isByPairs = pairs ?? (mostCodes <= FEW_CODES && tests <= FEW_TESTS);
    const job = heap.alloc(8 * JOB_FIELDS);
    const isClasses = target.kind === "classes";
    const fields = [
      ...[rows, attributes.length, isClasses ? target.classes : 3, Number(isClasses)],
      ...[this.putCodes(table), this.putRecords(attributes)],
      isClasses ? this.put(target.labels, heap.u16(heap.alloc(2 * rows), rows)) : 0,
      this.put(table.weights, heap.f64(heap.alloc(8 * rows), rows)),
      isClasses ? 0 : this.put(target.values, heap.f64(heap.alloc(8 * rows), rows)),
      isClasses && target.losses ? this.putDoubles(target.losses) : 0,
      ...[Number(table.isPlain), this.putOrders(table), tests, mostCodes, 0],
    ];
    this.list = heap.alloc(4 * rows);
    this.order = heap.alloc(4 * attributes.length);
    this.into = heap.alloc(32);
    heap.u32(this.order, order.length).set(order);
    heap.f64(job, JOB_FIELDS).set(fields);
    const scratch = heap.alloc(this.kernel.scratchBytes(job, Number(this.isByPairs)));
    heap.f64(job, JOB_FIELDS)[JOB_FIELDS - 1] = scratch;
    this.kernel.start(job);
  }

  /** The best tree of these rows. */
  search(rows: Uint32Array, { tests, price, limit }: TwoLevelsRequest): TwoLevels {
    const { heap, list, into } = this;
    heap.u32(list, rows.length).set(rows);
    const pairs = Number(this.isByPairs);
    this.kernel.search(list, rows.length, Math.min(tests, 3), price, limit, pairs, this.order, into);
    const [cost, first, left, right] = heap.f64(into, 4);
    return { cost, first, left, right };
  }

  private put(values: ArrayLike<number>, view: Uint16Array | Float64Array): number {
    view.set(values);
    return view.byteOffset;
  }

  private putDoubles(values: Float64Array): number {
    return this.put(values, this.heap.f64(this.heap.alloc(8 * values.length), values.length));
  }

  private putCodes({ rows, attributes }: OptimalTable): number {
    const at = this.heap.alloc(2 * rows * attributes.length);
    attributes.forEach(({ codes }, a) => {
      this.heap.u16(at + 2 * rows * a, rows).set(codes);
    });
    return at;
  }

  private putRecords(attributes: readonly CodedAttribute[]): number {
    const at = this.heap.alloc(16 * attributes.length);
    attributes.forEach(({ tests, count }, a) => {
      const sets = tests.kind === "sets" ? this.putSets(tests.sets) : 0;
      this.heap.u32(at + 16 * a, 4).set([KINDS[tests.kind], count, this.firstTests[a], sets]);
    });
    return at;
  }

  private putSets(sets: Uint32Array): number {
    const at = this.heap.alloc(4 * sets.length);
    this.heap.u32(at, sets.length).set(sets);
    return at;
  }

  /** Rows in the order of their codes, by counting. */
  private putOrders({ rows, attributes }: OptimalTable): number {
    const at = this.heap.alloc(4 * rows * attributes.length);
    attributes.forEach(({ codes, count }, a) => {
      const next = new Uint32Array(count + 1);
      for (const code of codes) next[code + 1]++;
      for (let c = 0; c < count; c++) next[c + 1] += next[c];
      const order = this.heap.u32(at + 4 * rows * a, rows);
      for (let row = 0; row < rows; row++) order[next[codes[row]]++] = row;
    });
    return at;
  }
}

/** The number of tests of an attribute. */
export function testsOf({ tests, count }: CodedAttribute): number {
  if (tests.kind === "thresholds") return count - 1;
  return tests.kind === "levels" ? tests.count : tests.sets.length;
}

/** By attribute the number of its first test; then the number of all. */
function firstTestsOf(attributes: readonly CodedAttribute[]): number[] {
  const firsts = [0];
  for (const attribute of attributes) firsts.push(firsts[firsts.length - 1] + testsOf(attribute));
  return firsts;
}
