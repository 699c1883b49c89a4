import type { Connection } from "../connection/connection.js";
import type { Relation } from "../dialect/relation.js";

/** What an address names, open. */
export interface Opened<C extends Connection = Connection> {
  readonly connection: C;
  readonly relation: Relation;
  /** The number of rows, where it costs nothing to know. */
  readonly rows?: number | undefined;
}
