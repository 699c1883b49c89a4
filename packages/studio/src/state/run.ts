import type { Recipe, Score } from "../work/protocol.js";

/** A model that was learned: the recipe, from which it can be learned again to the bit, and how good it was. */
export interface Run {
  /** The same recipe for the same table is the same run. */
  readonly id: string;
  /** The table: name, size and how it was read. */
  readonly source: string;
  readonly recipe: Recipe;
  readonly kind: "tree" | "ensemble" | "rules";
  readonly size: Readonly<Record<string, number>>;
  readonly train?: Score | undefined;
  readonly validation?: Score | undefined;
  /** How long it took to learn. */
  readonly seconds?: number | undefined;
  /** When it was first learned, in milliseconds. */
  readonly at: number;
}

/** Equal for recipes that give the same model: options in one order; folds only judge it. */
export function recipeKey({ target, ignore, use, learner, seed, options, judge }: Recipe): string {
  const sorted = Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1));
  const held = judge?.kind === "holdOut" ? judge : undefined;
  return JSON.stringify([target, [...ignore].sort(), [...use].sort(), learner, seed, sorted, held]);
}
