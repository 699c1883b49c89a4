import { CellList } from "./cellList.js";
import type { TestsOf } from "./chooser.js";
import type { ImpurityScale } from "./impurityScale.js";
import type { IncNode, KnownTests } from "./incNode.js";
import type { NodeOrders } from "./nodeOrders.js";
import type { OrderedRows } from "./orderScan.js";
import type { RowStore } from "./rowStore.js";
import type { TreeSettings } from "./settings.js";

/**
 * Nodes of more rows have lists of cells in blocks, most of which bounds exclude, of attributes that are looked at again and
 * again; fewer are gone through in order.
 */
const MANY_ROWS = 1024;
const OFTEN = 6;

/** The tests of nodes: compared for the first time from the orders of their rows, later as far as what nodes remember allows. */
export class NodeTests {
  private readonly scratch: CellList;
  private readonly sums: Float64Array;
  private readonly view: OrderedRows;
  private readonly remembered = new Remembered(this);

  constructor(
    private readonly settings: TreeSettings,
    private readonly scale: ImpurityScale,
    private readonly rows: RowStore,
  ) {
    this.scratch = new CellList(scale);
    this.sums = new Float64Array(scale.width);
    const none = new Float64Array(0);
    const noRows = new Int32Array(0);
    const { classes } = rows;
    this.view = {
      rows: noRows,
      start: 0,
      end: 0,
      cells: none,
      classes,
      known: none,
    };
  }

  /** For a node whose tests have not been compared yet. */
  first(node: IncNode, orders: NodeOrders): TestsOf {
    const known: KnownTests = {
      bounds: new Float64Array(this.rows.columns.length),
      fallen: 0,
      missing: [],
      lists: [],
      looks: new Uint32Array(this.rows.columns.length),
      consumed: [],
    };
    node.known = known;
    return {
      most: () => Number.POSITIVE_INFINITY,
      ordered: (a) => {
        orders.startOf(a);
        if (orders.knownEnd(a) < orders.end(a)) known.missing[a] = this.missingIn(orders, a);
        return this.orderedRows(node, orders, a);
      },
      list: (a) => this.cellsOf(orders, a),
      compared(a, least) {
        known.bounds[a] = least;
      },
    };
  }

  /** For a node whose tests have been compared before. Valid until the next call. */
  again(node: IncNode, known: KnownTests): TestsOf {
    this.remembered.node = node;
    this.remembered.known = known;
    this.remembered.first = node.split?.test.attribute;
    return this.remembered;
  }

  /** The impurity of the rows that are not missing. */
  knownImpurity({ counts }: IncNode, missing: Float64Array): number {
    for (let k = 0; k < counts.length; k++) this.sums[k] = counts[k] - missing[k];
    return this.scale.of(this.sums);
  }

  /** Valid until the next call. */
  orderedRows({ counts }: IncNode, orders: NodeOrders, a: number): OrderedRows | undefined {
    if (this.settings.kinds[a] === "nominal") return undefined;
    const { view } = this;
    view.start = orders.startOf(a);
    view.rows = orders.rows;
    view.end = orders.knownEnd(a);
    view.cells = this.rows.columns[a];
    view.classes = this.rows.classes;
    view.known = counts;
    const end = orders.end(a);
    if (view.end === end) return view;
    this.sums.set(counts);
    for (let i = view.end; i < end; i++) this.sums[view.classes[view.rows[i]]]--;
    view.known = this.sums;
    return view;
  }

  listOf({ orders }: IncNode, known: KnownTests, a: number): CellList {
    const { columns, classes } = this.rows;
    const { lists, consumed } = known;
    const { log } = orders!;
    const list = lists[a];
    if (list === undefined) lists[a] = this.cellsOf(orders!, a).copied();
    else {
      const cells = columns[a];
      for (let i = consumed[a]; i < log.length; i++) {
        const entry = log[i];
        if (entry >= 0) list.add(cells[entry], classes[entry]);
        else list.remove(cells[-1 - entry], classes[-1 - entry]);
      }
    }
    consumed[a] = log.length;
    return lists[a]!;
  }

  /** Notes that a row came or went. */
  note({ known, orders, rows }: IncNode, row: number, by: 1 | -1): void {
    orders?.log.push(by > 0 ? row : -1 - row);
    if (known === undefined) return;
    if (by < 0) known.fallen += this.scale.fall(rows);
    if (this.rows.gaps[row] === 0) return;
    const { columns, classes } = this.rows;
    for (let a = 0; a < columns.length; a++) {
      if (!Number.isNaN(columns[a][row])) continue;
      const missing = known.missing[a] ?? new Float64Array(this.scale.width);
      missing[classes[row]] += by;
      known.missing[a] = missing;
    }
  }

  /** Valid until the next call. */
  private cellsOf(orders: NodeOrders, a: number): CellList {
    const start = orders.startOf(a);
    const order = orders.rows.subarray(start, orders.end(a));
    this.scratch.become(order, this.rows.columns[a], this.rows.classes);
    return this.scratch;
  }

  private missingIn(orders: NodeOrders, a: number): Float64Array {
    const missing = new Float64Array(this.scale.width);
    for (let i = orders.knownEnd(a); i < orders.end(a); i++) missing[this.rows.classes[orders.rows[i]]]++;
    return missing;
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

  ordered(a: number): OrderedRows | undefined {
    const { looks } = this.known;
    if (this.node.rows > MANY_ROWS && ++looks[a] > OFTEN) return undefined;
    return this.of.orderedRows(this.node, this.node.orders!, a);
  }

  list(a: number): CellList {
    return this.of.listOf(this.node, this.known, a);
  }

  compared(a: number, least: number): void {
    this.known.bounds[a] = least + this.known.fallen;
  }
}
