const folder = "packages/coppice/src/table";

export const table = [
  {
    name: "decimal-power-23",
    file: `${folder}/decimal.ts`,
    find: "scale >= -22 && scale <= 22",
    replace: "scale >= -22 && scale <= 23",
    wrong:
      "A number times ten to the power of 23 is multiplied by a power that the table does not have: it reads as missing.",
  },
  {
    name: "duplicates-with-gaps",
    file: `${folder}/duplicates.ts`,
    find: "Object.is(of[a], of[b])",
    replace: "of[a] === of[b]",
    wrong:
      "Rows with a missing number are never duplicates of each other, so they come into different folds.",
  },
  {
    name: "folds-start-again",
    file: `${folder}/groupedFolds.ts`,
    find: "  return turn % count;",
    replace: "  return 0;",
    wrong: "Every class is dealt from the first fold on, so that the first folds are larger than the last.",
  },
  {
    name: "misspelling-twentieth",
    file: `${folder}/training/classes.ts`,
    find: "rare.rows * 20 > common.rows",
    replace: "rare.rows * 20 >= common.rows",
    wrong: "A class exactly a twentieth as frequent as another is no longer seen as its misspelling.",
  },
  {
    name: "weight-zero-refused",
    file: `${folder}/training/weights.ts`,
    find: "if (value >= 0 && Number.isFinite(value)) return;",
    replace: "if (value > 0 && Number.isFinite(value)) return;",
    wrong: "A row of weight 0 is refused, although it is a weight that leaves the row out.",
  },
];
