import { type Random, random } from "../base/random.js";
import type { Column, NominalColumn, NumericColumn } from "../table/column.js";
import { makeTable, type Table } from "../table/table.js";
import { names, nominal, numeric, ordered } from "./columns.js";

export type { Random } from "../base/random.js";

/** An attribute to draw: the cell of each row, a number or the code of a level. */
export interface RandomAttribute {
  readonly type: "numeric" | "nominal" | "ordered";
  /** How many levels are declared. */
  readonly levels?: number;
  /** Instead of the table's share of gaps, if that is not 0. */
  readonly gaps?: number;
  draw(rng: Random): number;
  /** Instead of drawing: the cells of the attribute of this name, made by `from`. */
  readonly of?: string;
  from?(x: number): number;
}

/** Numbers that have broken learners before. */
export const NUMBERS = {
  normal: (rng) => rng.normal(),
  uniform: (rng) => rng.uniform(),
  same: () => 7,
  zeros: (rng) => (rng.below(2) ? -0 : 0),
  /** Few apart from neighbouring doubles. */
  close: (rng) => 1 + rng.below(50) * 2 ** -50,
  /** The same in single precision. */
  near: (rng) => 1 + rng.below(50) * 2 ** -40,
  /** Ranges beyond the largest double. */
  huge: (rng) => (rng.below(3) - 1) * (rng.uniform() < 0.1 ? 1.7e308 : 1e300),
  hugeSingle: (rng) => Math.fround((rng.below(3) - 1) * 1e38),
  far: (rng) => 2 ** 52 + rng.below(50),
  large: (rng) => rng.below(200_000) - 7,
  skewed: (rng) => Math.exp(20 * rng.uniform()),
  /** All but one in fifty are close together. */
  crowded: (rng) => (rng.uniform() < 0.02 ? 1e9 : rng.uniform()),
} satisfies Record<string, (rng: Random) => number>;

export function numbers(draw: keyof typeof NUMBERS, gaps?: number): RandomAttribute {
  return { type: "numeric", draw: NUMBERS[draw], ...(gaps !== undefined && { gaps }) };
}

/** `count` distinct numbers, half of them negative, `step` apart. */
export function few(count: number, gaps?: number, step = 1): RandomAttribute {
  const draw = (rng: Random) => (rng.below(count) - Math.floor(count / 2)) * step;
  return { type: "numeric", draw, ...(gaps !== undefined && { gaps }) };
}

/** Single-precision numbers. */
export function single({ draw, ...rest }: RandomAttribute): RandomAttribute {
  return { ...rest, draw: (rng) => Math.fround(draw(rng)) };
}

/** The numbers of another attribute, the other way round: each of its tests ties with one of the other's. */
export function mirrored(of: string): RandomAttribute {
  return { type: "numeric", of, from: (x) => -x, draw: () => 0 };
}

/** Levels of a nominal attribute: as frequent as each other, or the first ones more, with some that no row has. */
export function levels(
  count: number,
  frequent: "even" | "first" | "some" = "even",
  gaps?: number,
): RandomAttribute {
  const draws = {
    even: (rng: Random) => rng.below(count),
    first: (rng: Random) => Math.min(rng.below(count), rng.below(count)),
    some: (rng: Random) => Math.floor(count * 0.9 * rng.uniform() ** 2),
  };
  return { type: "nominal", levels: count, draw: draws[frequent], ...(gaps !== undefined && { gaps }) };
}

export function grades(count: number, gaps?: number): RandomAttribute {
  const draw = (rng: Random) => rng.below(count);
  return { type: "ordered", levels: count, draw, ...(gaps !== undefined && { gaps }) };
}

/** Numeric targets, by the score of the row's attributes. */
export const VALUES = {
  smooth: (rng, score) => score + rng.normal(),
  /** Of a few hundred quarters. */
  quarters: (rng, score) => Math.round(Math.max(-100, Math.min(100, score)) + rng.below(5)) / 4,
  few: (rng) => rng.below(3),
  constant: () => 7.25,
  offset: (rng, score) => 1e9 + score + rng.uniform(),
  far: (rng) => 2 ** 52 + rng.below(1000),
  tiny: (rng) => rng.normal() * 1e-300,
  huge: (rng) => rng.normal() * 1e300,
  tail: (rng) => 10 ** (rng.below(30) - 15),
  near: (rng) => 1 + rng.below(100) * 2 ** -50,
  lone: (rng) => (rng.below(40) === 0 ? 1e12 : rng.uniform()),
} satisfies Record<string, (rng: Random, score: number) => number>;

