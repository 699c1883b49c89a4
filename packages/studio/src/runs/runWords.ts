import { brief, percent, plural, shown } from "../base/text.js";
import type { Run } from "../state/run.js";
import type { Recipe, Score } from "../work/protocol.js";

/** What is particular about a recipe: `maxDepth 3, without Island, 30% held out`. */
export function recipeWords({ options, ignore, use, judge }: Recipe): string {
  const given = Object.entries(options).map(
    ([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const left = ignore.map((name) => `without ${shown(name, 40)}`);
  const added = use.map((name) => `with ${shown(name, 40)}`);
  const held = judge?.kind === "holdOut" ? [`${percent(judge.validation + judge.test)} held out`] : [];
  return shown([...given, ...left, ...added, ...held].join(", "), 160);
}

export function scoreWords({ kind, main }: Score): string {
  return kind === "classification" ? percent(main, 1) : main.toFixed(3);
}

/** `5 leaves`, `30 trees`, `4 rules`. */
export function sizeWords({ kind, size }: Pick<Run, "kind" | "size">): string {
  if (kind === "rules") return plural(size.rules ?? 0, "rule");
  if (kind === "ensemble") return plural(size.trees ?? 0, "tree");
  return plural(size.leaves ?? 0, "leaf", "leaves");
}

/** Leaves of all trees, or rules with the default. */
export const leavesOf = ({ kind, size }: Pick<Run, "kind" | "size">): number =>
  kind === "rules" ? (size.rules ?? 0) + 1 : (size.leaves ?? 0);

export const secondsWords = (seconds: number): string =>
  seconds < 1 ? `${Math.max(1, Math.round(seconds * 1000))} ms` : `${brief(seconds)} s`;

/** `0.03`, `<0.001`. */
export function pWords(p: number | undefined): string {
  if (p === undefined || Number.isNaN(p)) return "–";
  return p < 0.001 ? "<0.001" : p.toFixed(3);
}
