/**
 * The tables of the manifest, made here and not by the product or its tests: they stay the same when those change. Draws use whole
 * numbers of 32 bits, so that they are the same on every machine.
 */

/** Draws from 0 up to, but not including, `n`. */
export function draws(seed) {
  let state = seed >>> 0 || 1;
  return (n) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % n;
  };
}

const numeric = (name, rows, numberAt) => ({
  type: "numeric",
  name,
  values: Float64Array.from({ length: rows }, (_, row) => numberAt(row)),
});

const nominal = (name, levels, rows, codeOf, type = "nominal") => ({
  type,
  name,
  levels: typeof levels === "number" ? Array.from({ length: levels }, (_, i) => `${name}${i}`) : levels,
  codes: Int32Array.from({ length: rows }, (_, row) => codeOf(row)),
});

const cellOf = (column, row) =>
  column.type === "numeric" ? column.values[row] || 0 : Math.max(0, column.codes[row]);

/** How much the attributes count, in turn. */
const SHARES = [6, 2, 1, 3, 4, 2];

/** The target: a sum over the cells, each as a tenth of its column, plus noise; as a number or in classes of about equal width. */
function target(task, attributes, draw, { classes = 3, noise = 12, scale = 1, offset = 0 } = {}) {
  const rows = (attributes[0].values ?? attributes[0].codes).length;
  const scores = new Int32Array(rows);
  attributes.forEach((column, a) => {
    const cells = Array.from(scores, (_, row) => cellOf(column, row));
    const most = cells.reduce((x, y) => Math.max(x, y), 0) + 1;
    // Neighbouring levels differ.
    const turn = column.type === "numeric" ? 1 : 3;
    cells.forEach((cell, row) => {
      scores[row] += SHARES[a % SHARES.length] * Math.floor((10 * ((cell * turn) % most)) / most);
    });
  });
  for (let row = 0; row < rows; row++) scores[row] += draw(noise + 1);
  if (task === "regression") return numeric("y", rows, (row) => scores[row] * scale + offset);
  const least = scores.reduce((x, y) => Math.min(x, y));
  const width = scores.reduce((x, y) => Math.max(x, y)) - least + 1;
  return nominal("y", classes, rows, (row) => Math.floor(((scores[row] - least) * classes) / width));
}

/** Every type of column, with gaps, a column like another, heaps of near numbers, many levels. */
function mixed(rows, seed, gaps) {
  const draw = draws(seed);
  const isGap = () => draw(100) < gaps;
  const x = numeric("x", rows, () => (isGap() ? Number.NaN : draw(41)));
  return [
    x,
    numeric("z", rows, () => (isGap() ? Number.NaN : 200 * draw(15) + draw(3))),
    numeric("like", rows, (row) => x.values[row] + draw(9)),
    nominal("many", 14, rows, () => (isGap() ? -1 : draw(14))),
    nominal("few", 3, rows, () => (isGap() ? -1 : draw(3))),
    nominal("size", 4, rows, () => (isGap() ? -1 : draw(4)), "ordered"),
  ];
}

function numbers(rows, seed, count = 4) {
  const draw = draws(seed);
  return Array.from({ length: count }, (_, a) => numeric(`n${a}`, rows, () => draw(10 ** (a + 1)) / 8));
}

/** Equal columns, exclusive or, whole numbers, a constant. */
function ties(rows, seed) {
  const draw = draws(seed);
  const a = nominal("a", ["0", "1"], rows, () => draw(2));
  const b = nominal("b", ["0", "1"], rows, () => draw(2));
  const n = numeric("n", rows, () => draw(5));
  return [
    a,
    b,
    n,
    { ...n, name: "again" },
    numeric("back", rows, (row) => -n.values[row]),
    numeric("same", rows, () => 7),
    nominal("xor", ["0", "1"], rows, (row) => a.codes[row] ^ b.codes[row]),
  ];
}

const SYLLABLES = ["ba", "ko", "ri", "tu", "ne", "la"];
const WORDS = ["late", "broken", "again", "thanks", "price", "colour"];

