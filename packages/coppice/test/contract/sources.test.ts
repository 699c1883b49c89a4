import * as arrow from "apache-arrow";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, it } from "vitest";
import { bytesOf } from "../../src/source/bytes.js";
import { type FeedCells, readFeed } from "../../src/source/feed.js";
import { type Format, readFormat } from "../../src/source/read.js";
import { tableFrom } from "../../src/source/tableFrom.js";
import type { Column } from "../../src/table/column.js";
import { makeTable, type Table } from "../../src/table/table.js";
import { sourceContract, type ThroughSource } from "../../src/testing/contract/source.js";
import { recordsOf } from "../kit/rows.js";

const isNumeric = ({ type }: Column) => type === "numeric";

const typesOf = ({ columns }: Table) => Object.fromEntries(columns.map(({ name, type }) => [name, type]));

async function readAs(format: Format, content: string | Uint8Array, table: Table): Promise<Table> {
  return (await readFormat(format, bytesOf(`t.${format}`, content), { types: typesOf(table) })).table;
}

const namesOf = ({ columns }: Table) => columns.map(({ name }) => name);

function lines(table: Table, between: string): string {
  const quoted = (cell: unknown) => (cell === null ? "" : `"${String(cell).replaceAll('"', '""')}"`);
  const rows = [namesOf(table), ...recordsOf(table).map((record) => Object.values(record))];
  return rows.map((row) => `${row.map(quoted).join(between)}\n`).join("");
}

/** Numbers and texts; null where a value is missing. */
const cellsOf = (column: Column) => recordsOf(makeTable([column])).map((record) => record[column.name]);

function parquetOf({ columns }: Table): Uint8Array {
  const columnData = columns.map((column) => ({
    name: column.name,
    data: cellsOf(column),
    type: isNumeric(column) ? ("DOUBLE" as const) : ("STRING" as const),
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

function arrowOf({ columns }: Table): Uint8Array {
  const vectors = columns.map((column) => {
    const type = isNumeric(column) ? new arrow.Float64() : new arrow.Utf8();
    return [column.name, arrow.vectorFromArray(cellsOf(column), type)] as const;
  });
  const fields = vectors.map(([name, vector]) => new arrow.Field(name, vector.type, true));
  const schema = new arrow.Schema(fields);
  const data = arrow.makeData({
    type: new arrow.Struct(fields),
    length: vectors[0][1].length,
    nullCount: 0,
    children: vectors.map(([, vector]) => vector.data[0]),
  });
  return arrow.tableToIPC(new arrow.Table(schema, [new arrow.RecordBatch(schema, data)]), "file");
}

const BATCH = 700;

function fed(column: Column, from: number, to: number): FeedCells {
  if (column.type === "numeric") return { kind: "numbers", values: column.values.slice(from, to) };
  const texts = cellsOf(column).slice(from, to) as (string | null)[];
  const pieces = texts.map((text) => new TextEncoder().encode(text ?? ""));
  const bytes = new Uint8Array(Buffer.concat(pieces));
  const ends = new Int32Array(pieces.length);
  pieces.forEach(({ length }, i) => {
    ends[i] = (i > 0 ? ends[i - 1] : 0) + length;
  });
  const starts = ends.map((end, i) => (texts[i] === null ? -1 : end - pieces[i].length));
  return { kind: "texts", bytes, starts, ends };
}

async function throughFeed({ columns, rows }: Table): Promise<Table> {
  async function* batches() {
    for (let from = 0; from < rows; from += BATCH) {
      const to = Math.min(rows, from + BATCH);
      yield { rows: to - from, columns: columns.map((column) => fed(column, from, to)) };
    }
  }
  const stored = columns.map((column) => ({
    name: column.name,
    stored: isNumeric(column) ? ("number" as const) : ("text" as const),
  }));
  return (await readFeed({ name: "a feed", columns: stored, batches })).table;
}

/** Every format that is written here, and what a program has at hand. */
const sources: Record<string, ThroughSource> = {
  csv: (table) => readAs("csv", lines(table, ","), table),
  tsv: (table) => readAs("tsv", lines(table, "\t"), table),
  json: (table) => readAs("json", JSON.stringify(recordsOf(table)), table),
  parquet: (table) => readAs("parquet", parquetOf(table), table),
  arrow: (table) => readAs("arrow", arrowOf(table), table),
  "rows as objects": (table) => tableFrom(recordsOf(table), { types: typesOf(table) }),
  "a feed": throughFeed,
};

describe.each(Object.entries(sources))("%s", (_, through) => {
  for (const { name, run } of sourceContract(through)) it(name, run);
});
