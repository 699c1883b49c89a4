// The tables that are measured, generated from a seed by the library's own random numbers: identical everywhere.
import { random } from "../../packages/coppice/dist/base/random.js";

/** A column to be stored: numbers in single precision, which all rivals represent exactly, or codes of levels. */
const numbers = (name, values) => ({ name, type: "numeric", values });
const codes = (name, levels, values) => ({ name, type: "nominal", levels, values });
const levelNames = (prefix, count) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

function normals(rng, rows) {
  const values = new Float32Array(rows);
  for (let row = 0; row < rows; row++) values[row] = rng.normal();
  return values;
}

const attributes = (count, make) => Array.from({ length: count }, (_, j) => make(j));

/** Products, thresholds and periodic terms of ten of the attributes. */
function signal(x, row) {
  return (
    1.2 * x[0][row] * x[1][row] +
    Math.sin(2 * x[2][row]) +
    (x[3][row] > 0.5 ? x[4][row] : 0) -
    0.8 * Math.abs(x[5][row]) +
    0.5 * x[6][row] ** 2 -
    (x[7][row] > 0 && x[8][row] > 0 ? 0.7 : 0) +
    0.3 * x[9][row]
  );
}

/**
 * Classes are quantiles of a noisy signal. A tenth of the labels are redrawn; with two classes a fifth, since half of those
 * stay the same. With `counts`, each row's count in a bootstrap sample is its weight.
 */
function wave({ rows, width = 28, classes = 2, seed, levels, counts = false }) {
  const rng = random(seed);
  const x = attributes(width, () => normals(rng, rows));
  const clean = Float64Array.from({ length: rows }, (_, row) => signal(x, row));
  const sorted = clean.slice().sort();
  const cuts = attributes(classes - 1, (k) => sorted[Math.floor((rows * (k + 1)) / classes)]);
  const redrawn = classes === 2 ? 0.2 : 0.1;
  const y = Int32Array.from(clean, (s) => {
    const noisy = s + 0.5 * rng.normal();
    const label = cuts.findIndex((cut) => noisy <= cut);
    return rng.uniform() < redrawn ? rng.below(classes) : label < 0 ? classes - 1 : label;
  });
  const cells = levels === undefined ? x : x.map((column) => rounded(column, levels));
  return [
    ...cells.map((column, j) => numbers(`x${j}`, column)),
    ...(counts ? [{ ...numbers("w", bootstrap(rows, random(seed + 1000))), weight: true }] : []),
    codes("y", levelNames("c", classes), y),
  ];
}

function bootstrap(rows, rng) {
  const counts = new Float32Array(rows);
  for (let i = 0; i < rows; i++) counts[rng.below(rows)]++;
  return counts;
}

/** Rounds to `levels` equally frequent values. */
function rounded(column, levels) {
  const sorted = column.slice().sort();
  const cuts = attributes(levels - 1, (k) => sorted[Math.floor((column.length * (k + 1)) / levels)]);
  return column.map((x) => cuts.filter((cut) => x >= cut).length);
}

/** Friedman's first function of five of ten attributes. */
function friedman({ rows, seed }) {
  const rng = random(seed);
  const x = attributes(10, () => Float32Array.from({ length: rows }, () => rng.uniform()));
  const y = Float32Array.from(
    { length: rows },
    (_, i) =>
      10 * Math.sin(Math.PI * x[0][i] * x[1][i]) +
      20 * (x[2][i] - 0.5) ** 2 +
      10 * x[3][i] +
      5 * x[4][i] +
      rng.normal(),
  );
  return [...x.map((column, j) => numbers(`x${j}`, column)), numbers("y", y)];
}

/** 26 classes in two styles each, sixteen integers of sixteen values: heavy ties. */
function letters({ rows, seed }) {
  const [rng, shapes] = [random(seed), random(3)];
  const shape = attributes(52, () => attributes(16, () => 2 + 11 * shapes.uniform()));
  const y = Int32Array.from({ length: rows }, () => rng.below(26));
  const style = Int32Array.from(y, (label) => 2 * label + rng.below(2));
  const x = attributes(16, (j) =>
    Float32Array.from(style, (s) => Math.min(15, Math.max(0, Math.round(shape[s][j] + 1.6 * rng.normal())))),
  );
  return [...x.map((column, j) => numbers(`x${j}`, column)), codes("y", levelNames("c", 26), y)];
}

