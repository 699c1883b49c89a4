import { type Random, random } from "../base/random.js";
import { makeTable, type Table } from "../table/table.js";
import { flipped, nominal, numeric } from "./columns.js";
import { count, DRAWN, type GeneratorOptions, resolveOptions, share } from "./options.js";

export interface AgrawalOptions extends GeneratorOptions {
  /** Which of the first three rules decides: 1, 2 or 3. */
  readonly rule?: number;
  /** The probability that a class is the other one. */
  readonly noise?: number;
  /** Rows after which the next rule decides; 0: never. */
  readonly drift?: number;
}

interface Applicant {
  readonly age: number;
  readonly salary: number;
  readonly education: number;
}

/** Whether a loan is granted, rule by rule. */
const RULES: readonly ((applicant: Applicant) => boolean)[] = [
  ({ age }) => age < 40 || age >= 60,
  ({ age, salary }) => {
    const [least, most] = age < 40 ? [50_000, 100_000] : age < 60 ? [75_000, 125_000] : [25_000, 75_000];
    return salary >= least && salary <= most;
  },
  ({ age, education }) =>
    age < 40 ? education < 2 : age < 60 ? education > 0 && education < 4 : education > 1,
];

/** Loans (Agrawal, Imielinski and Swami 1993): nine attributes of a person, of which two or three decide. */
export function agrawal(options: AgrawalOptions = {}): Table {
  const parameters = { ...DRAWN, rule: count(2, 1, 3), noise: share(0.05), drift: count(0, 0) };
  const { rows, seed, rule, noise, drift } = resolveOptions("agrawal", options, parameters);
  const rng = random(seed);
  const numbers = ["salary", "commission", "age", "houseValue", "houseYears", "loan"].map((name) =>
    numeric(name, rows),
  );
  const [salary, commission, age, houseValue, houseYears, loan] = numbers;
  const education = nominal("education", named("level", 5), rows);
  const car = nominal("car", named("make", 20), rows);
  const area = nominal("area", named("area", 9), rows);
  const label = nominal("class", ["A", "B"], rows);
  for (let row = 0; row < rows; row++) {
    salary.values[row] = between(20_000, 150_000, rng);
    const extra = between(10_000, 75_000, rng);
    commission.values[row] = salary.values[row] >= 75_000 ? 0 : extra;
    age.values[row] = 20 + rng.below(61);
    education.codes[row] = rng.below(5);
    car.codes[row] = rng.below(20);
    area.codes[row] = rng.below(9);
    houseValue.values[row] = (9 - area.codes[row]) * 100_000 * (0.5 + rng.uniform());
    houseYears.values[row] = 1 + rng.below(30);
    loan.values[row] = 500_000 * rng.uniform();
    const at = (rule - 1 + (drift === 0 ? 0 : Math.floor(row / drift))) % RULES.length;
    const person = { age: age.values[row], salary: salary.values[row], education: education.codes[row] };
    label.codes[row] = flipped(RULES[at](person) ? 0 : 1, noise, rng);
  }
  return makeTable([salary, commission, age, education, car, area, houseValue, houseYears, loan, label]);
}

function between(least: number, most: number, rng: Random): number {
  return least + (most - least) * rng.uniform();
}

function named(word: string, length: number): string[] {
  return Array.from({ length }, (_, i) => `${word}${i}`);
}
