import { random } from "../base/random.js";
import type { ColumnSchema } from "../table/schema.js";
import type { Table } from "../table/table.js";
import { flipped, someRows, tableOf } from "./columns.js";
import { drawnFrom, type GeneratorOptions, resolveOptions, share } from "./options.js";

export interface Monks3Options extends GeneratorOptions {
  /** The probability that a row has the wrong class: 0.05 in the published training set. */
  readonly noise?: number;
}

/** How many values a1 to a6 have: 3·3·2·3·4·2 = 432 robots. */
const VALUES = [3, 3, 2, 3, 4, 2];
const ALL = 432;

const COLUMNS: readonly ColumnSchema[] = [
  ...VALUES.map(
    (count, j): ColumnSchema => ({ name: `a${j + 1}`, type: "nominal", levels: upTo(count).map(String) }),
  ),
  { name: "class", type: "nominal", levels: ["0", "1"] },
];

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1);
}

/** Every combination of values, the last attribute changing fastest. */
function robots(): number[][] {
  return VALUES.reduce<number[][]>(
    (partial, count) => partial.flatMap((robot) => upTo(count).map((value) => [...robot, value])),
    [[]],
  );
}

type Concept = (a: readonly number[]) => boolean;

function monks(concept: Concept, { rows, seed, noise }: Required<Monks3Options>): Table {
  const rng = random(seed);
  const cells = robots().map((robot) => [...robot, flipped(concept(robot) ? 1 : 0, noise, rng)]);
  return someRows(tableOf(COLUMNS, cells), rows, seed);
}

/**
 * The first of the MONK's problems: Thrun and others, The MONK's Problems, Carnegie Mellon University, CS-CMU-91-197
 * (1991). All 432 robots; the class is 1 if a1 = a2 (head and body of the same shape) or a5 = 1 (a red jacket).
 */
export function monks1(options: GeneratorOptions = {}): Table {
  const resolved = resolveOptions("monks1", options, drawnFrom(ALL));
  return monks(([a1, a2, , , a5]) => a1 === a2 || a5 === 1, { ...resolved, noise: 0 });
}

/** The second (Thrun and others 1991): exactly two of the six attributes have their first value. */
export function monks2(options: GeneratorOptions = {}): Table {
  const resolved = resolveOptions("monks2", options, drawnFrom(ALL));
  return monks((a) => a.filter((value) => value === 1).length === 2, { ...resolved, noise: 0 });
}

/** The third (Thrun and others 1991): (a5 = 3 and a4 = 1) or (a5 ≠ 4 and a2 ≠ 3). */
export function monks3(options: Monks3Options = {}): Table {
  const resolved = resolveOptions("monks3", options, { ...drawnFrom(ALL), noise: share(0) });
  return monks(([, a2, , a4, a5]) => (a5 === 3 && a4 === 1) || (a5 !== 4 && a2 !== 3), resolved);
}
