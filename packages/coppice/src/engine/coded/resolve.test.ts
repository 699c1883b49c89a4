import fc from "fast-check";
import { describe, expect } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { random } from "../../base/random.js";
import type { TargetRows } from "../memory/entries.js";
import { GainBounds } from "./bounds.js";
import type { CodedColumns } from "./columns.js";
import { TargetPortions } from "./counting.js";
import { EntrySums, type Resolved } from "./entrySums.js";
import { FineBins } from "./fineBins.js";
import { resolveBins, type WantedBins } from "./resolve.js";
import { ThinnedBins } from "./thinnedBins.js";

/** Two attributes of small numbers, half of which are halves, with bins of five. */
function drawn(seed: number, isWeighted: boolean, hasMoments: boolean) {
  const rng = random(seed);
  const rows = 40 + rng.below(200);
  const edges = Float64Array.of(5, 10, 15, 20);
  const numbers = [0, 1].map(() => Float64Array.from({ length: rows }, () => (1 + rng.below(40)) / 2));
  const block = 16;
  const columns: CodedColumns = {
    ...{ rows, block, room: 0, facts: [] },
    stored: numbers.map(() => ({ bytes: 1, codes: edges.length, edges, gaps: false }) as const),
    readCodes(attribute, b, into) {
      for (let i = 0; i < into.length; i++)
        into[i] = edges.findIndex((edge) => numbers[attribute][b * block + i] <= edge);
    },
    numbers: (attribute, b) => numbers[attribute].slice(b * block, (b + 1) * block),
    codes: () => new Int32Array(0),
  };
  const whole = () => Float64Array.from({ length: rows }, () => rng.below(9));
  const code = Int32Array.from({ length: rows }, () => rng.below(3));
  const target: TargetRows = {
    ...{ code, codes: 3 },
    ...(isWeighted && { weight: whole().map((w) => w + 1) }),
    ...(hasMoments && { units: whole(), u1: whole(), u2: whole() }),
  };
  const places = Int32Array.from({ length: rows }, (_, row) => row).filter(() => rng.below(4) > 0);
  const portion = new TargetPortions(target).of({ rows: places });
  return { columns, portion, edges, numbers };
}

const all = (attribute: number, portion: WantedBins["portion"], entries: number): WantedBins => ({
  ...{ attribute, portion, alive: Uint8Array.of(1, 0, 1, 1, 0), entries: new Float64Array(4).fill(entries) },
  take: (found) => found,
});

describe("the numbers of bins", () => {
  itHolds(
    "are the same in pieces, of room for any number of entries",
    100,
    [fc.nat(), fc.boolean(), fc.boolean(), fc.nat(20_000)],
    (seed, isWeighted, moments, room) => {
      const { columns, portion, numbers } = drawn(seed, isWeighted, moments);
      const wanted = [all(1, portion, 30), all(0, portion, 5)];
      const found = resolveBins({ ...columns, room }, wanted);
      expect(found).toEqual(resolveBins({ ...columns, room: 1e9 }, wanted));
      // By hand: the distinct numbers of the bins that are alive.
      const kept = Array.from(portion.rows, (row) => numbers[1][row]).filter((x) => x <= 5 || x > 10);
      expect([...found[0].values]).toEqual([...new Set(kept)].sort((a, b) => a - b));
    },
  );

  itHolds(
    "have the same sums where there are more entries than was expected",
    30,
    [fc.nat(), fc.boolean()],
    (seed, moments) => {
      const { columns, portion, numbers } = drawn(seed, true, moments);
      const sums = (expected: number) => {
        const made = new EntrySums(portion, expected, undefined);
        // Many times the same rows: above the room beside what is expected.
        for (let i = 0; i < 20; i++)
          made.add(0, portion.rows.length, 0, new Uint8Array(columns.rows), numbers[0], Uint8Array.of(1));
        return made.end();
      };
      expect(sums(0)).toEqual(sums(20 * columns.rows));
    },
  );
});

