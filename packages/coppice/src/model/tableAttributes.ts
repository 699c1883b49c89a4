import type { ColumnSchema } from "../table/schema.js";
import type { TreeModel } from "./tree.js";

type Prepared = Pick<TreeModel, "attributes" | "preparation">;

/** The attributes that a table must have: those that the preparation does not add. */
export function tableAttributes(model: Prepared): readonly ColumnSchema[] {
  const added = addedAttributes(model);
  return added.size === 0 ? model.attributes : model.attributes.filter((_, a) => !added.has(a));
}

/** The attributes that the preparation adds: no table has them. */
export function addedAttributes({ preparation = [] }: Prepared): Set<number> {
  const adds = preparation.filter(({ kind }) => kind === "indicator" || kind === "combination");
  return new Set(adds.map(({ attribute }) => attribute));
}