/** Three classes, many attributes, twenty of them informative. */
function wide({ rows, width = 2000, seed }) {
  const [rng, effects] = [random(seed), random(5)];
  const effect = attributes(20, () => attributes(3, () => effects.normal()));
  const x = attributes(width, () => normals(rng, rows));
  const y = Int32Array.from({ length: rows }, (_, row) => {
    const score = (k) =>
      effect.reduce((sum, of, j) => sum + of[k] * x[j][row], 1.5 * Math.abs(x[k][row]) + rng.normal());
    return argmax([0, 1, 2].map(score));
  });
  return [...x.map((column, j) => numbers(`x${j}`, column)), codes("y", levelNames("c", 3), y)];
}

const LEVELS = [5, 50, 500, 5, 50, 5, 50, 5, 50, 500];

/** Seven classes; ten numeric attributes with 30% missing, ten nominal ones of 5, 50 or 500 levels with 10% missing. */
function mixed({ rows, seed }) {
  const [rng, effects] = [random(seed), random(6)];
  const slope = attributes(6, () => attributes(7, () => effects.normal()));
  const effect = LEVELS.map((levels) => attributes(levels, () => attributes(7, () => effects.normal())));
  const x = attributes(10, () => normals(rng, rows));
  const n = LEVELS.map((levels) => Int32Array.from({ length: rows }, () => rng.below(levels)));
  const y = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    y[row] = argmax(
      attributes(7, (k) => {
        let score = -1.5 * Math.log(-Math.log(1 - rng.uniform()));
        for (let j = 0; j < 6; j++) score += slope[j][k] * (j < 4 ? x[j][row] : Math.tanh(3 * x[j][row]));
        for (let j = 0; j < 5; j++) score += 0.8 * effect[j][n[j][row]][k];
        return score;
      }),
    );
  }
  for (const column of x)
    for (let row = 0; row < rows; row++) if (rng.uniform() < 0.3) column[row] = Number.NaN;
  for (const column of n) for (let row = 0; row < rows; row++) if (rng.uniform() < 0.1) column[row] = -1;
  return [
    ...x.map((column, j) => numbers(`x${j}`, column)),
    ...n.map((column, j) => codes(`n${j}`, levelNames("l", LEVELS[j]), column)),
    codes("y", levelNames("c", 7), y),
  ];
}

/** The shape of a census table, used if there is none: numbers with many ties, levels, a few missing values. */
function census({ rows, seed }) {
  const rng = random(seed);
  const draw = (make) => Float32Array.from({ length: rows }, make);
  const age = draw(() => 17 + Math.floor(60 * rng.uniform() ** 1.4));
  const serial = draw(() => 12000 + rng.below(400000));
  const years = draw(() => 1 + rng.below(16));
  const profit = draw(() => (rng.uniform() < 0.08 ? 100 * rng.below(990) : 0));
  const deficit = draw(() => (rng.uniform() < 0.05 ? 10 * rng.below(400) : 0));
  const hours = draw(() => (rng.uniform() < 0.5 ? 40 : 1 + rng.below(99)));
  const counts = [8, 16, 7, 14, 6, 5, 2, 41];
  const nominal = counts.map((levels) =>
    Int32Array.from({ length: rows }, () => Math.floor(levels * rng.uniform() ** 2)),
  );
  const y = Int32Array.from({ length: rows }, (_, i) => {
    const means = 0.3 * years[i] + 0.04 * Math.min(age[i], 55) + 0.02 * hours[i] + (profit[i] > 5000 ? 3 : 0);
    const score = means + (nominal[2][i] === 1 ? 1.5 : 0) - 0.2 * nominal[3][i] + 1.3 * rng.normal();
    return score > 5.4 ? 1 : 0;
  });
  for (const j of [0, 3, 7]) for (let i = 0; i < rows; i++) if (rng.uniform() < 0.045) nominal[j][i] = -1;
  const numeric = [age, serial, years, profit, deficit, hours];
  return [
    ...numeric.map((column, j) => numbers(`x${j}`, column)),
    ...nominal.map((column, j) => codes(`n${j}`, levelNames("l", counts[j]), column)),
    codes("y", ["no", "yes"], y),
  ];
}

