import type { Dialect } from "./dialect.js";

/** What a statement reads: a table or view by the parts of its name, or a user's own query. */
export type Relation = { readonly table: readonly string[] } | { readonly query: string };

/** The relation as it stands after FROM, with an alias. */
export function fromRelation(relation: Relation, dialect: Dialect, alias: string): string {
  const named =
    "table" in relation ? relation.table.map(dialect.identifier).join(".") : inBrackets(relation.query);
  return `${named} AS ${dialect.identifier(alias)}`;
}

/** On lines of its own, so that a comment at its end hides nothing; without the semicolon that ends it. */
function inBrackets(query: string): string {
  return `(\n${query.replace(/[\s;]+$/, "")}\n)`;
}
