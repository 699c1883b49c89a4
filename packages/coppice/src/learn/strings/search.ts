import { chiSquaredTail } from "../../base/chiSquared.js";
import { Draws, permutation } from "../../base/nodeRandom.js";
import type { Problem } from "../../engine/problem.js";
import type { Measure } from "../../model/measure.js";
import type { Place } from "../../model/stringMeasure.js";
import { UNIT_OF } from "../../model/tokens.js";
import type { NominalColumn } from "../../table/column.js";
import type { StringType } from "../../table/schema.js";
import type { Criterion } from "../criterion/criterion.js";
import { criteria } from "../criterion/index.js";
import type { Found } from "./best.js";
import { bestGapped } from "./gapped.js";
import { bestPositioned, longestOf } from "./positioned.js";
import { idsOf, type Sample } from "./sample.js";
import { type Sequences, sequencesOf } from "./sequences.js";
import type { StringOptions } from "./stringOptions.js";
import { bestSubstrings, type Lengths } from "./substrings.js";
import { bestWindows } from "./windows.js";
import { bestWordSets } from "./wordSets.js";

/** Rows among which tests of strings are sought. */
export interface SearchedRows {
  readonly problem: Problem;
  readonly rows: Int32Array;
  readonly weights: Float64Array;
  /** What everything random is derived from. */
  readonly key: number;
}

/** A measure, and what its best test takes away; undefined where that is for the criterion to find. */
export interface FoundMeasure {
  readonly measure: Measure;
  readonly gain?: number;
}

/** The criterion's own impurity, if it is one of class weights or of weight, Σu and Σu². */
export function rankingImpurity(criterion: Criterion | undefined, problem: Problem): Sample["impurity"] {
  const usual = problem.target.kind === "classes" ? criteria.gini : criteria.squaredError;
  const fits = criterion && criterion.statistic === usual.statistic && !criterion.pair && !criterion.scorer;
  const { impurity } = fits ? criterion : usual;
  return (sums, at, width) => impurity.call(fits ? criterion : usual, sums, at, width);
}

/**
 * The level of significance where there are more letters than are searched at once. With so many rows whatever is found by
 * chance can wait; below a node that was searched in part, too, where chance would go on finding patterns down to single rows.
 */
const OF_MANY = 0.05;

/** The best measures of one string attribute for these rows, those of each kind by falling gain. */
export function searchStrings(
  attribute: number,
  where: SearchedRows,
  options: StringOptions,
  impurity: Sample["impurity"],
  most: number,
): FoundMeasure[] {
  const column = where.problem.attributes[attribute] as NominalColumn;
  const type = column.type as StringType;
  const unit = UNIT_OF[type];
  const fold = options.fold ?? type === "text";
  const sequences = sequencesOf(column.levels, unit, fold);
  const { sample, isWhole } = sampleOf(where, column, sequences, options, impurity);
  if (sample.strings.length < 2 || sample.totalWeight < 2 * options.support) return [];
  const isMany = sequences.starts[column.levels.length] > options.letters;
  // Where rows were left out, the criterion chooses among more.
  const few = isWhole ? most : 4 * most;
  const lengths = { least: options.minLength, most: options.maxLength };
  const asks = new Set(options.tests);
  const attributes = [attribute] as const;
  const found: FoundMeasure[] = [];
  const isSignificant = significanceOf(sample, options.significance ?? (isMany ? OF_MANY : 1));
  const pattern = (one: Found, place?: Place, result: "has" | "count" = "has") => {
    const { ids, gain } = one;
    if (result === "has" && !isSignificant(one)) return;
    const tokens = ids.map((id) => (id === 0 ? null : sequences.tokens[id]));
    const measure = {
      kind: "pattern",
      attributes,
      unit,
      pattern: tokens,
      ...(place && { place }),
      fold,
      result,
    } as const;
    found.push({ measure, ...(result === "has" && { gain }) });
  };
  const needsSubstrings = asks.has("contains") || asks.has("within") || asks.has("count");
  const { has, counted } = needsSubstrings
    ? bestSubstrings(sample, lengths, few, asks.has("count") || asks.has("within"))
    : { has: [], counted: [] };
  if (asks.has("contains")) for (const one of has) pattern(one);
  const placed: Found[] = [];
  for (const side of ["start", "end"] as const) {
    const edge = asks.has(side === "start" ? "starts" : "ends");
    // Where all strings have one length, positions from the end say the same as those from the start.
    const inside = asks.has("at") && (side === "start" || hasLengths(sample));
    const sought = inside || (asks.has("within") && side === "start");
    const positions = sought ? longestOf(sample) : edge ? 1 : 0;
    for (const one of bestPositioned(sample, side, positions, lengths, few)) {
      if (side === "start") placed.push(one);
      if (one.at === 1 ? edge || inside : inside) pattern(one, { side, from: one.at, to: one.at });
    }
  }
  if (asks.has("within"))
    for (const one of bestWindows(
      sample,
      distinct([...has, ...counted, ...placed, ...singles(sequences, lengths)]),
      few,
    ))
      pattern(one, { side: "start", from: one.from, to: one.to });
  if (asks.has("gapped")) for (const one of bestGapped(sample, options.gap, lengths, few)) pattern(one);
  if (asks.has("words") && unit === "words") {
    for (const one of bestWordSets(sample, options.setSize, few)) {
      if (!isSignificant(one)) continue;
      const { ids, gain } = one;
      const words = ids.map((id) => sequences.tokens[id]);
      found.push({ measure: { kind: "anyWord", attributes, words, fold }, gain });
    }
  }
  if (asks.has("count")) for (const one of counted) pattern(one, undefined, "count");
  if (asks.has("length") && hasLengths(sample)) found.push({ measure: { kind: "length", attributes, unit } });
  return found.sort((a, b) => tokensIn(a.measure) - tokensIn(b.measure));
}

