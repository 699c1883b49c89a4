import type { Team } from "../../kernels/team.js";
import { encodeAttribute } from "../encode.js";
import type { GatheredMass } from "../memory/entries.js";
import { blockCodes, blocksOf, type CodedColumns, placeOf, rowsIn } from "./columns.js";
import { firstPlaces, type Portion } from "./counting.js";

/** The numbers of an attribute in some of its bins at a node, ascending, and the sums of each. */
export interface Resolved {
  readonly values: Float64Array;
  readonly cells: Float64Array;
}

/** The bins of an attribute whose numbers are wanted for a portion. */
export interface WantedBins {
  readonly portion: Portion;
  readonly attribute: number;
  /** By code; the last is that of missing values, which never are. */
  readonly alive: Uint8Array;
  /** About how many entries they have. */
  readonly entries: number;
}

/** Reads the blocks once for as many as fit here together. */
export function resolveBins(columns: CodedColumns, wanted: readonly WantedBins[], team?: Team): Resolved[] {
  const answers: Resolved[] = [];
  const most = Math.max(1 << 16, columns.room / ENTRY);
  for (let from = 0; from < wanted.length; ) {
    let to = from;
    let entries = 0;
    do entries += wanted[to++].entries;
    while (to < wanted.length && entries + wanted[to].entries <= most);
    const group = wanted.slice(from, to);
    const found = collect(columns, group);
    // One after the other, so that what is resolved makes room.
    for (const [i, { portion }] of group.entries()) answers.push(found[i].resolved(portion, team));
    from = to;
  }
  return answers;
}

/** Bytes of an entry while it is collected and sorted. */
const ENTRY = 80;

function collect(columns: CodedColumns, wanted: readonly WantedBins[]): Collected[] {
  const found = wanted.map(({ portion, entries }) => new Collected(portion, entries));
  const byAttribute = new Map<number, number[]>();
  for (const [i, { attribute }] of wanted.entries())
    byAttribute.set(attribute, [...(byAttribute.get(attribute) ?? []), i]);
  const at = new Int32Array(wanted.length);
  const room = new ArrayBuffer(4 * columns.block);
  for (let block = 0; block < blocksOf(columns); block++) {
    const first = block * columns.block;
    const end = first + rowsIn(columns, block);
    for (const [attribute, own] of byAttribute) {
      const codes = blockCodes(columns, attribute, block, room);
      const numbers = columns.numbers(attribute, block);
      for (const i of own) {
        const { portion, alive } = wanted[i];
        const to = placeOf(portion.rows, end, at[i]);
        found[i].add(at[i], to, first, codes, numbers, alive);
        at[i] = to;
      }
    }
  }
  return found;
}

/** Numbers of entries, and what each adds to the sums. */
class Collected implements GatheredMass {
  plain: boolean;
  length = 0;
  private numbers: Float64Array;
  code: Int32Array;
  weight: Float64Array;
  u1: Float64Array;
  u2: Float64Array;

  constructor(
    private readonly portion: Portion,
    entries: number,
  ) {
    this.plain = portion.load(0, 0).plain;
    const room = Math.ceil(entries) + 16;
    const { hasMoments } = portion;
    this.numbers = new Float64Array(room);
    this.code = new Int32Array(hasMoments ? 0 : room);
    this.weight = new Float64Array(this.plain && !hasMoments ? 0 : room);
    this.u1 = new Float64Array(hasMoments ? room : 0);
    this.u2 = new Float64Array(hasMoments ? room : 0);
  }

  add(
    from: number,
    to: number,
    first: number,
    codes: ArrayLike<number>,
    numbers: Float32Array | Float64Array,
    alive: Uint8Array,
  ): void {
    if (from === to) return;
    const { rows, hasMoments } = this.portion;
    const places = livePlaces(rows, from, to, first, codes, alive);
    if (places.length === 0) return;
    if (this.length + places.length > this.numbers.length) this.grow(this.length + places.length);
    const g = this.portion.load(from, to);
    for (let i = 0; i < places.length; i++) {
      const at = this.length + i;
      const entry = places[i];
      this.numbers[at] = numbers[rows[from + entry] - first];
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

  private grow(least: number): void {
    const room = Math.max(least, Math.ceil(1.5 * this.numbers.length));
    const grown = <A extends Float64Array | Int32Array>(old: A, made: A) => {
      made.set(old);
      return made;
    };
    const floats = (old: Float64Array) => (old.length === 0 ? old : grown(old, new Float64Array(room)));
    this.numbers = floats(this.numbers);
    this.weight = floats(this.weight);
    this.u1 = floats(this.u1);
    this.u2 = floats(this.u2);
    if (this.code.length > 0) this.code = grown(this.code, new Int32Array(room));
  }

  resolved({ kind }: Portion, team: Team | undefined): Resolved {
    const values = this.numbers.subarray(0, this.length);
    const { facts, codes } = encodeAttribute({ type: "numeric", name: "", values }, team);
    const cells = new Float64Array(facts.codes * kind.width);
    kind.count(cells, codes, firstPlaces(this.length), this);
    return { values: facts.values!, cells };
  }
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
