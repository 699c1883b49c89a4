import type { Tally } from "coppice/engine";
import { emptyTally, type Grouping, type Tallied } from "./grouping.js";

/** Sums of attributes of many codes, of which few occur at a node: the rows of the statement, sorted by node and code. */
export function sortedTallies({ entries, asked, columns, count }: Tallied, { statistic, width }: Grouping) {
  const [attributes, nodes, codes, ...rest] = columns;
  const isMoments = statistic === "moments";
  const groups = groupsOf(asked);
  const groupOf = (attribute: number, node: number) => groups.get(attribute)?.get(node);
  const { starts, order } = byGroup(count, (i) => groupOf(attributes[i], nodes[i]), codes);

  return (node: number, attribute: number, wanted: number): Tally => {
    const group = groupOf(attribute, node);
    const [from, to] =
      group === undefined || group + 1 >= starts.length ? [0, 0] : [starts[group], starts[group + 1]];
    if (from === to) return emptyTally(attribute, wanted);
    const most = entries.rows.attributes[attribute].codes;
    const found = new Int32Array(to - from);
    const sums = new Float64Array((to - from) * width);
    let n = -1;
    for (let at = from; at < to; at++) {
      const i = order[at];
      if (n < 0 || found[n] !== codes[i]) found[++n] = codes[i];
      if (isMoments) for (let k = 0; k < 3; k++) sums[n * width + k] += rest[k][i];
      else sums[n * width + rest[0][i]] += rest[1][i];
    }
    return packed(attribute, found.subarray(0, n + 1), sums, { most, width, wanted, isMoments });
  };
}

interface Shape {
  readonly most: number;
  readonly width: number;
  readonly wanted: number;
  readonly isMoments: boolean;
}

/** The codes with positive weight; the one after all others is that of missing values. */
function packed(attribute: number, found: Int32Array, sums: Float64Array, shape: Shape): Tally {
  const { most, width, wanted, isMoments } = shape;
  const codes = new Int32Array(found.length);
  const cells = new Float64Array(found.length * wanted);
  let missing = new Float64Array(wanted);
  let n = 0;
  for (let i = 0; i < found.length; i++) {
    const from = i * width;
    if (found[i] === most) {
      missing = sums.slice(from, from + wanted);
      continue;
    }
    let weight = sums[from];
    if (!isMoments) for (let k = 1; k < width; k++) weight += sums[from + k];
    if (!(weight > 0)) continue;
    codes[n] = found[i];
    for (let k = 0; k < wanted; k++) cells[n * wanted + k] = sums[from + k];
    n++;
  }
  return { attribute, codes: codes.slice(0, n), cells: cells.slice(0, n * wanted), missing };
}

/** By attribute and node that was asked for, a number from 0 on. */
function groupsOf(asked: Tallied["asked"]): Map<number, Map<number, number>> {
  let next = 0;
  return new Map(
    [...asked].map(
      ([attribute, nodes]) => [attribute, new Map(nodes.map((node) => [node, next++]))] as const,
    ),
  );
}

/** The rows of each group, those of one by their codes: rows `order[starts[g]]` to `order[starts[g + 1] - 1]`. */
function byGroup(count: number, groupOf: (row: number) => number | undefined, codes: Float64Array) {
  const group = new Int32Array(count);
  let groups = 0;
  for (let i = 0; i < count; i++) {
    group[i] = groupOf(i) ?? -1;
    groups = Math.max(groups, group[i] + 1);
  }
  const starts = new Int32Array(groups + 1);
  for (let i = 0; i < count; i++) if (group[i] >= 0) starts[group[i] + 1]++;
  for (let g = 0; g < groups; g++) starts[g + 1] += starts[g];
  const next = starts.slice();
  // Code and row in one number: both are below 2^26.
  const keys = new Float64Array(starts[groups]);
  for (let i = 0; i < count; i++) if (group[i] >= 0) keys[next[group[i]]++] = codes[i] * count + i;
  const order = new Int32Array(keys.length);
  for (let g = 0; g < groups; g++) {
    keys.subarray(starts[g], starts[g + 1]).sort();
    for (let at = starts[g]; at < starts[g + 1]; at++) order[at] = keys[at] % count;
  }
  return { starts, order };
}
