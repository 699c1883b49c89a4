const folder = "packages/coppice/src/targets";

export const targets = [
  {
    name: "link-overwritten",
    file: `${folder}/files.ts`,
    find: "const target = old ? await realpath(path) : path;",
    replace: "const target = path;",
    wrong: "Writing to a link replaces the link by a file and leaves its target as it was.",
  },
  {
    name: "device-replaced",
    file: `${folder}/files.ts`,
    find: "if (old && !old.isFile() && !old.isDirectory()) return await writeFile(path, made(content));",
    replace: "",
    wrong: "A device or a pipe that is written to is replaced by a file.",
  },
  {
    name: "greatest-of-last-block",
    file: `${folder}/disk/scratchColumn.ts`,
    find: "this.high = Math.max(this.high, high);",
    replace: "this.high = high;",
    wrong: "The last edge of the bins is the greatest number of the last block and not of the column.",
  },
  {
    name: "stored-rows-of-range",
    file: `${folder}/disk/storedColumn.ts`,
    find: "(_, i) => rows[from + i]",
    replace: "(_, i) => rows[i]",
    wrong: "Of more than 65,536 chosen rows every piece is read as the first one.",
  },
  {
    name: "stream-goes-on-after-two",
    file: `${folder}/growingFile.ts`,
    find: "if (next === CR && afterNext === LF) return end + 2;",
    replace: "if (next === CR && afterNext === LF) return end + 1;",
    wrong: "A stream that goes on after a line end of two characters begins with an empty line.",
  },
];
