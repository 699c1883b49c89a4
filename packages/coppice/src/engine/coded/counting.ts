import type { Codes } from "../encode.js";
import { type Entries, Gathered, type Mass, type TargetRows } from "../memory/entries.js";
import { classTally, momentTally, Tallier, type TallyKind } from "../memory/tally.js";
import type { AttributeFacts, Tally } from "../port.js";

/** Tests lower it, so that small nodes take several chunks. */
export const codedTuning = { chunk: 1 << 16 };

/** Entries to be tallied, and what they are tallied by: the target, or the branches of a test. */
export interface Portion {
  readonly rows: Int32Array;
  readonly kind: TallyKind;
  readonly tallier: Tallier;
  /** Whether sums are weight, weight·u and weight·u². */
  readonly hasMoments: boolean;
  /** The cells of an attribute that are known without counting. */
  known?(attribute: number): Float64Array | undefined;
  /** Called with the cells that were counted, which stay as they are. */
  keep?(attribute: number, cells: Float64Array): void;
  /** Gathers what the entries from `from` to `to` - 1 add. */
  load(from: number, to: number): Gathered;
}

/** The tallies of one portion for some attributes, by the memory engine's own code: entries come in chunks. */
export function tallyPortion(
  { rows, kind, tallier, load, known, keep }: Portion,
  attributes: readonly number[],
  factsOf: (attribute: number) => AttributeFacts,
  codesOf: (attribute: number) => Codes,
): Tally[] {
  const mostCodes = tallier.mostCodes(rows.length);
  const isCounted = (a: number) => factsOf(a).codes < mostCodes;
  const cellsOf = new Map<number, Float64Array>();
  const counted = new Map<number, Float64Array>();
  for (const a of attributes.filter(isCounted)) {
    const cells = known?.(a);
    if (cells === undefined) counted.set(a, new Float64Array((factsOf(a).codes + 1) * kind.width));
    cellsOf.set(a, cells ?? counted.get(a)!);
  }
  if (counted.size > 0) {
    for (let from = 0; from < rows.length; from += codedTuning.chunk) {
      const to = Math.min(rows.length, from + codedTuning.chunk);
      const g = load(from, to);
      const chunk = rows.subarray(from, to);
      const places = firstPlaces(chunk.length);
      for (const [a, cells] of counted) kind.count(cells, gathered(codesOf(a), chunk), places, g);
    }
  }
  if (keep) for (const [a, cells] of cellsOf) keep(a, cells);
  return attributes.map((a) => {
    const facts = factsOf(a);
    const cells = cellsOf.get(a);
    if (cells) return copied(tallier.fromCells(a, { facts, codes: NO_CODES }, cells, rows.length));
    const attribute = { facts, codes: gathered(codesOf(a), rows) };
    return copied(tallier.bySorting(a, attribute, firstPlaces(rows.length), load(0, rows.length)));
  });
}

const NO_CODES = new Int32Array(0);

/** A tally is valid until the next is made: this one stays. */
export function copied({ attribute, codes, cells, missing }: Tally): Tally {
  return { attribute, codes: codes.slice(), cells: cells.slice(), missing: missing.slice() };
}

let codeScratch = new Int32Array(1024);
let placeScratch = new Int32Array(1024);

/** The codes of some rows side by side. Valid until the next call. */
export function gathered(codes: Codes, rows: Int32Array): Int32Array {
  if (codeScratch.length < rows.length) codeScratch = new Int32Array(2 * rows.length);
  if (codes instanceof Uint8Array) gatherBytes(codeScratch, codes, rows);
  else if (codes instanceof Uint16Array) gatherWords(codeScratch, codes, rows);
  else gatherInts(codeScratch, codes, rows);
  return codeScratch;
}

// One loop for each width, so that each is compiled for it.

function gatherBytes(out: Int32Array, codes: Uint8Array, rows: Int32Array): void {
  for (let i = 0; i < rows.length; i++) out[i] = codes[rows[i]];
}

function gatherWords(out: Int32Array, codes: Uint16Array, rows: Int32Array): void {
  for (let i = 0; i < rows.length; i++) out[i] = codes[rows[i]];
}

function gatherInts(out: Int32Array, codes: Int32Array, rows: Int32Array): void {
  for (let i = 0; i < rows.length; i++) out[i] = codes[rows[i]];
}

/** 0, 1, 2 … */
export function firstPlaces(count: number): Int32Array {
  if (placeScratch.length < count) {
    placeScratch = new Int32Array(2 * count);
  }
  if (placeScratch[placeScratch.length - 1] === 0)
    for (let i = 0; i < placeScratch.length; i++) placeScratch[i] = i;
  return placeScratch.subarray(0, count);
}

/** Portions tallied by the target. */
export class TargetPortions {
  readonly kind: TallyKind;
  readonly tallier: Tallier;
  private room: Gathered;
  private size = 0;

  constructor(private readonly target: TargetRows) {
    this.kind = target.units === undefined ? classTally(target.codes) : momentTally;
    this.tallier = new Tallier(this.kind);
    this.room = new Gathered(target, 0);
  }

  of({ rows, parts }: Entries): Portion {
    return {
      rows,
      kind: this.kind,
      tallier: this.tallier,
      hasMoments: this.target.units !== undefined,
      load: (from, to) => {
        const g = this.roomFor(to - from);
        g.load({ rows: rows.subarray(from, to), ...(parts && { parts: partOf(parts, from, to) }) });
        return g;
      },
    };
  }

  /** Room for so many entries. */
  roomFor(entries: number): Gathered {
    if (this.size < entries) {
      this.size = Math.max(entries, codedTuning.chunk);
      this.room = new Gathered(this.target, this.size);
    }
    return this.room;
  }
}

function partOf(mass: Mass, from: number, to: number): Mass {
  return {
    weight: mass.weight.subarray(from, to),
    ...(mass.u1 && { u1: mass.u1.subarray(from, to) }),
    ...(mass.u2 && { u2: mass.u2.subarray(from, to) }),
  };
}

/** A portion tallied by the sides that its entries take, `width` of them. */
export function sidePortion(
  { rows, parts }: Entries,
  sides: Int32Array,
  width: number,
  weights: Float64Array | undefined,
): Portion {
  const kind = classTally(width);
  return {
    rows,
    kind,
    tallier: new Tallier(kind),
    hasMoments: false,
    load(from, to) {
      const g = new Gathered({ code: sides, codes: width }, to - from);
      g.length = to - from;
      g.plain = parts === undefined && weights === undefined;
      g.code.set(sides.subarray(from, to));
      if (parts) g.weight.set(parts.weight.subarray(from, to));
      else if (weights) for (let i = from; i < to; i++) g.weight[i - from] = weights[rows[i]];
      return g;
    },
  };
}
