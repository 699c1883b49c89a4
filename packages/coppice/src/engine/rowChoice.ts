import { hash } from "../base/chance.js";
import { classByClass, hashOrder } from "../base/hashOrder.js";
import { orderByKey } from "../base/randomOrder.js";
import { type Bag, type BagRows, bagCounts } from "./bag.js";
import type { ContentKeys } from "./contentKeys.js";

/** Some rows of a handle, as data, so that an engine can choose them where they are. */
export type RowChoice =
  /** Those at these places, ascending. Only for handles whose rows have places. */
  | { readonly places: ArrayLike<number> }
  | FoldChoice
  /** So many rows, evenly spread over an order; with `rest`, all others. */
  | { readonly wanted: number; readonly order: RowOrder; readonly rest?: boolean }
  /** The rows that count in a bag, as often as they do. */
  | { readonly bag: Bag }
  /** The rows that do not. */
  | { readonly outOfBag: Bag };

/** Of all rows in an order, each `of`-th from number `fold` on; with `rest`, all others. */
export interface FoldChoice {
  readonly fold: number;
  readonly of: number;
  readonly order: RowOrder;
  readonly rest?: boolean;
}

/**
 * A random order of rows: class by class if there are classes, and within a class by what chance makes of each row's key, or of its
 * content, for what must not depend on the order of the table.
 */
export interface RowOrder {
  readonly by: "key" | "content";
  readonly key: number;
}

/** What is to be known of rows to choose from them. */
export interface ChoosableRows extends BagRows {
  /** By row its class; absent for numeric targets. */
  readonly classes?: ArrayLike<number> | undefined;
  contents(): ContentKeys;
}

export function isBag(choice: RowChoice): choice is { readonly bag: Bag } {
  return "bag" in choice;
}

/** Chooses from the same rows again and again: the last order is kept. */
export class RowChooser {
  private last: { readonly order: RowOrder; readonly rows: Int32Array } | undefined;

  /** `byContent` is a faster way to order the rows by their contents, class by class. */
  constructor(
    private readonly given: ChoosableRows,
    private readonly byContent = (key: number) => orderedByContent(given, key),
  ) {}

  counts(bag: Bag): Uint8Array {
    return bagCounts(bag, this.given);
  }

  /** The places of the rows, ascending. */
  places(choice: Exclude<RowChoice, { readonly bag: Bag }>): ArrayLike<number> {
    if ("places" in choice) return choice.places;
    const { rows } = this.given;
    if ("outOfBag" in choice) return placesWhere(this.counts(choice.outOfBag), 0);
    if ("fold" in choice) return placesWhere(this.marks(choice), 1);
    const isIn = new Uint8Array(rows);
    markEvenly(isIn, this.inOrder(choice.order), choice.wanted);
    return placesWhere(isIn, choice.rest ? 0 : 1);
  }

  /** By row 1 if it is chosen. */
  marks({ fold, of, order, rest = false }: FoldChoice): Uint8Array {
    const { rows } = this.given;
    const marks = new Uint8Array(rows).fill(rest ? 1 : 0);
    markFold(marks, this.inOrder(order), { fold, of }, rest ? 0 : 1);
    return marks;
  }

  private inOrder(order: RowOrder): Int32Array {
    if (this.last?.order.key !== order.key || this.last.order.by !== order.by)
      this.last = { order, rows: this.orderedRows(order) };
    return this.last.rows;
  }

  private orderedRows({ by, key }: RowOrder): Int32Array {
    const { rows, keys, classes } = this.given;
    return by === "content" ? this.byContent(key) : inClasses(orderByKey(rows, key, keys), classes);
  }
}

function inClasses(order: Int32Array, classes: ArrayLike<number> | undefined): Int32Array {
  return classes ? classByClass(order, classes) : order;
}

export function orderedByContent(given: ChoosableRows, key: number): Int32Array {
  return inClasses(orderByContent(given, key), given.classes);
}

/** Rows that are equal in everything stay in the order of their keys. */
function orderByContent(given: ChoosableRows, key: number): Int32Array {
  const { first, second } = given.contents();
  const { rows, keys } = given;
  const hashes = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) hashes[row] = hash(hash(key, first[row]), second[row]);
  return hashOrder(
    hashes,
    (a, b) => first[a] - first[b] || second[a] - second[b] || (keys ? keys[a] - keys[b] : 0),
  );
}

function markFold(
  marks: Uint8Array,
  order: Int32Array,
  { fold, of }: Pick<FoldChoice, "fold" | "of">,
  mark: number,
): void {
  for (let i = fold; i < order.length; i += of) marks[order[i]] = mark;
}

function markEvenly(isIn: Uint8Array, order: Int32Array, wanted: number): void {
  const rows = order.length;
  for (let i = 0; i < rows; i++)
    if (Math.floor(((i + 1) * wanted) / rows) > Math.floor((i * wanted) / rows)) isIn[order[i]] = 1;
}

function placesWhere(marks: Uint8Array, mark: number): Int32Array {
  const places = new Int32Array(marks.length);
  let n = 0;
  for (let row = 0; row < marks.length; row++) {
    places[n] = row;
    if (marks[row] === mark) n++;
  }
  return places.subarray(0, n);
}
