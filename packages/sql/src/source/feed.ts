import { CoppiceError } from "coppice";
import type { Batch, Connection } from "../connection/connection.js";
import type { Dialect, Storage } from "../dialect/dialect.js";
import { fromRelation, type Relation } from "../dialect/relation.js";

/** The columns of a relation, in batches of rows: what the library reads a table from. */
export interface Feed {
  readonly name: string;
  readonly columns: readonly StoredColumn[];
  readonly rows?: number;
  batches(): AsyncIterable<Batch>;
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

/** A feed of all rows of a relation, in its order. */
export async function feedOf(
  connection: Connection,
  relation: Relation,
  { name, rows, signal }: { name: string; rows?: number | undefined; signal?: AbortSignal | undefined },
): Promise<Feed> {
  const { dialect } = connection;
  const columns = await storedColumns(connection, relation, name);
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
    async close() {
      signal?.removeEventListener("abort", stop);
      await connection.close();
    },
  };
}
