const folder = "packages/coppice/src/source";

export const source = [
  {
    name: "csv-line-between-chunks",
    file: `${folder}/csv/scanner.ts`,
    find: "(i > 0 ? chunk[i - 1] : this.previous) !== CR",
    replace: "chunk[i - 1] !== CR",
    wrong:
      "A line end of two characters that is cut by the end of a chunk, within quotes, counts as two lines in messages.",
  },
  {
    name: "csv-blanks-in-quotes",
    file: `${folder}/csv/scanner.ts`,
    find: "if (!quoted) while (end > 0 && this.blanks[this.held[end - 1]] === 1) end--;",
    replace: "while (end > 0 && this.blanks[this.held[end - 1]] === 1) end--;",
    wrong: "Blanks at the end of a quoted cell are dropped.",
  },
  {
    name: "sniff-later-delimiter",
    file: `${folder}/csv/sniff.ts`,
    find: "lines === bestLines && header > bestCells",
    replace: "lines === bestLines && header >= bestCells",
    wrong:
      "Of two delimiters that divide a file equally well the later one is taken and not the preferred one.",
  },
  {
    name: "arff-first-weights",
    file: `${folder}/arff/rows.ts`,
    find: "for (let row = 0; row < this.rows; row++) this.weight.addValue(1);",
    replace: "for (let row = 0; row < this.rows; row++) this.weight.addValue(0);",
    wrong: "Rows before the first one with a weight count for nothing.",
  },
];
