import { hash } from "../base/chance.js";
import { classByClass, hashOrder } from "../base/hashOrder.js";
import { orderByKey } from "../base/randomOrder.js";
import { type Bag, type BagRows, bagCounts } from "./bag.js";
import type { ContentKeys } from "./contentKeys.js";

/** Some rows of a handle, as data, so that an engine can choose them where they are. */
export type RowChoice =
  /** Those at these places, ascending. Only for handles whose rows have places. */
  | { readonly places: ArrayLike<number> }
  /** Of all rows in an order, each `of`-th from number `fold` on; with `rest`, all others. */
  | { readonly fold: number; readonly of: number; readonly order: RowOrder; readonly rest?: boolean }
  /** So many rows, evenly spread over an order; with `rest`, all others. */
  | { readonly wanted: number; readonly order: RowOrder; readonly rest?: boolean }
  /** The rows that count in a bag, as often as they do. */
  | { readonly bag: Bag }
  /** The rows that do not. */
  | { readonly outOfBag: Bag };

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

  constructor(private readonly given: ChoosableRows) {}

  counts(bag: Bag): Uint8Array {
    return bagCounts(bag, this.given);
  }

  /** The places of the rows, ascending. */
  places(choice: Exclude<RowChoice, { readonly bag: Bag }>): ArrayLike<number> {
    if ("places" in choice) return choice.places;
    const { rows } = this.given;
    if ("outOfBag" in choice) return placesWhere(this.counts(choice.outOfBag), 0);
    const isIn = new Uint8Array(rows);
    const order = this.inOrder(choice.order);
    if ("fold" in choice) for (let i = choice.fold; i < rows; i += choice.of) isIn[order[i]] = 1;
    else markEvenly(isIn, order, choice.wanted);
    return placesWhere(isIn, choice.rest ? 0 : 1);
  }

  private inOrder(order: RowOrder): Int32Array {
    if (this.last?.order.key !== order.key || this.last.order.by !== order.by)
      this.last = { order, rows: orderedRows(this.given, order) };
    return this.last.rows;
  }
}

function orderedRows(given: ChoosableRows, { by, key }: RowOrder): Int32Array {
  const order = by === "key" ? orderByKey(given.rows, key, given.keys) : orderByContent(given, key);
  return given.classes ? classByClass(order, given.classes) : order;
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