const edge = fc.oneof(fc.double({ noNaN: true }), fc.integer({ min: -9, max: 9 }), fc.float({ noNaN: true }));
itHolds(
  "fine bins are in the order of numbers, and have their sums",
  100,
  [
    fc.uniqueArray(edge, { minLength: 2, maxLength: 9 }),
    fc.array(edge, { minLength: 1 }),
    fc.integer({ min: 2, max: 60 }),
    fc.nat(511),
  ],
  (ends, drawn, parts, mask) => {
    const edges = Float64Array.from(ends).sort();
    const numbers = Float64Array.from([...drawn, ...ends].map((x) => Math.min(x, edges.at(-1)!))).sort();
    const divided = Uint8Array.from({ length: edges.length + 1 }, (_, bin) => (mask >> bin) & 1);
    const fine = new FineBins(edges, divided, parts);
    const rows = Int32Array.from(numbers.keys());
    const codes = Array.from(numbers, (x) => edges.findIndex((end) => x <= end));
    const bins = [...fine.of(rows, 0, rows.length, 0, codes, numbers).subarray(0, rows.length)];
    expect(bins).toEqual(bins.toSorted((a, b) => a - b));
    // Another bin, another fine bin; a bin that is not divided has one.
    const of = (code: number) => new Set(bins.filter((_, i) => codes[i] === code));
    expect(new Set(bins).size).toBe(edges.reduce((sum, _, code) => sum + of(code).size, 0));
    for (const code of edges.keys()) if (divided[code] === 0) expect(of(code).size).toBeLessThan(2);
    expect(Math.max(...bins)).toBeLessThan(fine.count);
  },
);

describe("numbers between which no threshold can be chosen", () => {
  const rules = { tolerance: 1e-9, minLeaf: 1 };

  for (const [criterion, moments] of [
    ["gini", false],
    ["entropy", false],
    ["squaredError", true],
  ] as const)
    itHolds(
      `are merged, the others are not, by ${criterion}`,
      100,
      [fc.nat(), fc.double({ min: 0, max: 1, noNaN: true })],
      (seed, share) => {
        const { columns, portion, edges } = drawn(seed, true, moments);
        const { width } = portion.kind;
        const bounds = new GainBounds({ ...rules, criterion }, width);
        const every = { ...all(0, portion, 60), alive: Uint8Array.of(1, 1, 1, 1, 0) };
        const [full] = resolveBins({ ...columns, room: 1e9 }, [every]);
        const cuts = cutsOf(full, bounds, width);
        const least = share * Math.max(0, ...cuts.map(({ gain }) => gain));
        const bins = { edges, cells: binned(full, edges, width) };
        const thinned = new ThinnedBins(bins, bounds, least, width);
        const take = (found: Resolved) => thinned.take(found);
        const [kept] = resolveBins({ ...columns, room: 3000 }, [{ ...every, take }]);
        const places = ({ values, left }: ReturnType<typeof cutsOf>[number]) => ({ values, left });
        const found = cutsOf(kept, bounds, width).map(places);
        for (const cut of cuts) if (cut.gain >= least) expect(found).toContainEqual(places(cut));
        expect(kept.values.length).toBeLessThanOrEqual(full.values.length);
        // What is told apart is told apart still: whether the attribute varies is read from it.
        expect(kept.values.length > 1).toBe(full.values.length > 1);
        expect(binned(kept, edges, width)).toEqual(bins.cells);
      },
    );
});

/** Each threshold: the numbers it is between, the sums on its left, what it gains. */
function cutsOf({ values, cells }: Resolved, bounds: GainBounds, width: number) {
  const whole = new Float64Array(width);
  for (let i = 0; i < cells.length; i++) whole[i % width] += cells[i];
  const gainOf = bounds.gainsAt(whole);
  const left = new Float64Array(width);
  return Array.from(values.subarray(0, -1), (value, i) => {
    for (let k = 0; k < width; k++) left[k] += cells[i * width + k];
    return { values: [value, values[i + 1]], left: [...left], gain: gainOf(left) };
  });
}

function binned({ values, cells }: Resolved, edges: Float64Array, width: number): Float64Array {
  const sums = new Float64Array(edges.length * width);
  values.forEach((value, i) => {
    const bin = edges.findIndex((edge) => value <= edge);
    for (let k = 0; k < width; k++) sums[bin * width + k] += cells[i * width + k];
  });
  return sums;
}
