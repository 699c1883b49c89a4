import type { CompactColumns, GrownTree, LevelSets } from "../../model/grownTree.js";
import { LEAF } from "../../model/packed.js";
import type { Heap } from "../heap.js";

/** Words of a segment, its slot first: see kernels/assembly/valueTree/wide.ts. */
export const SEGMENT_WORDS = 6;

/** Of each node, and of each split: numbers of the splits' slots are half of those of the nodes'. */
const BY_NODE = ["rows", "pure", "sums", "attribute", "skip"] as const;
const BY_SPLIT = ["low", "high", "gain"] as const;
/** Written only if weights or gaps make them differ from the numbers of rows. */
const NODE_WEIGHT = "weight";
const SIDES = ["leftWeight", "rightWeight"] as const;

const USUAL = [...BY_NODE, ...BY_SPLIT];
const SELDOM = [NODE_WEIGHT, ...SIDES] as const;
type Name = (typeof USUAL)[number] | (typeof SELDOM)[number];

const BYTES: Readonly<Record<Name, number>> = {
  ...{ rows: 4, pure: 1, sums: 16, attribute: 4, skip: 4 },
  ...{ low: 8, high: 8, gain: 8 },
  ...{ weight: 8, leftWeight: 8, rightWeight: 8 },
};

/** The kernel's answer: a tree over n rows, in columns. */
export class ValueTreeNodes {
  private readonly at = new Map<Name, number>();
  /** Where the columns are that are always written. */
  readonly start: number;
  readonly end: number;

  constructor(
    private readonly heap: Heap,
    private readonly n: number,
  ) {
    for (const name of USUAL) this.alloc(name);
    this.start = this.addressOf(USUAL[0]);
    this.end = heap.mark();
  }

  /** The columns that are seldom written: where memory is made ready in advance, they must not be in between. */
  allocSeldom(): void {
    for (const name of SELDOM) this.alloc(name);
  }

  private alloc(name: Name): void {
    const slots = isByNode(name) ? 2 * this.n : this.n;
    this.at.set(name, this.heap.alloc(BYTES[name] * slots));
  }

  /** In the order of the job's fields. */
  get addresses(): number[] {
    return [...USUAL, ...SELDOM].map((name) => this.addressOf(name));
  }

  private addressOf(name: Name): number {
    return this.at.get(name) ?? 0;
  }

  /** The nodes of all segments, one after the other. `isPlain`: what is seldom written was not. */
  take(segments: Int32Array, isPlain: boolean): TakenTree {
    const parts = partsOf(segments);
    const { nodes, splits } = parts[parts.length - 1];
    const tree = emptyTree(nodes, splits, isPlain);
    for (let s = 0; s + 1 < parts.length; s++) {
      this.copy(tree, segments[s * SEGMENT_WORDS], parts[s], parts[s + 1]);
      const right = segments[s * SEGMENT_WORDS + 2];
      if (right > 0) tree.skip[parts[s].nodes] = parts[right].nodes - parts[s].nodes;
    }
    return tree;
  }

  private copy(tree: TakenTree, slot: number, from: Part, to: Part): void {
    const { heap } = this;
    const nodes = to.nodes - from.nodes;
    const splits = to.splits - from.splits;
    const ints = (name: Name) => heap.i32(this.addressOf(name) + 4 * slot, nodes);
    const bySplit = (name: Name) => heap.f64(this.addressOf(name) + 8 * (slot >> 1), splits);
    tree.rows.set(ints("rows"), from.nodes);
    tree.pure.set(heap.u8(this.addressOf("pure") + slot, nodes), from.nodes);
    tree.moments.set(heap.f64(this.addressOf("sums") + 16 * slot, 2 * nodes), 2 * from.nodes);
    tree.attribute.set(ints("attribute"), from.nodes);
    tree.skip.set(ints("skip"), from.nodes);
    for (const name of BY_SPLIT) tree[name].set(bySplit(name), from.splits);
    const { weights } = tree;
    if (weights === undefined) return;
    weights.weight.set(heap.f64(this.addressOf(NODE_WEIGHT) + 8 * slot, nodes), from.nodes);
    for (const name of SIDES) weights[name].set(bySplit(name), from.splits);
  }
}

