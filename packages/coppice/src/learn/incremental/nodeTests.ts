import { CellList } from "./cellList.js";
import type { TestsOf } from "./chooser.js";
import type { ImpurityScale } from "./impurityScale.js";
import { type IncNode, type KnownTests, membersUnder } from "./incNode.js";
import type { Orders, Sorter } from "./orders.js";
import type { RowStore } from "./rowStore.js";

/** The tests of nodes: compared for the first time from the orders of their rows, later from what nodes remember. */
export class NodeTests {
  private readonly scratch: CellList;
  private readonly sums: Float64Array;
  private readonly remembered = new Remembered(this);

  constructor(
    private readonly scale: ImpurityScale,
    private readonly rows: RowStore,
    private readonly sorter: Sorter,
  ) {
    this.scratch = new CellList(scale);
    this.sums = new Float64Array(scale.width);
  }

  /** For a node whose tests have not been compared yet. */
  first(node: IncNode, orders: Orders, start: number): TestsOf {
    const { columns, classes } = this.rows;
    const { scratch } = this;
    const known: KnownTests = {
      bounds: new Float64Array(columns.length),
      fallen: 0,
      missing: [],
      lists: [],
      log: [],
      consumed: [],
    };
    node.known = known;
    return {
      most: () => Number.POSITIVE_INFINITY,
      list(a) {
        scratch.become(orders[a].subarray(start, start + node.rows), columns[a], classes);
        if (scratch.knownRows < node.rows) known.missing[a] = scratch.missing.slice();
        return scratch;
      },
      compared(a, least) {
        known.bounds[a] = least;
      },
    };
  }

  /** Keeps the list of an attribute, whose rows are in order. */
  keep({ known, rows }: IncNode, a: number, orders: Orders, start: number): void {
    this.scratch.become(orders[a].subarray(start, start + rows), this.rows.columns[a], this.rows.classes);
    known!.lists[a] = this.scratch.copied();
    known!.consumed[a] = known!.log.length;
  }

  /** For a node whose tests have been compared before. Valid until the next call. */
  again(node: IncNode, known: KnownTests): TestsOf {
    this.remembered.node = node;
    this.remembered.known = known;
    this.remembered.first = node.split?.test.attribute;
    return this.remembered;
  }

  knownImpurity({ counts }: IncNode, missing: Float64Array): number {
    for (let k = 0; k < counts.length; k++) this.sums[k] = counts[k] - missing[k];
    return this.scale.of(this.sums);
  }

  listOf(node: IncNode, known: KnownTests, a: number): CellList {
    const { columns, classes } = this.rows;
    const { log, consumed } = known;
    const list = known.lists[a];
    if (list === undefined) {
      this.scratch.become(this.sorter.order(membersUnder(node), a), columns[a], classes);
      known.lists[a] = this.scratch.copied();
    } else {
      const cells = columns[a];
      for (let i = consumed[a]; i < log.length; i++) {
        const entry = log[i];
        if (entry >= 0) list.add(cells[entry], classes[entry]);
        else list.remove(cells[-1 - entry], classes[-1 - entry]);
      }
    }
    consumed[a] = log.length;
    return known.lists[a]!;
  }

  /** Notes that a row came or went. */
  note({ known, rows }: IncNode, row: number, by: 1 | -1): void {
    if (known === undefined) return;
    if (by < 0) known.fallen += this.scale.fall(rows);
    known.log.push(by > 0 ? row : -1 - row);
    if (this.rows.gaps[row] === 0) return;
    const { columns, classes } = this.rows;
    for (let a = 0; a < columns.length; a++) {
      if (!Number.isNaN(columns[a][row])) continue;
      const missing = known.missing[a] ?? new Float64Array(this.scale.width);
      missing[classes[row]] += by;
      known.missing[a] = missing;
    }
  }
}

/** The tests of a node as it remembers them. One object for all nodes: there are several for each row. */
class Remembered implements TestsOf {
  node!: IncNode;
  known!: KnownTests;
  first: number | undefined;

  constructor(private readonly of: NodeTests) {}

  most(a: number, whole: number): number {
    const { bounds, fallen, missing } = this.known;
    const gaps = missing[a];
    return (gaps ? this.of.knownImpurity(this.node, gaps) : whole) - bounds[a] + fallen;
  }

  list(a: number): CellList {
    return this.of.listOf(this.node, this.known, a);
  }

  compared(a: number, least: number): void {
    this.known.bounds[a] = least + this.known.fallen;
  }
}