/** The shape of a table of telephone campaigns, used if there is none: seven numbers with ties, nine nominal attributes, few successes. */
function campaign({ rows, seed }) {
  const rng = random(seed);
  const draw = (make) => Float32Array.from({ length: rows }, make);
  const numeric = {
    age: draw(() => 18 + Math.floor(70 * rng.uniform() ** 1.6)),
    balance: draw(() => Math.round(1500 * rng.normal() + 3000 * rng.uniform() ** 4)),
    day: draw(() => 1 + rng.below(31)),
    duration: draw(() => Math.round(60 - 220 * Math.log(1 - rng.uniform()))),
    calls: draw(() => 1 + Math.floor(-2 * Math.log(1 - rng.uniform()))),
    since: draw(() => (rng.uniform() < 0.8 ? -1 : 1 + rng.below(400))),
    earlier: draw(() => (rng.uniform() < 0.8 ? 0 : 1 + rng.below(10))),
  };
  const counts = [4, 12, 3, 4, 2, 2, 2, 3, 12];
  const nominal = counts.map((levels) =>
    Int32Array.from({ length: rows }, () => Math.floor(levels * rng.uniform() ** 1.5)),
  );
  const y = Int32Array.from({ length: rows }, (_, i) => {
    const score = numeric.duration[i] / 250 + (nominal[0][i] === 3 ? 2 : 0) - 0.6 * nominal[5][i];
    const season = nominal[8][i] > 8 ? 1 : 0;
    return score + season - 0.1 * numeric.calls[i] + 1.2 * rng.normal() > 3 ? 1 : 0;
  });
  return [
    ...Object.entries(numeric).map(([name, column]) => numbers(name, column)),
    ...nominal.map((column, j) => codes(`n${j}`, levelNames("l", counts[j]), column)),
    codes("y", ["no", "yes"], y),
  ];
}

const GRID = [3, 5, 4, 4, 3, 2, 3, 3];

/** Rows drawn from all combinations of eight nominal attributes; five classes by a hierarchy of rules, without noise, two of them rare. */
function grid({ rows, seed }) {
  const rng = random(seed);
  const x = GRID.map((levels) => Int32Array.from({ length: rows }, () => rng.below(levels)));
  const y = Int32Array.from({ length: rows }, (_, i) => {
    const [parents, nurse, form, children, housing, money, social, health] = x.map((column) => column[i]);
    if (health === 0) return 0;
    const burden = parents + nurse + 0.5 * form + 0.5 * children + housing + money + social;
    if (burden < 2) return health === 2 ? 1 : 2;
    return burden + 2 * health > 9 ? 4 : burden > 3 ? 3 : 2;
  });
  return [
    ...x.map((column, j) => codes(`n${j}`, levelNames("l", GRID[j]), column)),
    codes("y", levelNames("c", 5), y),
  ];
}

const ORBIT_SHARES = [0.78, 0.93, 0.98, 0.99, 0.995, 0.998];

/** Seven classes, one of them 78% of the rows and others rare; nine attributes with a few hundred integers each. */
function orbits({ rows, seed }) {
  const [rng, places] = [random(seed), random(9)];
  const centre = attributes(7, () => attributes(9, () => 40 * places.normal()));
  const y = Int32Array.from({ length: rows }, () => {
    const u = rng.uniform();
    return ORBIT_SHARES.filter((share) => u >= share).length;
  });
  const x = attributes(9, (j) =>
    Float32Array.from(y, (k) =>
      Math.round(centre[k][j] + (j < 5 ? 14 : 60) * rng.normal() * (rng.uniform() < 0.05 ? 4 : 1)),
    ),
  );
  return [...x.map((column, j) => numbers(`x${j}`, column)), codes("y", levelNames("c", 7), y)];
}

