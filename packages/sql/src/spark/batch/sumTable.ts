import type { RankWeights, Tally } from "coppice/engine";

/** Sums by a key, in several columns; those of several partitions are added. */
export class SumTable {
  private columns: Float64Array[] = [];
  private readonly sparse = new Map<number, number[]>();
  private readonly isDense: boolean;
  private readonly order: number[] = [];

  constructor(
    private readonly size: number,
    /** Limits are the least and the greatest, not sums. */
    private readonly kind: "sums" | "limits",
  ) {
    this.isDense = size <= MOST_DENSE;
  }

  /** `sums` are column after column, each in the order of the keys; without keys, of all of them. */
  add(keys: Float64Array | undefined, sums: Float64Array): void {
    if (keys === undefined) {
      this.addAll(sums);
      return;
    }
    if (keys.length === 0) return;
    const width = sums.length / keys.length;
    if (this.isDense) {
      while (this.columns.length < width) this.columns.push(this.empty(this.columns.length));
      for (let c = 0; c < width; c++) this.addTo(this.columns[c], c, keys, sums);
      return;
    }
    for (let i = 0; i < keys.length; i++) {
      const found = this.sparse.get(keys[i]);
      if (found) for (let c = 0; c < width; c++) found[c] += sums[c * keys.length + i];
      else
        this.sparse.set(
          keys[i],
          Array.from({ length: width }, (_, c) => sums[c * keys.length + i]),
        );
    }
    this.order.length = 0;
  }

  private addAll(sums: Float64Array): void {
    const { size } = this;
    if (!this.isDense) {
      const all = Float64Array.from({ length: size }, (_, key) => key);
      this.add(all, sums);
      return;
    }
    for (let c = 0; c < sums.length / size; c++) {
      if (this.columns.length <= c) this.columns.push(this.empty(c));
      const total = this.columns[c];
      if (this.kind === "sums") for (let key = 0; key < size; key++) total[key] += sums[c * size + key];
      else {
        const limit = c === 0 ? Math.min : Math.max;
        for (let key = 0; key < size; key++) total[key] = limit(total[key], sums[c * size + key]);
      }
    }
  }

  /** The sums of the keys of [from, to). */
  range(column: number, from: number, to: number): Float64Array {
    const dense = this.columns[column];
    if (this.isDense) return dense ? dense.slice(from, to) : new Float64Array(to - from);
    return Float64Array.from({ length: to - from }, (_, i) => this.at(from + i, column));
  }

  /** By column the sums of all keys, if they are kept so. */
  get dense(): readonly Float64Array[] | undefined {
    return this.isDense && this.columns.length > 0 ? this.columns : undefined;
  }

  private empty(column: number): Float64Array {
    if (this.kind === "sums") return new Float64Array(this.size);
    return new Float64Array(this.size).fill(
      column === 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY,
    );
  }

  private addTo(total: Float64Array, column: number, keys: Float64Array, sums: Float64Array): void {
    const at = column * keys.length;
    if (this.kind === "sums") for (let i = 0; i < keys.length; i++) total[keys[i]] += sums[at + i];
    else {
      const limit = column === 0 ? Math.min : Math.max;
      for (let i = 0; i < keys.length; i++) total[keys[i]] = limit(total[keys[i]], sums[at + i]);
    }
  }

  at(key: number, column: number): number {
    return (this.isDense ? this.columns[column]?.[key] : this.sparse.get(key)?.[column]) ?? 0;
  }

  /** The keys of [from, to) that occur, ascending. */
  keysIn(from: number, to: number): number[] {
    if (this.isDense) {
      const keys: number[] = [];
      for (let key = from; key < to; key++)
        if (this.columns.some((column) => column[key] !== 0)) keys.push(key);
      return keys;
    }
    if (this.order.length === 0) this.order.push(...[...this.sparse.keys()].sort((a, b) => a - b));
    return this.order.slice(this.firstAtLeast(from), this.firstAtLeast(to));
  }

