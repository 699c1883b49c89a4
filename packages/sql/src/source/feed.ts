import { CoppiceError } from "coppice";
import type { Batch, Connection } from "../connection/connection.js";
import { allRows } from "../connection/results.js";
import type { Dialect, Storage } from "../dialect/dialect.js";
import { fromRelation, type Relation } from "../dialect/relation.js";

/** The columns of a relation, in batches of rows: what the library reads a table from. */
export interface Feed {
  readonly name: string;
  readonly columns: readonly StoredColumn[];
  readonly rows?: number;
  batches(): AsyncIterable<Batch>;
  /** All digits of an integer that is `rounded` as a double. */
  digits(column: number, row: number, rounded: number): Promise<string>;
  close(): Promise<void>;
}

export interface StoredColumn {
  readonly name: string;
  readonly stored: Storage;
  /** Its numbers come as they are, and become doubles here. */
  readonly isNarrow?: boolean;
}

const ALIAS = "t";

/** The columns of a relation, of types that can be learned from. Others are an error if they are needed. */
export async function storedColumns(
  connection: Connection,
  relation: Relation,
  source: string,
  isNeeded: (name: string) => boolean = () => true,
): Promise<StoredColumn[]> {
  const { dialect } = connection;
  const columns = await connection.columnsOf(`SELECT * FROM ${fromRelation(relation, dialect, ALIAS)}`);
  return columns.flatMap(({ name, type }) => {
    const stored = dialect.storageOf(type);
    if (stored !== undefined) return [{ name, stored, ...(dialect.isNarrow?.(type) && { isNarrow: true }) }];
    if (!isNeeded(name)) return [];
    const message = `${source}: the column ${JSON.stringify(name)} has the unsupported type ${type}`;
    throw new CoppiceError("COLUMN_TYPE", message, { name, value: type });
  });
}

/** A column as a result has it: a number, or text. */
function readAs(expression: string, { stored, isNarrow }: StoredColumn, dialect: Dialect): string {
  if (isNarrow) return expression;
  // Times of day are interpreted as those of a file are.
  if (stored === "text" || stored === "time") return dialect.asText(expression);
  return stored === "date" || stored === "date-time"
    ? dialect.milliseconds(expression)
    : dialect.asDouble(expression);
}

interface FeedOptions {
  readonly name: string;
  readonly rows?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Columns that are not read. */
  readonly without?: readonly string[] | undefined;
}

async function columnsBut(
  connection: Connection,
  relation: Relation,
  source: string,
  without: readonly string[],
): Promise<StoredColumn[]> {
  const left = new Set(without);
  // Of types that cannot be read, too: these are asked about.
  const all = new Set<string>();
  const isRead = (name: string) => {
    all.add(name);
    return !left.has(name);
  };
  const found = await storedColumns(connection, relation, source, isRead);
  const read = found.filter(({ name }) => isRead(name));
  const unknown = without.find((name) => !all.has(name));
  if (unknown === undefined) return read;
  const message = `${source} has no column ${JSON.stringify(unknown)}`;
  throw new CoppiceError("COLUMN_UNKNOWN", message, { name: unknown, value: [...all].slice(0, 50) });
}

/** A feed of all rows of a relation, in its order. */
export async function feedOf(
  connection: Connection,
  relation: Relation,
  { name, rows, signal, without = [] }: FeedOptions,
): Promise<Feed> {
  const { dialect } = connection;
  const columns = await columnsBut(connection, relation, name, without);
  const cells = columns.map((column) =>
    readAs(`${dialect.identifier(ALIAS)}.${dialect.identifier(column.name)}`, column, dialect),
  );
  const named = cells.map((cell, i) => `${cell} AS ${dialect.identifier(`c${i}`)}`);
  const query = `SELECT ${named.join(", ")} FROM ${fromRelation(relation, dialect, ALIAS)}`;
  const stop = () => connection.interrupt();
  signal?.addEventListener("abort", stop);
  return {
    name,
    columns,
    ...(rows !== undefined && { rows }),
    batches: () => connection.stream(query),
    digits: (column, row, rounded) =>
      digitsOf(connection, relation, columns[column].name, row, rounded).catch(() => String(rounded)),
    async close() {
      signal?.removeEventListener("abort", stop);
      await connection.close();
    },
  };
}

/** Of engines without an order of rows, another row may come: then the number is as it was read. */
async function digitsOf(
  connection: Connection,
  relation: Relation,
  name: string,
  row: number,
  rounded: number,
): Promise<string> {
  const { dialect } = connection;
  const cell = dialect.asText(`${dialect.identifier(ALIAS)}.${dialect.identifier(name)}`);
  const query = `SELECT ${cell} AS c0 FROM ${fromRelation(relation, dialect, ALIAS)} LIMIT 1 OFFSET ${row}`;
  const [text] = (await allRows(connection, query)).texts(0);
  return text !== null && text !== undefined && Number(text) === rounded ? text : String(rounded);
}
