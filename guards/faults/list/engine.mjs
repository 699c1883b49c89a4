const folder = "packages/coppice/src/engine";

export const engine = [
  {
    name: "gap-goes-right",
    file: `${folder}/memory/sides.ts`,
    find: "side[i] = code <= boundary ? 0 : code < missing ? 1 : UNKNOWN;",
    replace: "side[i] = code <= boundary ? 0 : code <= missing ? 1 : UNKNOWN;",
    wrong: "A row without a value goes right, whatever the rule for missing values is.",
  },
  {
    name: "surrogate-not-reversed",
    file: `${folder}/memory/sides.ts`,
    find: "side[i] = outcome === UNKNOWN ? UNKNOWN : to[outcome];",
    replace: "side[i] = outcome;",
    wrong: "A surrogate that points the other way sends rows down the wrong branch.",
  },
  {
    name: "share-of-what-is-left",
    file: `${folder}/memory/divide.ts`,
    find: "toGrid(w0 * shares[b], quanta.weight)",
    replace: "toGrid(w * shares[b], quanta.weight)",
    wrong:
      "From the second branch on, a shared row is divided by what is left of its weight and not by all of it.",
  },
  {
    name: "tally-drops-weight",
    file: `${folder}/memory/tally.ts`,
    find: "cells[codes[rows[i]] * classes + code[i]] += weight[i];",
    replace: "cells[codes[rows[i]] * classes + code[i]] += 1;",
    wrong: "Tests are chosen as if all rows weighed the same.",
  },
  {
    name: "side-tally-counts-gap",
    file: `${folder}/memory/levelSides.ts`,
    find: "const m = hasMissing ? count - 1 : count;",
    replace: "const m = count;",
    wrong: "Rows without a value count as the greatest value where surrogates are searched for.",
  },
  {
    name: "bag-of-some-rows",
    file: `${folder}/bag.ts`,
    find: "(weights[row] * (share * of)) / totalWeight",
    replace: "(weights[row] * (share * rows)) / totalWeight",
    wrong:
      "Weighted rows that are drawn a block at a time count too seldom: by the rows of the block and not of the table.",
  },
];