  private firstAtLeast(key: number): number {
    let [low, high] = [0, this.order.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.order[middle] < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const MOST_DENSE = 1 << 22;

/** Where the sums of a node are: keys are (slot · groups + group) · (codes + 1) + code; the last code is that of gaps. */
export interface Layout {
  readonly slot: number;
  readonly groups: number;
  readonly codes: number;
  /** What each column is in units of. One column: a group is a column of the tally; several: there are no groups. */
  readonly scales: readonly number[];
}

/** The tally of an attribute at a node. `width`: of its cells, or `ranks` if groups are ranks of the target. */
export function tallyAt(
  attribute: number,
  table: SumTable | undefined,
  layout: Layout,
  width: number | "ranks",
): Tally {
  const columns = table?.dense;
  if (columns !== undefined && width !== "ranks") return denseTallyAt(attribute, columns, layout, width);
  const { slot, groups, codes, scales } = layout;
  const many = codes + 1;
  const cells = new Map<number, [group: number, value: number][]>();
  const from = slot * groups * many;
  for (const key of table?.keysIn(from, from + groups * many) ?? []) {
    const code = key % many;
    const group = Math.floor((key - from) / many);
    let cell = cells.get(code);
    if (cell === undefined) {
      cell = [];
      cells.set(code, cell);
    }
    for (const [c, scale] of scales.entries()) cell.push([group + c, table!.at(key, c) * scale]);
  }
  const gap = cells.get(codes) ?? [];
  const isMoments = scales.length > 1;
  const weightOf = (cell: readonly (readonly [number, number])[]) =>
    cell.reduce((sum, [group, value]) => (isMoments && group > 0 ? sum : sum + value), 0);
  const present = [...cells]
    .filter(([code, cell]) => code !== codes && weightOf(cell) > 0)
    .sort(([a], [b]) => a - b);
  const dense = width === "ranks" ? 0 : width;
  const sums = new Float64Array(present.length * dense);
  const missing = new Float64Array(dense);
  if (dense > 0) {
    for (const [i, [, cell]] of present.entries())
      for (const [group, value] of cell) if (group < dense) sums[i * dense + group] = value;
    for (const [group, value] of gap) if (group < dense) missing[group] = value;
  }
  return {
    attribute,
    codes: Int32Array.from(present, ([code]) => code),
    cells: sums,
    missing,
    ...(width === "ranks" && { pairs: pairsOf([...present.map(([, cell]) => cell), gap]) }),
  };
}

/** The same without looking for what occurs: several times faster where most does. */
function denseTallyAt(
  attribute: number,
  columns: readonly Float64Array[],
  { slot, groups, codes, scales }: Layout,
  width: number,
): Tally {
  const many = codes + 1;
  const from = slot * groups * many;
  const isMoments = scales.length > 1;
  const cell = (code: number, k: number) =>
    isMoments ? columns[k][from + code] * scales[k] : columns[0][from + k * many + code] * scales[0];
  const present = new Int32Array(codes);
  const cells = new Float64Array(codes * width);
  let found = 0;
  for (let code = 0; code < codes; code++) {
    let weight = 0;
    for (let k = 0; k < (isMoments ? 1 : groups); k++) weight += cell(code, k);
    if (!(weight > 0)) continue;
    for (let k = 0; k < width; k++) cells[found * width + k] = cell(code, k);
    present[found++] = code;
  }
  const missing = Float64Array.from({ length: width }, (_, k) => cell(codes, k));
  return { attribute, codes: present.slice(0, found), cells: cells.slice(0, found * width), missing };
}

function pairsOf(cells: readonly (readonly (readonly [number, number])[])[]): NonNullable<Tally["pairs"]> {
  const lists = cells.map((cell) => cell.filter(([, weight]) => weight > 0).sort(([a], [b]) => a - b));
  const starts = new Int32Array(lists.length);
  for (let i = 1; i < lists.length; i++) starts[i] = starts[i - 1] + lists[i - 1].length;
  const all = lists.flat();
  return {
    ranks: Int32Array.from(all, ([rank]) => rank),
    weights: Float64Array.from(all, ([, weight]) => weight),
    starts,
  };
}

/** Weights by rank, without those that do not occur. */
export function ranksAt(weights: Float64Array): RankWeights {
  const ranks: number[] = [];
  for (const [rank, weight] of weights.entries()) if (weight > 0) ranks.push(rank);
  return { ranks: Int32Array.from(ranks), weights: Float64Array.from(ranks, (rank) => weights[rank]) };
}
