import { brief } from "../base/text.js";
import { type Lesson, three } from "./lesson.js";

const FULL = {
  table: "points",
  learner: "cart",
  options: { criterion: "entropy", prune: "none" },
} as const;

export const pruning: Lesson = {
  id: "pruning",
  title: "What is a leaf worth?",
  about: "Cost-complexity pruning: the weakest link goes first, and alpha says when",
  source: "Points of Duda, Hart and Stork, example 2; method of Breiman et al. (1984)",
  steps: [
    {
      title: "A tree without errors",
      ask: FULL,
      say: ({ tree, pruning: rows = [] }) => {
        const full = rows[rows.length - 1];
        return [
          `Grown to the end, the tree divides *${full.splits}* times, has *${((tree?.size ?? 0) + 1) / 2}* leaves, and makes *${full.cost}* errors on the ten points it was grown from.`,
          `The root alone makes *${rows[0].cost}* errors. How many of the divisions in between are worth having?`,
        ];
      },
    },
    {
      title: "A price for every leaf",
      ask: FULL,
      say: () => [
        "Let every leaf cost α. A tree then costs its errors plus α for each leaf. If α is nothing, the largest tree is cheapest; if it is large, the root alone. Between the two there are only a few trees that are ever the cheapest.",
        "A subtree should go when it saves less per leaf than leaves cost.",
      ],
      formula: () => ["R_α(T) = R(T) + α·leaves(T)", "g(node) = (R(node) − R(subtree)) / (leaves − 1)"],
    },
    {
      title: "The weakest link",
      ask: { ...FULL, node: "0" },
      say: ({ node, pruning: rows = [] }) => {
        const [root, next, full] = rows;
        const saved = next.cost - full.cost;
        const more = full.splits - next.splits;
        return [
          `Below the root, the left node has *${node?.weight}* points and would make *${Math.min(...(node?.counts ?? []))}* error as a leaf. The subtree below it saves this error with *${more}* further leaves: *${brief(saved / more)}* errors for each.`,
          `Relative to the *${root.cost}* errors of the root this is α = *${three(next.alpha)}*. From there on the subtree is not worth its leaves.`,
        ];
      },
      formula: ({ pruning: [root, next, full] = [] }) => [
        `g = (${next.cost} − ${full.cost}) / ${full.splits - next.splits} = ${brief((next.cost - full.cost) / (full.splits - next.splits))}`,
        `α = ${brief((next.cost - full.cost) / (full.splits - next.splits))} / ${root.cost} = ${three(next.alpha)}`,
      ],
      show: { node: "0", rows: ({ node }) => node?.rows ?? [] },
    },
    {
      title: "The next one",
      ask: FULL,
      say: ({ pruning: [root, next] = [] }) => [
        `With the subtree gone, one division is left. It saves *${root.cost - next.cost}* of *${root.cost}* errors for a single leaf, so it goes only at α = *${three(root.alpha)}*.`,
      ],
      formula: ({ pruning: [root, next] = [] }) => [
        `α = (${root.cost} − ${next.cost}) / ${next.splits - root.splits} / ${root.cost} = ${three(root.alpha)}`,
      ],
      show: { open: ["root"], node: "root" },
    },
    {
      title: "Three trees, and a choice",
      ask: FULL,
      say: ({ pruning: rows = [] }) => [
        `This gives *${rows.length}* nested trees. The errors on the training points only fall as a tree grows, so they cannot choose; errors on points that the tree has not seen do, by cross-validation.`,
        "In the studio, the pruning panel beside your own tree walks along this sequence.",
      ],
      show: { pruning: true },
    },
  ],
};
