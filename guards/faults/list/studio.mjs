const folder = "packages/studio/src";

export const studio = [
  {
    name: "growth-order-tie",
    file: `${folder}/work/growthOrder.ts`,
    find: "if (open[i].worth > open[best].worth) best = i;",
    replace: "if (open[i].worth >= open[best].worth) best = i;",
    wrong:
      "Of nodes that gain the same the newest is shown to grow first, and the learner divides the oldest.",
  },
  {
    name: "ordered-level-moved",
    file: `${folder}/grow/levelMoves.ts`,
    find: '    if (ordered) return { kind: "threshold", node, threshold: names[wanted.levels.lastIndexOf(0)] };',
    replace:
      '    if (ordered) return { kind: "threshold", node, threshold: names[wanted.levels.indexOf(0)] };',
    wrong: "Moving a level of an ordered attribute makes a threshold at the first level.",
  },
  {
    name: "percent-of-almost-all",
    file: `${folder}/base/text.ts`,
    find: "if (share < 1 && Number(text) >= 100)",
    replace: "if (share < 1 && Number(text) > 100)",
    wrong: "99.9% is shown as 100%.",
  },
  {
    name: "quartile-of-levels",
    file: `${folder}/work/pairs.ts`,
    find: "const at = share * (sorted.length - 1);",
    replace: "const at = share * sorted.length;",
    wrong: "Quartiles of a box plot are taken one place too far.",
  },
  {
    name: "held-rows-of-old-table",
    file: `${folder}/work/requests/table.ts`,
    find: "    work.parts = undefined;\n",
    replace: "",
    wrong: "After another table is opened, edits are judged by the held-out rows of the one before.",
  },
];
