import { CoppiceError, show } from "../base/errors.js";
import {
  type CellValue,
  ColumnBuilder,
  type Declaration,
  FITS,
  type Fit,
  NOT_NUMBER,
  NOT_SAFE,
} from "../table/builder.js";
import { cellError } from "../table/cellError.js";
import { declarationsFor, firstDuplicate } from "../table/declare.js";
import { checkedReading, type GivenOptions } from "./checkReading.js";
import type { ReadResult } from "./options.js";
import { gatheredAs, momentsOf, resultOf } from "./result.js";

/** How a database stores a column: numbers, of which integers may be too large for a double; text; milliseconds since 1970. */
export type FeedStorage = "number" | "integer" | "text" | "date" | "date-time";

/** Cells of a column, of some rows. */
export type FeedCells =
  /** NaN where missing. */
  | { readonly kind: "numbers"; readonly values: Float64Array }
  /** The UTF-8 text of cell i is bytes[starts[i], ends[i]); starts[i] is -1 where it is missing. */
  | {
      readonly kind: "texts";
      readonly bytes: Uint8Array;
      readonly starts: Int32Array;
      readonly ends: Int32Array;
    };

/** Columns that come in batches of rows from somewhere else, such as a database. */
export interface Feed {
  /** What messages call it. */
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly stored: FeedStorage }[];
  /** The number of rows, where it is known in advance. */
  readonly rows?: number;
  batches(): AsyncIterable<{ readonly rows: number; readonly columns: readonly FeedCells[] }>;
  /** For messages: all digits of an integer, which is `rounded` as a double; the batches end with that. */
  digits?(column: number, row: number, rounded: number): Promise<string>;
}

/** Reads a feed into a table, by the rules of the other formats that distinguish numbers from text. */
export async function readFeed(feed: Feed, given: GivenOptions = {}): Promise<ReadResult> {
  const options = checkedReading(given);
  const names = feed.columns.map(({ name }) => name);
  const duplicate = firstDuplicate(names);
  if (duplicate !== undefined) {
    const message = `${feed.name}: duplicate column ${show(duplicate)}`;
    throw new CoppiceError("COLUMN_DUPLICATE", message, { name: duplicate });
  }
  const declarations = declarationsFor(names, options);
  const builders = feed.columns.map(({ name, stored }) => {
    const isText = stored === "text";
    const declaration: Declaration = declarations.get(name) ?? { type: isText ? "nominal" : "numeric" };
    const builder = new ColumnBuilder(
      name,
      isText ? gatheredAs(declaration) : declaration,
      options.missing,
      options.store?.column(name),
    );
    builder.expected = feed.rows ?? 0;
    return builder;
  });
  let done = 0;
  const checkAborted = () => {
    if (!options.signal?.aborted) return;
    throw new CoppiceError("ABORTED", `reading ${feed.name} was stopped`, { name: feed.name });
  };
  for await (const batch of feed.batches()) {
    checkAborted();
    await checkIntegers(feed, batch.columns, builders, done);
    builders.forEach((builder, c) => {
      addCells(feed, builder, batch.columns[c], feed.columns[c].stored, done);
    });
    if (options.store) for (const builder of builders) builder.spill();
    done += batch.rows;
    options.onProgress?.(done, feed.rows);
  }
  checkAborted();
  const moments = new Map(feed.columns.flatMap(({ name, stored }) => momentsOf(name, stored)));
  const columns = builders.map((builder) => builder.finish());
  return resultOf({ file: feed.name, columns, declarations, moments, typed: true }, options);
}

/** Integers that a double may not hold are refused by the digits that they have where they come from. */
async function checkIntegers(
  feed: Feed,
  columns: readonly FeedCells[],
  builders: readonly ColumnBuilder[],
  before: number,
): Promise<void> {
  for (const [c, cells] of columns.entries()) {
    if (cells.kind !== "numbers" || feed.columns[c].stored !== "integer") continue;
    const i = firstBeyond(cells.values, Number.MAX_SAFE_INTEGER);
    if (i < 0) continue;
    const rounded = cells.values[i];
    const text = (await feed.digits?.(c, before + i, rounded)) ?? String(rounded);
    throw cellError(NOT_SAFE, builders[c], text, { file: feed.name, row: before + i + 1 }, "DATABASE");
  }
}

function addCells(
  feed: Feed,
  builder: ColumnBuilder,
  cells: FeedCells,
  stored: FeedStorage,
  before: number,
): void {
  const check = (fit: Fit, i: number, cell: CellValue) => {
    if (fit === FITS) return;
    throw cellError(fit, builder, String(cell), { file: feed.name, row: before + i + 1 }, "DATABASE");
  };
  if (cells.kind === "numbers") {
    const { values } = cells;
    const i = stored === "integer" ? -1 : firstBeyond(values, Number.MAX_VALUE);
    if (i >= 0) check(NOT_NUMBER, i, values[i]);
    if (builder.takesNumbers) builder.addNumbers(values);
    else for (let row = 0; row < values.length; row++) check(builder.addValue(values[row]), row, values[row]);
    return;
  }
  const { bytes, starts, ends } = cells;
  for (let row = 0; row < starts.length; row++) {
    if (starts[row] < 0) builder.addMissing();
    else {
      const fit = builder.add(bytes, starts[row], ends[row]);
      if (fit !== FITS) check(fit, row, new TextDecoder().decode(bytes.subarray(starts[row], ends[row])));
    }
  }
}

/** The first value that is greater than `most`, or less than its negative; -1 if there is none. */
function firstBeyond(values: Float64Array, most: number): number {
  for (let i = 0; i < values.length; i++) if (values[i] > most || values[i] < -most) return i;
  return -1;
}