function isByNode(name: Name): boolean {
  return name === NODE_WEIGHT || BY_NODE.some((one) => one === name);
}

/** Where the nodes of a segment begin in the answer, and its splits. */
interface Part {
  readonly nodes: number;
  readonly splits: number;
}

/** Of each segment; how many there are in all comes last. */
function partsOf(segments: Int32Array): Part[] {
  const parts: Part[] = [{ nodes: 0, splits: 0 }];
  for (let at = 0; at < segments.length; at += SEGMENT_WORDS) {
    const last = parts[parts.length - 1];
    const nodes = segments[at + 1];
    // A split of the top is a segment of its own, without its branches.
    const splits = segments[at + 2] > 0 ? 1 : (nodes - 1) >> 1;
    parts.push({ nodes: last.nodes + nodes, splits: last.splits + splits });
  }
  return parts;
}

/** A tree as the kernel made it: large trees are copied, and new memory takes the most time. */
export interface TakenTree extends CompactColumns {
  readonly rows: Int32Array;
  readonly pure: Uint8Array;
  readonly attribute: Int32Array;
  readonly skip: Int32Array;
  readonly sets: Map<number, LevelSets>;
}

function emptyTree(nodes: number, splits: number, isPlain: boolean): TakenTree {
  const doubles = (length: number) => new Float64Array(length);
  const sides = () => ({ leftWeight: doubles(splits), rightWeight: doubles(splits) });
  return {
    rows: new Int32Array(nodes),
    pure: new Uint8Array(nodes),
    moments: doubles(2 * nodes),
    attribute: new Int32Array(nodes),
    skip: new Int32Array(nodes),
    sets: new Map(),
    low: doubles(splits),
    high: doubles(splits),
    gain: doubles(splits),
    ...(!isPlain && { weights: { weight: doubles(nodes), ...sides() } }),
  };
}

/** The tree as others read it; the columns that it does not have are made when somebody looks at them. */
export function expanded(tree: TakenTree): GrownTree {
  const { rows, pure, attribute, skip, sets, weights } = tree;
  const bySplit = (column: Float64Array) => once(() => byNode(column, attribute));
  const ofBranch = (branch: (node: number) => number) => once(() => branchRows(tree, branch));
  const sums = once(() => sumsOf(tree));
  const [low, high, gain] = BY_SPLIT.map((name) => bySplit(tree[name]));
  const left = weights ? bySplit(weights.leftWeight) : ofBranch((node) => node + 1);
  const right = weights ? bySplit(weights.rightWeight) : ofBranch((node) => node + skip[node]);
  return {
    ...{ nodes: rows.length, rows, pure, attribute, skip, sets, compact: tree },
    get sums() {
      return sums();
    },
    get low() {
      return low();
    },
    get high() {
      return high();
    },
    get gain() {
      return gain();
    },
    get leftWeight() {
      return left();
    },
    get rightWeight() {
      return right();
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function byNode(column: Float64Array, attribute: Int32Array): Float64Array {
  const out = new Float64Array(attribute.length);
  let split = 0;
  for (let i = 0; i < out.length; i++) if (attribute[i] !== LEAF) out[i] = column[split++];
  return out;
}

function branchRows({ rows, attribute }: TakenTree, branch: (node: number) => number): Float64Array {
  const out = new Float64Array(rows.length);
  for (let i = 0; i < out.length; i++) if (attribute[i] !== LEAF) out[i] = rows[branch(i)];
  return out;
}

/** Weight, Σ w·u and Σ w·u². */
function sumsOf({ rows, moments, weights }: TakenTree): Float64Array {
  const sums = new Float64Array(3 * rows.length);
  for (let i = 0; i < rows.length; i++) {
    sums[3 * i] = weights ? weights.weight[i] : rows[i];
    sums[3 * i + 1] = moments[2 * i];
    sums[3 * i + 2] = moments[2 * i + 1];
  }
  return sums;
}
