import { CoppiceError } from "coppice";
import { allRows } from "../connection/results.js";
import { duckdb } from "../dialect/duckdb.js";
import { withoutSecrets } from "../source/address.js";
import type { DuckDbConnection } from "./connection.js";

type Name = readonly string[];

/** The tables of the database that is attached, by the parts of their names; those of the usual schema have one part. */
async function tablesOf(connection: DuckDbConnection, order = "2, 1"): Promise<Name[]> {
  const schema = "CASE WHEN table_schema = current_schema() THEN '' ELSE table_schema END";
  const query = `SELECT table_name, ${schema} FROM information_schema.tables WHERE table_catalog = current_catalog() ORDER BY ${order}`;
  const found = await allRows(connection, query);
  const [tables, schemas] = [found.texts(0), found.texts(1)];
  return tables.map((table, i) => [...(schemas[i] ? [schemas[i]] : []), table!]);
}

const MOST_NAMES = 20;

function listed(names: readonly Name[]): string {
  if (names.length === 0) return "it has none";
  const shown = names.slice(0, MOST_NAMES).map((name) => name.join("."));
  return `it has ${shown.join(", ")}${names.length > MOST_NAMES ? `, … (${names.length} in all)` : ""}`;
}

/** The table of a database that has only one. */
export async function onlyTable(connection: DuckDbConnection, place: string): Promise<Name> {
  const names = place === "" ? [] : await tablesOf(connection);
  if (names.length === 1) return names[0];
  const message =
    place === ""
      ? "duckdb: needs a file, or a query given by --from"
      : `name a table of ${withoutSecrets(place)} after #: ${listed(names)}`;
  throw new CoppiceError("USAGE", message, {
    name: "address",
    rule: "a table",
    value: names.map((name) => name.join(".")),
  });
}

/** A name that no table has: says which there are, the nearest first. DuckDB itself proposes those of its own catalogue. */
export async function noTable(
  connection: DuckDbConnection,
  place: string,
  table: Name,
  error: unknown,
): Promise<never> {
  if (!(error instanceof CoppiceError) || !/with name .* does not exist/s.test(error.message)) throw error;
  const distance = `levenshtein(lower(table_name), lower(${duckdb.text(table[table.length - 1])}))`;
  const names = place === "" ? [] : await tablesOf(connection, `${distance}, 2, 1`);
  const where = place === "" ? "duckdb: without a file" : withoutSecrets(place);
  const name = table.join(".");
  const message = `${where} has no table ${JSON.stringify(name)}: ${listed(names)}`;
  throw new CoppiceError("DATABASE", message, { name, rule: "a table", value: listed(names) });
}
