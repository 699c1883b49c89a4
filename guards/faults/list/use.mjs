const folder = "packages/coppice/src/use";

export const use = [
  {
    name: "auc-tie",
    file: `${folder}/evaluate/ranking.ts`,
    find: "pairs += negative * (above + positive / 2);",
    replace: "pairs += negative * (above + positive);",
    wrong: "A pair of rows with equal probabilities counts as ranked correctly.",
  },
  {
    name: "calibration-of-certainty",
    file: `${folder}/evaluate/calibration.ts`,
    find: "const bin = Math.min(bins - 1, Math.floor(p * bins));",
    replace: "const bin = Math.floor(p * bins);",
    wrong: "Rows with a probability of exactly 1 are in no bin.",
  },
  {
    name: "bootstrap-seed-ignored",
    file: `${folder}/evaluate/splits.ts`,
    find: 'keyFor("evaluation", seed, round + 1)',
    replace: 'keyFor("evaluation", 0, round + 1)',
    wrong: "Every seed draws the same bootstrap samples.",
  },
  {
    name: "apostrophe-in-html",
    file: `${folder}/draw/escape.ts`,
    find: "/[&<>\"']/g",
    replace: '/[&<>"]/g',
    wrong: "An apostrophe from the data ends an attribute of the report's HTML.",
  },
  {
    name: "change-of-kept-attribute",
    file: `${folder}/explain/nearestChange.ts`,
    find: " || keep.includes(column.name)",
    replace: "",
    wrong: "Attributes that must stay are changed: the option keep is ignored.",
  },
  {
    name: "chain-shares",
    file: `${folder}/simplify/toBinary.ts`,
    find: "const share = left / (left + right);",
    replace: "const share = left;",
    wrong: "The shares of a gap in a chain of two-way tests do not multiply to those of the original test.",
  },
];
