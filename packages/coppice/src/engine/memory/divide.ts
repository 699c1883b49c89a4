import { plainRule } from "../../model/surrogates.js";
import { type Test, UNKNOWN } from "../../model/test.js";
import type { MissingRule } from "../../model/tree.js";
import type { CodedAttribute } from "../encode.js";
import { toGrid } from "../grid.js";
import type { Entries, Mass, TargetRows } from "./entries.js";
import { fillBySurrogates, fillSides } from "./sides.js";

/** The grids to which fractions of rows are rounded. */
export interface Quanta {
  readonly weight: number;
  readonly u1: number;
  readonly u2: number;
}

let sideScratch = new Int32Array(256);
let rowScratch = new Int32Array(256);

/** Room for more entries is made as large as it must be, and not for more to come. */
const MOST_DOUBLED = 1 << 20;

type Sides = Int32Array | Int8Array;

/**
 * Sends a node's entries to its branches. In place, unless rows must be shared between branches. `known`: the sides of the
 * entries, UNKNOWN where the value is missing, if they have been found by other means; they may be changed here.
 */
export function divideEntries(
  entries: Entries,
  attributes: readonly CodedAttribute[],
  test: Test,
  missing: MissingRule,
  branches: number,
  target: TargetRows,
  quanta: Quanta,
  known?: Int8Array,
): Entries[] {
  const n = entries.rows.length;
  if (rowScratch.length < n) rowScratch = new Int32Array(n > MOST_DOUBLED ? n : 2 * n);
  if (known === undefined && sideScratch.length < n)
    sideScratch = new Int32Array(n > MOST_DOUBLED ? n : 2 * n);
  const side = known ?? sideScratch;
  const counts = new Int32Array(branches);
  if (known === undefined) fillSides(sideScratch, entries.rows, attributes[test.attribute], test);
  if (missing.kind === "surrogates")
    fillBySurrogates(sideScratch, entries.rows, attributes, missing.surrogates);
  const rest = plainRule(missing);
  const unknown = countSides(counts, side, n, rest.kind === "branch" ? rest.to : UNKNOWN);
  if (unknown > 0 && rest.kind === "share") return share(entries, side, rest.shares, target, quanta);
  return partition(entries, side, counts);
}

/** Counts entries by side, with the unknown ones sent `elsewhere`; returns how many stay unknown. */
function countSides(counts: Int32Array, side: Sides, n: number, elsewhere: number): number {
  let unknown = 0;
  for (let i = 0; i < n; i++) {
    if (side[i] === UNKNOWN) side[i] = elsewhere;
    if (side[i] === UNKNOWN) unknown++;
    else counts[side[i]]++;
  }
  return unknown;
}

/** Stable: within a branch the rows keep their order. */
function partition({ rows, parts }: Entries, side: Sides, counts: Int32Array): Entries[] {
  const starts = new Int32Array(counts.length + 1);
  for (let b = 0; b < counts.length; b++) starts[b + 1] = starts[b] + counts[b];
  scatter(rowScratch, rows, side, starts.slice());
  rows.set(rowScratch.subarray(0, rows.length));
  const reordered = parts && mapMass(parts, (values) => reorder(values, side, starts));
  const branches: Entries[] = [];
  for (let b = 0; b < counts.length; b++) {
    const [from, to] = [starts[b], starts[b + 1]];
    const part = rows.subarray(from, to);
    branches.push(
      reordered
        ? { rows: part, parts: mapMass(reordered, (values) => values.subarray(from, to)) }
        : { rows: part },
    );
  }
  return branches;
}

function scatter(out: Int32Array, rows: Int32Array, side: Sides, next: Int32Array): void {
  for (let i = 0; i < rows.length; i++) out[next[side[i]]++] = rows[i];
}

function reorder(values: Float64Array, side: Sides, starts: Int32Array): Float64Array {
  const out = new Float64Array(values.length);
  const next = starts.slice();
  for (let i = 0; i < values.length; i++) out[next[side[i]]++] = values[i];
  return out;
}

/**
 * Rows with a missing value go to every branch with a fraction of their weight, rounded to the grid; the last branch
 * takes the remainder, so that the fractions sum to the whole exactly.
 */
function share(
  entries: Entries,
  side: Sides,
  shares: readonly number[],
  target: TargetRows,
  quanta: Quanta,
): Entries[] {
  const whole = wholeMass(entries, target);
  const lists = shares.map(() => ({
    rows: [] as number[],
    weight: [] as number[],
    u1: [] as number[],
    u2: [] as number[],
  }));
  const last = shares.reduce((found, s, b) => (s > 0 ? b : found), 0);
  const put = (b: number, i: number, w: number, u1: number, u2: number) => {
    lists[b].rows.push(entries.rows[i]);
    lists[b].weight.push(w);
    lists[b].u1.push(u1);
    lists[b].u2.push(u2);
  };
  for (let i = 0; i < entries.rows.length; i++) {
    let w = whole.weight[i];
    let u1 = whole.u1?.[i] ?? 0;
    let u2 = whole.u2?.[i] ?? 0;
    if (side[i] >= 0) {
      put(side[i], i, w, u1, u2);
      continue;
    }
    const [w0, u10, u20] = [w, u1, u2];
    for (let b = 0; b < last; b++) {
      const part = Math.min(toGrid(w0 * shares[b], quanta.weight), w);
      if (part <= 0) continue;
      // A branch that takes all the remaining weight takes all the remaining moments.
      const part1 = part === w ? u1 : toGrid(u10 * shares[b], quanta.u1);
      const part2 = part === w ? u2 : toGrid(u20 * shares[b], quanta.u2);
      put(b, i, part, part1, part2);
      w -= part;
      u1 -= part1;
      u2 -= part2;
    }
    if (w > 0) put(last, i, w, u1, u2);
  }
  const moments = whole.u1 !== undefined;
  return lists.map((list) => ({
    rows: Int32Array.from(list.rows),
    parts: {
      weight: Float64Array.from(list.weight),
      ...(moments && { u1: Float64Array.from(list.u1), u2: Float64Array.from(list.u2) }),
    },
  }));
}

function wholeMass({ rows, parts }: Entries, target: TargetRows): Mass {
  if (parts !== undefined) return parts;
  const take = (values: Float64Array) => Float64Array.from(rows, (row) => values[row]);
  return {
    weight: target.weight === undefined ? new Float64Array(rows.length).fill(1) : take(target.weight),
    ...(target.u1 && { u1: take(target.u1) }),
    ...(target.u2 && { u2: take(target.u2) }),
  };
}

function mapMass(mass: Mass, f: (values: Float64Array) => Float64Array): Mass {
  return { weight: f(mass.weight), ...(mass.u1 && { u1: f(mass.u1) }), ...(mass.u2 && { u2: f(mass.u2) }) };
}
