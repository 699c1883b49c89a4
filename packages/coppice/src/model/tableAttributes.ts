import type { ColumnSchema } from "../table/schema.js";
import type { TreeModel } from "./tree.js";

type Prepared = Pick<TreeModel, "attributes" | "derived">;

/** The attributes that a table must have: those that are not derived. */
export function tableAttributes(model: Prepared): readonly ColumnSchema[] {
  const added = addedAttributes(model);
  return added.size === 0 ? model.attributes : model.attributes.filter((_, a) => !added.has(a));
}

/** The attributes that are derived from others: no table has them. */
export function addedAttributes({ derived = [] }: Prepared): Set<number> {
  const adds = derived.filter(({ kind }) => !REPLACING.has(kind));
  return new Set(adds.map(({ attribute }) => attribute));
}

/** These replace missing values of attributes that a table has. */
const REPLACING: ReadonlySet<string> = new Set(["fill", "predict", "eachValue"]);
