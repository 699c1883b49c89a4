import type { Statistic, Tally } from "coppice/engine";
import type { Entries } from "./entries.js";
import type { Grouping, Tallied } from "./grouping.js";
import { ranksOf } from "./summaries.js";

/** The sums of one code of an attribute at a node. */
type Cell = { readonly sums: Float64Array; readonly byTarget: Map<number, number> };

/** By node and attribute, the cells by code. */
type Cells = Map<number, Map<number, Map<number, Cell>>>;

/** Sums in maps, for attributes of very many codes, and for weights by target. */
export function sparseTallies({ entries, columns, count }: Tallied, { statistic, width }: Grouping) {
  const cells: Cells = new Map();
  for (let i = 0; i < count; i++) {
    const [attribute, node, code] = [columns[0][i], columns[1][i], columns[2][i]];
    const atNode = got(cells, node, () => new Map());
    const ofAttribute = got(atNode, attribute, () => new Map<number, Cell>());
    const cell = got(ofAttribute, code, () => ({ sums: new Float64Array(width), byTarget: new Map() }));
    addSums(cell, columns, i, statistic);
  }
  return (node: number, attribute: number, wanted: number): Tally =>
    tallyOf(entries, cells.get(node)?.get(attribute), attribute, wanted, statistic);
}

function got<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

function addSums(
  { sums, byTarget }: Cell,
  columns: readonly Float64Array[],
  i: number,
  statistic: Statistic,
): void {
  if (statistic === "moments") {
    for (let k = 0; k < 3; k++) sums[k] += columns[3 + k][i];
    return;
  }
  const [t, weight] = [columns[3][i], columns[4][i]];
  if (statistic === "classes") sums[t] += weight;
  else byTarget.set(t, (byTarget.get(t) ?? 0) + weight);
}

function weightOf({ sums, byTarget }: Cell, statistic: Statistic): number {
  if (statistic === "moments") return sums[0];
  let weight = 0;
  for (const part of statistic === "classes" ? sums : byTarget.values()) weight += part;
  return weight;
}

function tallyOf(
  entries: Entries,
  cells: ReadonlyMap<number, Cell> | undefined,
  attribute: number,
  width: number,
  statistic: Statistic,
): Tally {
  const missing = entries.rows.attributes[attribute].codes;
  const present = [...(cells ?? [])]
    .filter(([code, cell]) => code !== missing && weightOf(cell, statistic) > 0)
    .sort(([a], [b]) => a - b);
  const nothing: Cell = { sums: new Float64Array(width), byTarget: new Map() };
  const gap = cells?.get(missing) ?? nothing;
  const sums = new Float64Array(present.length * width);
  present.forEach(([, cell], i) => {
    sums.set(cell.sums.subarray(0, width), i * width);
  });
  return {
    attribute,
    codes: Int32Array.from(present, ([code]) => code),
    cells: sums,
    missing: gap.sums.slice(0, width),
    ...(statistic === "ranks" && { pairs: pairsOf([...present.map(([, cell]) => cell), gap], entries) }),
  };
}

function pairsOf(cells: readonly Cell[], entries: Entries): NonNullable<Tally["pairs"]> {
  const lists = cells.map(({ byTarget }) => ranksOf(byTarget, entries));
  const starts = new Int32Array(lists.length);
  for (let i = 1; i < lists.length; i++) starts[i] = starts[i - 1] + lists[i - 1].ranks.length;
  return {
    ranks: Int32Array.from(lists.flatMap(({ ranks }) => [...ranks])),
    weights: Float64Array.from(lists.flatMap(({ weights }) => [...weights])),
    starts,
  };
}