/** Six classes; four bands at nine neighbouring points, correlated, with values like 27 to 157. */
function pixels({ rows, seed }) {
  const [rng, shades] = [random(seed), random(13)];
  const shade = attributes(6, () => attributes(4, () => 60 + 60 * shades.uniform()));
  const y = Int32Array.from({ length: rows }, () => rng.below(6));
  const near = attributes(4, (band) => Float64Array.from(y, (k) => shade[k][band] + 12 * rng.normal()));
  const x = attributes(36, (j) =>
    Float32Array.from(near[j % 4], (base) => Math.round(base + 5 * rng.normal())),
  );
  return [...x.map((column, j) => numbers(`x${j}`, column)), codes("y", levelNames("c", 6), y)];
}

function argmax(scores) {
  return scores.reduce((best, score, k) => (score > scores[best] ? k : best), 0);
}

/** Every table by name, with its generator. The last column is the target. */
export const TABLES = new Map([
  ["wave-20k", () => wave({ rows: 20_000, seed: 7 })],
  ["wave-200k", () => wave({ rows: 200_000, seed: 7 })],
  ["waveCounts-200k", () => wave({ rows: 200_000, seed: 7, counts: true })],
  ["wave-1m", () => wave({ rows: 1_000_000, seed: 7 })],
  ["wave-test", () => wave({ rows: 100_000, seed: 8 })],
  ["wave7-200k", () => wave({ rows: 200_000, seed: 7, classes: 7 })],
  ["wave7-test", () => wave({ rows: 100_000, seed: 8, classes: 7 })],
  ["wave7few-200k", () => wave({ rows: 200_000, seed: 7, classes: 7, levels: 16 })],
  ["wave7few-test", () => wave({ rows: 100_000, seed: 8, classes: 7, levels: 16 })],
  ["friedman-200k", () => friedman({ rows: 200_000, seed: 11 })],
  ["friedman-1m", () => friedman({ rows: 1_000_000, seed: 11 })],
  ["friedman-test", () => friedman({ rows: 100_000, seed: 12 })],
  ["letters-20k", () => letters({ rows: 20_000, seed: 21 })],
  ["letters-test", () => letters({ rows: 20_000, seed: 22 })],
  ["wide-5k", () => wide({ rows: 5_000, seed: 31 })],
  ["wide-test", () => wide({ rows: 5_000, seed: 32 })],
  ["mixed-200k", () => mixed({ rows: 200_000, seed: 41 })],
  ["mixed-test", () => mixed({ rows: 100_000, seed: 42 })],
  ["census-50k", () => census({ rows: 50_000, seed: 51 })],
  ["census-test", () => census({ rows: 50_000, seed: 52 })],
  ["campaign-45k", () => campaign({ rows: 45_000, seed: 61 })],
  ["campaign-test", () => campaign({ rows: 45_000, seed: 62 })],
  ["grid-13k", () => grid({ rows: 12_960, seed: 71 })],
  ["grid-test", () => grid({ rows: 12_960, seed: 72 })],
  ["orbits-58k", () => orbits({ rows: 58_000, seed: 81 })],
  ["orbits-test", () => orbits({ rows: 58_000, seed: 82 })],
  ["pixels-6k", () => pixels({ rows: 6_400, seed: 91 })],
  ["pixels-test", () => pixels({ rows: 6_400, seed: 92 })],
]);

/** A table of any size, for the growth curves: "wave:rows:attributes:classes", "friedman:rows". */
export function columnsOf(name) {
  const made = TABLES.get(name);
  if (made !== undefined) return made();
  const [kind, rows, width, classes] = name.split(":");
  if (kind === "friedman") return friedman({ rows: Number(rows), seed: 11 });
  if (kind !== "wave") throw new Error(`there is no table ${name}`);
  return wave({ rows: Number(rows), width: Number(width), classes: Number(classes), seed: 7 });
}