function strings(rows, seed) {
  const draw = draws(seed);
  const built = (parts, most, between) => () =>
    Array.from({ length: 1 + draw(most) }, () => parts[draw(parts.length)]).join(between);
  const texts = (name, type, make) => {
    const cells = Array.from({ length: rows }, make);
    const levels = [...new Set(cells)];
    return { type, name, levels, codes: Int32Array.from(cells, (cell) => levels.indexOf(cell)) };
  };
  return [
    texts("code", "string", built(SYLLABLES, 3, "")),
    texts("note", "text", built(WORDS, 4, " ")),
    numeric("n", rows, () => draw(9)),
    nominal("k", 3, rows, () => draw(3)),
  ];
}

const made = {
  mixed: (task) => withTarget(task, mixed(140, 5, 8), 6),
  tiny: (task) => withTarget(task, mixed(30, 6, 5), 7),
  numbers: (task) => withTarget(task, numbers(150, 8), 9),
  weights: (task) => {
    const draw = draws(11);
    const columns = [...numbers(120, 12, 2), nominal("k", 5, 120, () => draw(5))];
    const weight = numeric("weight", 120, () => draw(9) / 4);
    return { ...withTarget(task, columns, 13), weight };
  },
  levels: (task) => {
    const draw = draws(14);
    const columns = [
      nominal("wide", 60, 160, () => draw(45)),
      nominal("two", 2, 160, () => draw(2)),
      nominal("ordered", 7, 160, () => draw(7), "ordered"),
      nominal("nine", 9, 160, () => (draw(20) === 0 ? -1 : draw(9))),
    ];
    return withTarget(task, columns, 15);
  },
  ties: (task) => withTarget(task, ties(90, 16), 17, { classes: 2, noise: 0 }),
  strings: (task) => withTarget(task, strings(60, 18), 19, { classes: 2 }),
  gaps: (task) => {
    const columns = mixed(100, 20, 45);
    return withTarget(task, [...columns, numeric("none", 100, () => Number.NaN)], 21);
  },
  many: (task) => withTarget(task, numbers(180, 22, 3), 23, { classes: 7, scale: 1e-3, offset: 1e9 }),
  keyed: (task) => {
    const rowKey = numeric("id", 150, (row) => ((row * 7919) % 151) * 2 ** 33 - 5);
    return { ...withTarget(task, mixed(150, 24, 8), 25), rowKey };
  },
  pure: (task) => withTarget(task, mixed(40, 26, 8), 27, { classes: 1, noise: 0, scale: 0 }),
  one: (task) => withTarget(task, mixed(1, 28, 0), 29),
  bare: (task) => ({ columns: [], target: target(task, numbers(30, 30, 1), draws(31)) }),
  rows12k: (task) => withTarget(task, mixed(12_000, 38, 3), 39),
  rows20k: (task) => withTarget(task, mixed(20_000, 32, 3), 33),
  numbers20k: (task) => withTarget(task, numbers(20_000, 34, 5), 35),
  rows300k: (task) => withTarget(task, mixed(300_000, 36, 2), 37),
};

function withTarget(task, columns, seed, options) {
  return { columns, target: target(task, columns, draws(seed), options) };
}

/** Of small tables, all but the plainest. */
export const SMALL_TABLES = [
  ...["mixed", "numbers", "weights", "levels", "ties", "strings", "gaps", "many", "keyed", "pure", "one"],
  "bare",
];

const kept = new Map();

/**
 * A table of this name for a task, and what a request says about its columns. The cells are copies: the product keeps what
 * it sorted by the array, and which kernels run must not depend on the cases before.
 */
export function tableNamed(name, task) {
  const key = `${name}/${task}`;
  if (!kept.has(key)) kept.set(key, assembled(made[name](task)));
  const { columns, ...rest } = kept.get(key);
  return { ...rest, columns: columns.map(copied) };
}

const copied = (column) =>
  column.values ? { ...column, values: column.values.slice() } : { ...column, codes: column.codes.slice() };

function assembled({ columns, target: y, weight, rowKey }) {
  const all = [...columns, ...(weight ? [weight] : []), ...(rowKey ? [rowKey] : []), y];
  const request = {
    target: "y",
    ...(weight && { weight: weight.name }),
    ...(rowKey && { rowKey: rowKey.name }),
  };
  return { columns: all, rows: (y.values ?? y.codes).length, request };
}
