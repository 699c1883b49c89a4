const folder = "packages/coppice/src/predict";

export const predict = [
  {
    name: "vote-without-tolerance",
    file: `${folder}/combine.ts`,
    find: "probabilities[at + k] > probabilities[at + best] + TIE",
    replace: "probabilities[at + k] > probabilities[at + best]",
    wrong: "Rounding decides between classes that are equally probable.",
  },
  {
    name: "levels-beyond-32",
    file: `${folder}/compile.ts`,
    find: "const word = threshold[node] + (code >> 5);",
    replace: "const word = threshold[node];",
    wrong: "The 33rd level of an attribute goes where the first one goes.",
  },
  {
    name: "ambiguous-number-level",
    file: `${folder}/levelCoder.ts`,
    find: "codes.set(number, codes.has(number) ? undefined : code);",
    replace: "codes.set(number, code);",
    wrong: "A number that two levels spell is taken for the later one and not refused as unknown.",
  },
  {
    name: "divided-rows-are-near",
    file: `${folder}/proximities.ts`,
    find: "    if (leaf === SHARED) return;\n",
    replace: "",
    wrong: "Rows that a tree divides among branches count as rows of one leaf.",
  },
  {
    name: "half-unknown-classes",
    file: `${folder}/truth.ts`,
    find: "if (2 * unlisted.length > rowsOf.size) throw",
    replace: "if (2 * unlisted.length >= rowsOf.size) throw",
    wrong: "A table of which exactly half of the classes are unknown to the model is refused.",
  },
];
