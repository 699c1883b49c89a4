import type { Tally } from "coppice/engine";
import type { Entries } from "./entries.js";
import type { Grouping, Tallied } from "./grouping.js";
import { ranksOf } from "./summaries.js";

/** By node and attribute, by code, the weights by target. */
type Cells = Map<number, Map<number, Map<number, Map<number, number>>>>;

/** Weights by target, for each code. */
export function rankTallies({ entries, columns, count }: Tallied, { width }: Grouping) {
  const cells: Cells = new Map();
  for (let i = 0; i < count; i++) {
    const [attribute, node, code, t, weight] = columns.map((column) => column[i]);
    const atNode = got(cells, node, () => new Map());
    const ofAttribute = got(atNode, attribute, () => new Map<number, Map<number, number>>());
    const byTarget = got(ofAttribute, code, () => new Map<number, number>());
    byTarget.set(t, (byTarget.get(t) ?? 0) + weight);
  }
  return (node: number, attribute: number): Tally =>
    tallyOf(entries, cells.get(node)?.get(attribute), attribute, width);
}

function got<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

function weightOf(byTarget: ReadonlyMap<number, number>): number {
  let weight = 0;
  for (const part of byTarget.values()) weight += part;
  return weight;
}

function tallyOf(
  entries: Entries,
  cells: ReadonlyMap<number, ReadonlyMap<number, number>> | undefined,
  attribute: number,
  width: number,
): Tally {
  const missing = entries.rows.attributes[attribute].codes;
  const present = [...(cells ?? [])]
    .filter(([code, byTarget]) => code !== missing && weightOf(byTarget) > 0)
    .sort(([a], [b]) => a - b);
  const gap = cells?.get(missing) ?? new Map<number, number>();
  return {
    attribute,
    codes: Int32Array.from(present, ([code]) => code),
    cells: new Float64Array(0),
    missing: new Float64Array(width),
    pairs: pairsOf([...present.map(([, byTarget]) => byTarget), gap], entries),
  };
}

function pairsOf(
  cells: readonly ReadonlyMap<number, number>[],
  entries: Entries,
): NonNullable<Tally["pairs"]> {
  const lists = cells.map((byTarget) => ranksOf(byTarget, entries));
  const starts = new Int32Array(lists.length);
  for (let i = 1; i < lists.length; i++) starts[i] = starts[i - 1] + lists[i - 1].ranks.length;
  return {
    ranks: Int32Array.from(lists.flatMap(({ ranks }) => [...ranks])),
    weights: Float64Array.from(lists.flatMap(({ weights }) => [...weights])),
    starts,
  };
}
