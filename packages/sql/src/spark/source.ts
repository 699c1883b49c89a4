import { CoppiceError } from "coppice";
import { type Address, eitherQueryOrTable } from "../source/address.js";
import type { Opened } from "../source/opened.js";
import { SparkConnection } from "./connection.js";

/** A table or a view of Spark's catalogue, or a query. */
export async function openSpark(
  { place, table }: Address,
  { query }: { readonly query?: string | undefined } = {},
): Promise<Opened<SparkConnection>> {
  eitherQueryOrTable(query, table);
  const relation = query === undefined ? table && { table } : { query };
  if (relation === undefined) {
    const rule = "a table after #, or a query given by --from";
    throw new CoppiceError("USAGE", `spark: needs ${rule}`, { name: "address", rule });
  }
  return { connection: await SparkConnection.open(place), relation };
}
