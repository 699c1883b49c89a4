import { candidate, gainList, type Lesson, three } from "./lesson.js";

const STUMP = {
  table: "points",
  learner: "cart",
  options: {
    criterion: "entropy",
    maxDepth: 1,
    prune: "none",
    missing: "surrogate",
    association: "counted",
    directions: "one",
  },
  node: "root",
} as const;

export const surrogates: Lesson = {
  id: "surrogates",
  title: "A stand-in for a missing value",
  about: "Surrogate splits: the tests that agree most with the best one",
  source: "Duda, Hart and Stork, Pattern Classification, example 2",
  steps: [
    {
      title: "Ten points",
      ask: STUMP,
      say: ({ node, classes }) => [
        `Ten points with three coordinates, *${node?.counts[0]}* of class ${classes[0]} and *${node?.counts[1]}* of class ${classes[1]}. None of the values is missing here, but later some may be: what should the tree do then?`,
      ],
      show: { open: [] },
    },
    {
      title: "The primary split",
      ask: STUMP,
      say: (found) => {
        const [best] = found.candidates ?? [];
        return [
          `The best threshold on each coordinate gains: ${gainList(found)} bits. The winner is *${best.text}*: it sends *${best.branches[0].weight}* points to the left and *${best.branches[1].weight}* to the right.`,
          `Left there are *${best.branches[0].counts[0]}* of ${found.classes[0]} and *${best.branches[0].counts[1]}* of ${found.classes[1]}; on the right all are of ${found.classes[1]}.`,
        ];
      },
      formula: (found) => {
        const { gain, text } = candidate(found, "x1");
        return [`gain(${text}) = ${three(gain)}`];
      },
      show: { node: "root", gains: "candidates" },
    },
    {
      title: "Which test does nearly the same?",
      ask: STUMP,
      say: ({ surrogates: found = [], page }) => [
        `A point without x1 cannot be asked for it. So the node remembers other tests, ranked by how many of the *${page.rows.length}* points they send the same way.`,
        `*${found[0]?.text}* agrees on *${found[0]?.agrees}* points, *${found[1]?.text}* on *${found[1]?.agrees}*. They are chosen to imitate the primary split, not because they separate the classes well.`,
      ],
      formula: ({ surrogates: found = [], page }) =>
        found.map(({ text, agrees }) => `${text}: ${agrees} of ${page.rows.length} agree`),
      show: { node: "root" },
    },
    {
      title: "Points with gaps",
      ask: {
        ...STUMP,
        rows: [
          { x1: null, x2: 2, x3: 4 },
          { x1: null, x2: 2, x3: null },
        ],
      },
      say: ({ predicted = [], surrogates: found = [] }) => [
        `The point (?, 2, 4) has no x1, but it has an x3: the first stand-in, ${found[0]?.text}, sends it to the right, and it is classified as *${predicted[0]}*.`,
        `The point (?, 2, ?) has neither: the second, ${found[1]?.text}, sends it to the left, to *${predicted[1]}*.`,
      ],
      show: { node: "root" },
    },
  ],
};
