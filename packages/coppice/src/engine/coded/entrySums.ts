import type { Team } from "../../kernels/team.js";
import { withRanks } from "../encode.js";
import type { GatheredMass } from "../memory/entries.js";
import { firstPlaces, type Portion } from "./counting.js";

/** Numbers of an attribute in some of its bins at a node, ascending, and the sums of each. */
export interface Resolved {
  readonly values: Float64Array;
  readonly cells: Float64Array;
}

/** Bytes per entry where kernels sort numbers: the number, its rank and place, the values, and what sorting needs. */
const SORTED = 32;

/** Bytes of an entry while it is collected and sorted: its number, what it adds, the value, and the sums of it. */
export function entryBytes({ hasMoments, kind }: Portion): number {
  return 8 + (hasMoments ? 24 : 12) + SORTED + 8 + 8 * kind.width;
}

/** Room beside what is expected, so that it suffices where weights differ a little. */
const MORE = 1 << 10;

/**
 * Collects numbers of entries, and what each adds to the sums of its number. Where there are more of them than was expected, those that
 * are here are added up first.
 */
export class EntrySums implements GatheredMass {
  readonly plain: boolean;
  length = 0;
  private readonly numbers: Float64Array;
  readonly code: Int32Array;
  readonly weight: Float64Array;
  readonly u1: Float64Array;
  readonly u2: Float64Array;
  private found: Resolved | undefined;

  /** `entries`: how many are expected. */
  constructor(
    private readonly portion: Portion,
    entries: number,
    private readonly team: Team | undefined,
  ) {
    this.plain = portion.load(0, 0).plain;
    const room = Math.ceil(entries) + MORE;
    const { hasMoments } = portion;
    this.numbers = new Float64Array(room);
    this.code = new Int32Array(hasMoments ? 0 : room);
    this.weight = new Float64Array(this.plain && !hasMoments ? 0 : room);
    this.u1 = new Float64Array(hasMoments ? room : 0);
    this.u2 = new Float64Array(hasMoments ? room : 0);
  }

  /** Adds the entries from `from` to `to` - 1 of a block, those in a bin that is alive. `bins` are of the rows of the block, or of the entries. */
  add(
    from: number,
    to: number,
    first: number,
    bins: ArrayLike<number>,
    numbers: Float32Array | Float64Array,
    alive: Uint8Array,
    isByEntry = false,
  ): void {
    if (from === to) return;
    const places = isByEntry
      ? liveEntries(bins, to - from, alive)
      : livePlaces(this.portion.rows, from, to, first, bins, alive);
    if (places.length === 0) return;
    const g = this.portion.load(from, to);
    const rows = this.portion.rows.subarray(from, to);
    for (let at = 0; at < places.length; ) {
      if (this.length === this.numbers.length) this.addUp();
      const n = Math.min(places.length - at, this.numbers.length - this.length);
      this.put(places.subarray(at, at + n), rows, first, numbers, g);
      at += n;
    }
  }

  private put(
    places: Int32Array,
    rows: Int32Array,
    first: number,
    numbers: Float32Array | Float64Array,
    g: GatheredMass,
  ): void {
    const { hasMoments } = this.portion;
    for (let i = 0; i < places.length; i++) {
      const at = this.length + i;
      const entry = places[i];
      this.numbers[at] = numbers[rows[entry] - first];
      if (hasMoments) {
        this.weight[at] = g.weight[entry];
        this.u1[at] = g.u1[entry];
        this.u2[at] = g.u2[entry];
      } else {
        this.code[at] = g.code[entry];
        if (!this.plain) this.weight[at] = g.weight[entry];
      }
    }
    this.length += places.length;
  }

  private addUp(): void {
    const { kind } = this.portion;
    const made = withRanks(this.numbers.subarray(0, this.length), this.team, ({ codes, values }) => {
      const cells = new Float64Array(values.length * kind.width);
      kind.count(cells, codes, firstPlaces(this.length), this);
      return { values: values.slice(), cells };
    });
    this.found = this.found ? merged(this.found, made, kind.width) : made;
    this.length = 0;
  }

  /** The numbers and their sums. */
  end(): Resolved {
    if (this.length > 0 || this.found === undefined) this.addUp();
    return this.found!;
  }
}

/** The numbers of both, ascending, with the sums of both: they do not round. */
function merged(a: Resolved, b: Resolved, width: number): Resolved {
  const most = a.values.length + b.values.length;
  const values = new Float64Array(most);
  const cells = new Float64Array(most * width);
  let [i, j, m] = [0, 0, 0];
  const add = (from: Float64Array, at: number) => {
    for (let k = 0; k < width; k++) cells[m * width + k] += from[at * width + k];
  };
  for (; i < a.values.length || j < b.values.length; m++) {
    const x = i < a.values.length ? a.values[i] : Number.POSITIVE_INFINITY;
    const y = j < b.values.length ? b.values[j] : Number.POSITIVE_INFINITY;
    values[m] = Math.min(x, y);
    if (x <= y && i < a.values.length) add(a.cells, i++);
    if (y <= x && j < b.values.length) add(b.cells, j++);
  }
  return { values: values.slice(0, m), cells: cells.slice(0, m * width) };
}

let placeScratch = new Int32Array(1 << 16);

/** Which entries are in a bin that is alive, counted from `from`. Valid until the next call. */
function livePlaces(
  rows: Int32Array,
  from: number,
  to: number,
  first: number,
  codes: ArrayLike<number>,
  alive: Uint8Array,
): Int32Array {
  if (placeScratch.length < to - from) placeScratch = new Int32Array(to - from);
  let n = 0;
  for (let i = from; i < to; i++) {
    placeScratch[n] = i - from;
    n += alive[codes[rows[i] - first]];
  }
  return placeScratch.subarray(0, n);
}

/** The same where bins are by entry. */
function liveEntries(bins: ArrayLike<number>, count: number, alive: Uint8Array): Int32Array {
  if (placeScratch.length < count) placeScratch = new Int32Array(count);
  let n = 0;
  for (let i = 0; i < count; i++) {
    placeScratch[n] = i;
    n += alive[bins[i]];
  }
  return placeScratch.subarray(0, n);
}
