import { editDistance } from "../../base/nearest.js";
import type { NominalColumn } from "../column.js";
import type { Warning } from "../table.js";

/** A class of the target, with its number of rows. */
interface Class {
  readonly name: string;
  readonly rows: number;
  readonly weight: number;
  /** The first of its rows. */
  readonly first: number;
}

/** With more classes than this, spellings are not compared. */
const MOST_COMPARED = 200;

/**
 * What a user should know about the classes before trusting a classifier: misspelt classes, classes with one row, and a
 * class so rare that accuracy hides it. `rows` has each row's index in the table that was read.
 */
export function classRemarks(
  column: NominalColumn,
  rows: Int32Array,
  weights: Float64Array | undefined,
): Warning[] {
  const classes = classesOf(column, weights);
  const misspelt = misspellings(classes);
  const others = classes.filter((one) => !misspelt.has(one));
  const warn = (code: Warning["code"], message: string): Warning => ({ code, column: column.name, message });
  return [
    ...[...misspelt].map(([one, meant]) =>
      warn("CLASS_MISSPELT", misspeltText(one, meant, rows[one.first] + 1)),
    ),
    ...single(others.filter((one) => one.rows === 1)).map((message) => warn("CLASS_SINGLE", message)),
    ...imbalance(others.filter((one) => one.rows > 1)).map((message) => ({
      ...warn("CLASS_RARE", message),
      remedy: {
        flag: "--set priors=equal",
        option: 'options: {priors: "equal"}',
        effect: "if the learner has that option, to give every class the same weight",
      },
    })),
  ];
}

function classesOf({ codes, levels }: NominalColumn, weights: Float64Array | undefined): Class[] {
  const counts = new Int32Array(levels.length);
  const first = new Int32Array(levels.length);
  const sums = new Float64Array(levels.length);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row];
    if (counts[code]++ === 0) first[code] = row;
    sums[code] += weights?.[row] ?? 1;
  }
  return levels
    .map((name, code) => ({ name, rows: counts[code], weight: sums[code], first: first[code] }))
    .filter(({ rows }) => rows > 0);
}

/** Each class that is a misspelling of another, with that other. */
function misspellings(classes: readonly Class[]): Map<Class, Class> {
  const found = new Map<Class, Class>();
  if (classes.length < 2 || classes.length > MOST_COMPARED) return found;
  const byFrequency = [...classes].sort((a, b) => b.rows - a.rows);
  byFrequency.forEach((one, i) => {
    const meant = byFrequency.slice(0, i).find((other) => !found.has(other) && isSpellingOf(one, other));
    if (meant !== undefined) found.set(one, meant);
  });
  return found;
}

/**
 * Equal except for case and spaces; or a letter or two apart, and at most a twentieth as frequent. Names that differ in a
 * digit are different classes: `type 1` is not `type 2`. See `isShortSpelling` for names of two or three letters.
 */
function isSpellingOf(rare: Class, common: Class): boolean {
  const [a, b] = [folded(rare.name), folded(common.name)];
  if (a.length < 2 || b.length < 2) return false;
  if (a === b) return true;
  if (rare.rows * 20 > common.rows || digitsOf(a) !== digitsOf(b)) return false;
  const shorter = Math.min(a.length, b.length);
  if (shorter < 4) return rare.rows === 1 && isShortSpelling(a, b);
  if (Math.abs(a.length - b.length) > 2) return false;
  return editDistance(a, b) <= (shorter < 8 ? 1 : 2) || isSwapped(a, b);
}

/**
 * For names of two or three letters that occur once: a letter too many or too few (`yess`), or two swapped (`eys`). Another
 * letter makes another word (`cat`, `car`), two letters swapped may (`no`, `on`), and letters repeated are a scale (`AA`,
 * `AAA`).
 */
function isShortSpelling(a: string, b: string): boolean {
  if (!/^\p{L}+$/u.test(a + b)) return false;
  if (a.length === b.length) return a.length === 3 && isSwapped(a, b);
  return Math.abs(a.length - b.length) === 1 && editDistance(a, b) === 1 && new Set(a + b).size > 1;
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

/** Two adjacent letters are swapped. */
function isSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let i = 0;
  while (a[i] === b[i]) i++;
  return a.slice(0, i) + a[i + 1] + a[i] + a.slice(i + 2) === b;
}

function misspeltText({ name, rows }: Class, meant: Class, row: number): string {
  const where = rows === 1 ? `1 row (row ${row})` : `${rows} rows (the first is row ${row})`;
  return (
    `the class ${JSON.stringify(name)} has ${where} and looks like a misspelling of ${JSON.stringify(meant.name)} ` +
    `(${meant.rows} rows): kept as a separate class; correct the cells if it is not one`
  );
}

function single(classes: readonly Class[]): string[] {
  if (classes.length === 0) return [];
  const names = classes.slice(0, 3).map(({ name }) => JSON.stringify(name));
  const shown = classes.length > 3 ? `${names.join(", ")} and ${classes.length - 3} more` : names.join(", ");
  return [
    classes.length === 1
      ? `the class ${shown} has a single row: no fold can both learn and test it`
      : `${classes.length} classes have a single row (${shown}): no fold can both learn and test them`,
  ];
}

/** A class with a smaller share than RARE is easily overlooked if another has more than DOMINANT. */
const RARE = 0.02;
const DOMINANT = 0.9;

function imbalance(classes: readonly Class[]): string[] {
  const total = classes.reduce((sum, { weight }) => sum + weight, 0);
  const byWeight = [...classes].sort((a, b) => a.weight - b.weight);
  const [rarest, most] = [byWeight[0], byWeight[byWeight.length - 1]];
  if (classes.length < 2 || rarest.weight >= total * RARE || most.weight <= total * DOMINANT) return [];
  const rows = classes.reduce((sum, one) => sum + one.rows, 0);
  return [
    `the class ${JSON.stringify(rarest.name)} has ${rarest.rows} of ${rows} rows, and always predicting ` +
      `${JSON.stringify(most.name)} achieves an accuracy of ${percent(most.weight / total)}: accuracy is not informative here`,
  ];
}

/** Never rounded up to 100%. */
function percent(share: number): string {
  return `${Math.floor(share * 1000) / 10}%`;
}
