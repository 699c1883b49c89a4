import type { SplitNode } from "../model/tree.js";
import type { Cells } from "./bind.js";
import { type CompiledTree, descent, isLeafIn, stepAll } from "./compile.js";

/** The rows that come to a leaf, and the share of each that does: `from` to `to` of two lists, which are the sender's. */
export type VisitLeaf = (
  leaf: number,
  rows: Int32Array,
  shares: Float64Array,
  from: number,
  to: number,
) => void;

/**
 * `walk` for many rows together: the rows of a node are divided at once. Leaves are visited in preorder, so each row comes to
 * its leaves in the order of `walk`, with the same shares. Not for trees with gates, surrogates, or values that are tried each.
 */
export function sendRows(
  tree: CompiledTree,
  cells: readonly Cells[],
  rows: Int32Array,
  visit: VisitLeaf,
): void {
  new Sender(tree, cells, rows).send(visit);
}

const NO_SHARES: readonly number[] = [];

class Sender {
  /** The lists of waiting nodes, one after the other. */
  private rows: Int32Array;
  private shares: Float64Array;
  private nexts: Int32Array;
  /** Waiting nodes: node, where its list begins and ends, and from where on there is room while it is the next. */
  private readonly waiting: number[] = [];
  /** By node: how many known values go there, and where the next row is put. */
  private readonly known: Int32Array;
  private readonly places: Int32Array;

  constructor(
    private readonly tree: CompiledTree,
    private readonly cells: readonly Cells[],
    rows: Int32Array,
  ) {
    const room = 4 * rows.length;
    this.rows = new Int32Array(room);
    this.rows.set(rows);
    this.shares = new Float64Array(room).fill(1, 0, rows.length);
    this.nexts = new Int32Array(room);
    this.known = new Int32Array(tree.kind.length);
    this.places = new Int32Array(tree.kind.length);
    this.waiting.push(0, 0, rows.length, rows.length);
  }

  send(visit: VisitLeaf): void {
    const { tree, cells, waiting } = this;
    while (waiting.length > 0) {
      const free = waiting.pop()!;
      const to = waiting.pop()!;
      const from = waiting.pop()!;
      let node = waiting.pop()!;
      if (to - from === 1) {
        const reached = descent(tree, cells, this.rows[from], node);
        node = reached < 0 ? ~reached : reached;
      }
      if (isLeafIn(tree, node)) visit(node, this.rows, this.shares, from, to);
      else this.divide(node, from, to, free);
    }
  }

  private divide(node: number, from: number, to: number, free: number): void {
    const { tree, known, nexts, places, waiting } = this;
    const { branches, missing } = tree.nodes[node] as SplitNode;
    const parts = missing.kind === "share" ? missing.shares : NO_SHARES;
    stepAll(tree, node, this.cells[tree.attribute[node]], this.rows, from, to, nexts);
    for (let b = 0; b < branches.length; b++) known[branches[b]] = 0;
    let shared = 0;
    for (let i = from; i < to; i++) {
      if (nexts[i] >= 0) known[nexts[i]]++;
      else shared++;
    }
    let end = free;
    for (let b = 0; b < branches.length; b++) {
      places[branches[b]] = end;
      end += known[branches[b]] + (parts[b] > 0 ? shared : 0);
    }
    this.reserve(end);
    this.place(branches, parts, from, to);
    for (let b = branches.length - 1, last = end; b >= 0; b--) {
      const first = last - known[branches[b]] - (parts[b] > 0 ? shared : 0);
      if (first < last) waiting.push(branches[b], first, last, end);
      last = first;
    }
  }

  private place(branches: readonly number[], parts: readonly number[], from: number, to: number): void {
    const { rows, shares, nexts, places } = this;
    for (let i = from; i < to; i++) {
      if (nexts[i] >= 0) {
        const at = places[nexts[i]]++;
        rows[at] = rows[i];
        shares[at] = shares[i];
        continue;
      }
      for (let b = 0; b < parts.length; b++) {
        if (!(parts[b] > 0)) continue;
        const at = places[branches[b]]++;
        rows[at] = rows[i];
        shares[at] = shares[i] * parts[b];
      }
    }
  }

  private reserve(room: number): void {
    if (room <= this.rows.length) return;
    const [rows, shares, nexts] = [this.rows, this.shares, this.nexts];
    this.rows = new Int32Array(2 * room);
    this.rows.set(rows);
    this.shares = new Float64Array(2 * room);
    this.shares.set(shares);
    this.nexts = new Int32Array(2 * room);
    this.nexts.set(nexts);
  }
}