/** Of equally good tests the first is taken, whatever its kind: the shortest patterns come first, numbers last. */
function tokensIn(measure: Measure): number {
  if (measure.kind === "anyWord") return measure.words.length;
  const isPattern = measure.kind === "pattern" && measure.result === "has";
  return isPattern ? measure.pattern.length : Number.MAX_SAFE_INTEGER;
}

/**
 * Whether a gain is more than the best of as many candidates as there are letters would have by chance (Bonferroni). The
 * share of the impurity that a test takes away, times rows and classes less one, is nearly chi-squared (Light and Margolin 1971).
 * Nearly, that is, where the rows are many: a bound that holds for few is asked too.
 */
function significanceOf(sample: Sample, level: number): (one: Found) => boolean {
  if (level === 1) return () => true;
  const { total, totalWeight, width, isNumeric, impurity, strings } = sample;
  const classes = isNumeric ? 1 : total.filter((weight) => weight > 0).length - 1;
  const all = impurity(total, 0, width);
  let letters = 0;
  for (let i = 0; i < strings.length; i++) letters += idsOf(sample, i).length;
  return ({ gain, surprise = 0 }) => {
    const statistic = ((totalWeight - 1) * classes * gain) / all;
    // Each class may be too frequent or too rare; of two, one says all.
    const bound = 2 * classes * Math.exp(-surprise);
    return all > 0 && Math.max(bound, chiSquaredTail(statistic, classes)) * letters <= level;
  };
}

/** Alphabets up to this size are tried letter by letter. */
const ALPHABET = 64;

/** Single tokens: one that every string has says nothing by itself, and much by its position. */
function singles({ tokens }: Sequences, { least }: Lengths): Found[] {
  if (least > 1 || tokens.length > ALPHABET) return [];
  return tokens.map((_, id) => ({ gain: 0, ids: [id], first: 0 })).slice(1);
}

/** Each pattern once. */
function distinct(found: readonly Found[]): Found[] {
  return [...new Map(found.map((one) => [one.ids.join(), one])).values()];
}

function hasLengths(sample: Sample): boolean {
  const first = idsOf(sample, 0).length;
  return sample.strings.some((_, i) => idsOf(sample, i).length !== first);
}

/** The distinct strings of some rows with the sums of these rows; at random as many as there is time to search. */
function sampleOf(
  { problem, rows, weights, key }: SearchedRows,
  { codes }: NominalColumn,
  sequences: Sequences,
  options: StringOptions,
  impurity: Sample["impurity"],
): { sample: Sample; isWhole: boolean } {
  const { target } = problem;
  const isNumeric = target.kind === "values";
  const width = isNumeric ? 3 : target.column.levels.length;
  const known = Int32Array.from(new Set(rows.map((row) => codes[row]).filter((code) => code >= 0))).sort();
  const strings = within(known, sequences, options.letters, key);
  const placeOf = new Map<number, number>();
  strings.forEach((code, i) => {
    placeOf.set(code, i);
  });
  const sums = new Float64Array(strings.length * width);
  const own = new Float64Array(strings.length);
  const total = new Float64Array(width);
  rows.forEach((row, r) => {
    const i = placeOf.get(codes[row]);
    if (i === undefined) return;
    own[i] += weights[r];
    if (target.kind === "classes") {
      sums[i * width + target.column.codes[row]] += weights[r];
      return;
    }
    const u = target.grid.units[row];
    sums[i * width] += weights[r];
    sums[i * width + 1] += weights[r] * u;
    sums[i * width + 2] += weights[r] * u * u;
  });
  for (let i = 0; i < sums.length; i++) total[i % width] += sums[i];
  const isWhole = strings.length === known.length;
  const { support } = options;
  const totalWeight = own.reduce((a, b) => a + b, 0);
  return {
    sample: {
      sequences,
      strings,
      width,
      isNumeric,
      sums,
      weights: own,
      total,
      totalWeight,
      impurity,
      support,
    },
    isWhole,
  };
}

/** As many of the strings, drawn at random, as have at most so many tokens together; at least two. */
function within(known: Int32Array, { starts }: Sequences, letters: number, key: number): Int32Array {
  let all = 0;
  for (const code of known) all += starts[code + 1] - starts[code];
  if (all <= letters) return known;
  const order = permutation(known.length, new Draws(key));
  let taken = 0;
  let length = 0;
  while (taken < 2 || (taken < order.length && length <= letters)) {
    const code = known[order[taken++]];
    length += starts[code + 1] - starts[code];
  }
  return Int32Array.from(order.subarray(0, taken), (i) => known[i]).sort();
}