export const WEIGHTS = {
  /** Some of them 0, none above 255. */
  whole: (rng, row) => (row === 0 ? 1 : rng.below(4) * (1 + 4 * rng.below(15))),
  counts: (rng) => 1 + rng.below(9),
  thousand: (rng) => 1 + rng.below(1000),
  million: (rng) => 1 + rng.below(1e6),
  fractions: (rng) => 0.01 + rng.uniform() * 3,
  /** Multiples of a quarter and a tenth, so that sums of them tie. */
  quarters: (rng) => rng.below(5) / 4 + 0.1,
  /** A few rows have nearly all of the weight. */
  lone: (rng) => (rng.below(3) === 0 ? 1e8 : 1) * (0.5 + rng.uniform()),
} satisfies Record<string, (rng: Random, row: number) => number>;

export interface RandomTable {
  readonly rows: number;
  readonly seed: number;
  /** By name. */
  readonly attributes: Readonly<Record<string, RandomAttribute>>;
  /** Of the target "y"; 0: it is numeric. */
  readonly classes: number;
  readonly values?: keyof typeof VALUES;
  /** Of the column "w", which comes before the target; without it there is none. */
  readonly weights?: keyof typeof WEIGHTS | undefined;
  /** Share of missing values. */
  readonly gaps?: number;
  /** The share of rows whose class depends on the attributes; the others are random. */
  readonly signal?: number;
}

/** A table from a seed: any types, gaps, levels, weights and rows; the target "y" is last. */
export function randomTable(shape: RandomTable): Table {
  const rng = random(shape.seed);
  const { rows, attributes, gaps = 0, weights } = shape;
  const drawn: Drawn[] = [];
  for (const [name, attribute] of Object.entries(attributes)) {
    const other = drawn.find((one) => one.name === attribute.of)?.cells;
    const cells = other
      ? other.map((x) => attribute.from?.(x) ?? x)
      : Float64Array.from({ length: rows }, () => attribute.draw(rng));
    drawn.push({ name, attribute, cells });
  }
  const columns: Column[] = drawn.map(({ name, attribute, cells }) => {
    const share = gaps === 0 ? 0 : (attribute.gaps ?? gaps);
    const holed = share === 0 ? cells : cells.map((x) => (rng.uniform() < share ? Number.NaN : x));
    return columnOf(name, attribute, holed);
  });
  if (weights) {
    const weigh: (rng: Random, row: number) => number = WEIGHTS[weights];
    const cells = Float64Array.from({ length: rows }, (_, row) => weigh(rng, row));
    columns.push(numeric("w", cells));
  }
  return makeTable([...columns, targetOf(shape, drawn, rng)]);
}

function columnOf(name: string, { type, levels: count = 0 }: RandomAttribute, cells: Float64Array): Column {
  if (type === "numeric") return numeric(name, cells);
  const codes = cells.map((x) => (Number.isNaN(x) ? -1 : x));
  return type === "ordered"
    ? ordered(name, names(`${name}_`, count), codes)
    : nominal(name, names(`${name}_`, count), codes);
}

interface Drawn {
  readonly name: string;
  readonly attribute: RandomAttribute;
  readonly cells: Float64Array;
}

function targetOf(
  { rows, classes, values = "quarters", signal = 0 }: RandomTable,
  drawn: readonly Drawn[],
  rng: Random,
): NumericColumn | NominalColumn {
  const scores = Array.from({ length: rows }, (_, row) => scoreOf(drawn, row));
  if (classes === 0) {
    const value: (rng: Random, score: number) => number = VALUES[values];
    const cells = scores.map((score) => value(rng, score));
    return numeric("y", cells);
  }
  const codes = scores.map((score) =>
    rng.uniform() < signal ? Math.abs(Math.trunc(score)) % classes : rng.below(classes),
  );
  return nominal("y", names("c", classes), codes);
}

/** By the first two numbers, and the first level, to whose effect the first grade adds. 11 divides no usual number of classes. */
function scoreOf(drawn: readonly Drawn[], row: number): number {
  const first = (type: RandomAttribute["type"], at = 0) =>
    drawn.filter(({ attribute }) => attribute.type === type)[at]?.cells[row] ?? 0;
  const numeric = first("numeric") + first("numeric", 1);
  return 3 * numeric + 11 * first("nominal") * (first("ordered") > 1 ? 2 : 1);
}
