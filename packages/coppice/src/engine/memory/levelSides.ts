import { UNKNOWN } from "../../model/test.js";
import type { EncodedAttribute } from "../encode.js";
import type { SidesRequest, Tally } from "../port.js";
import { codeOrder } from "./order.js";
import { fillSides } from "./sides.js";

/** A node whose rows all have weight 1, and what is requested for it. */
export interface PlainNode {
  readonly rows: Int32Array;
  readonly wanted: SidesRequest["nodes"][number];
}

/**
 * Side tallies of many nodes at once. The rows are sorted by each attribute's codes only once; one pass along that order
 * gives every node of a level its own rows in order, without sorting again.
 */
export class LevelSides {
  private readonly orders: Int32Array[] = [];
  private readonly allRows: Int32Array;
  /** By attribute: the rows of all nodes, node after node, each in the order of codes; made for one level at a time. */
  private lists: Int32Array[] = [];
  private readonly nodeOf: Int32Array;
  private readonly sideOf: Int32Array;
  private starts: number[] = [];
  private codes = new Int32Array(64);
  private cells = new Float64Array(64);

  constructor(
    private readonly attributes: readonly EncodedAttribute[],
    rows: number,
  ) {
    this.allRows = Int32Array.from({ length: rows }, (_, row) => row);
    this.nodeOf = new Int32Array(rows);
    this.sideOf = new Int32Array(rows);
  }

  /** A tally is valid until the next is taken; all of them until the next call. */
  of(nodes: readonly PlainNode[]): Generator<Tally, void>[] {
    this.lists = [];
    this.starts = [0];
    this.nodeOf.fill(-1);
    nodes.forEach(({ rows, wanted: { test, branches } }, node) => {
      const side = new Int32Array(rows.length);
      fillSides(side, rows, this.attributes[test.attribute], test);
      for (let i = 0; i < rows.length; i++) {
        this.nodeOf[rows[i]] = node;
        this.sideOf[rows[i]] = side[i] === UNKNOWN ? branches : side[i];
      }
      this.starts.push(this.starts[node] + rows.length);
    });
    return nodes.map(({ wanted }, node) => this.tallies(node, wanted));
  }

  private *tallies(node: number, { branches, attributes }: PlainNode["wanted"]): Generator<Tally, void> {
    for (const a of attributes) {
      this.lists[a] ??= this.listsOf(a);
      yield this.tally(a, node, branches + 1);
    }
  }

  /** Every node's rows in the order of the attribute's codes. */
  private listsOf(a: number): Int32Array {
    const { codes, facts } = this.attributes[a];
    const { nodeOf, starts } = this;
    this.orders[a] ??= codeOrder(codes, this.allRows, facts.codes).slice(0, codes.length);
    const lists = new Int32Array(starts[starts.length - 1]);
    distribute(lists, this.orders[a], nodeOf, Int32Array.from(starts));
    return lists;
  }

  private tally(attribute: number, node: number, width: number): Tally {
    const { facts, codes: codeOf } = this.attributes[attribute];
    const list = this.lists[attribute].subarray(this.starts[node], this.starts[node + 1]);
    this.fit(list.length + 1, width);
    const { codes, cells, sideOf } = this;
    const count = countRuns(list, codeOf, sideOf, codes, cells, width);
    const hasMissing = count > 0 && codes[count - 1] === facts.codes;
    const m = hasMissing ? count - 1 : count;
    return {
      attribute,
      codes: codes.subarray(0, m),
      cells: cells.subarray(0, m * width),
      missing: hasMissing ? cells.slice(m * width, count * width) : new Float64Array(width),
    };
  }

  private fit(codes: number, width: number): void {
    if (this.codes.length < codes) this.codes = new Int32Array(2 * codes);
    if (this.cells.length < codes * width) this.cells = new Float64Array(2 * codes * width);
  }
}

/** Writes each row to the next position of its node. */
function distribute(lists: Int32Array, order: Int32Array, nodeOf: Int32Array, next: Int32Array): void {
  for (let i = 0; i < order.length; i++) {
    const node = nodeOf[order[i]];
    if (node >= 0) lists[next[node]++] = order[i];
  }
}

/** The codes along a list, each once, and how many rows of each side have it; returns the number of codes. */
function countRuns(
  list: Int32Array,
  codeOf: Int32Array,
  sideOf: Int32Array,
  codes: Int32Array,
  cells: Float64Array,
  width: number,
): number {
  let m = -1;
  let last = -1;
  for (let i = 0; i < list.length; i++) {
    const code = codeOf[list[i]];
    if (code !== last) {
      m++;
      for (let k = 0; k < width; k++) cells[m * width + k] = 0;
      codes[m] = code;
      last = code;
    }
    cells[m * width + sideOf[list[i]]]++;
  }
  return m + 1;
}
