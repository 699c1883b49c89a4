import { gainList, type Lesson, three } from "./lesson.js";

const ID3 = { table: "fruit", learner: "id3" } as const;

export const fruit: Lesson = {
  id: "fruit",
  title: "Twenty questions about fruit",
  about: "Branches by level, paths as sentences, and the same tree with yes and no",
  source: "Duda, Hart and Stork, Pattern Classification, figures 8.1 and 8.2",
  steps: [
    {
      title: "The tree of the book",
      ask: { table: "fruit", isDrawn: true },
      say: ({ page, classes }) => [
        "The book draws this tree and gives no data. Read it from the top: each node asks one question, each branch is an answer, each leaf a fruit.",
        `To see whether a learner would find it, here are *${page.rows.length}* examples of *${classes.length}* kinds of fruit, made so that every leaf of the book has one.`,
      ],
    },
    {
      title: "The first question",
      ask: { ...ID3, node: "root" },
      say: (found) => [
        `With *${found.classes.length}* classes the entropy at the root is *${three(found.node?.entropy)}* bits: more than one question will be needed.`,
        `The gains are: ${gainList(found)}. ${found.candidates?.[0].attribute} is asked first, as in the book.`,
      ],
      show: { open: ["root"], node: "root", gains: "candidates" },
    },
    {
      title: "Other colours, other questions",
      ask: { ...ID3, node: "1" },
      say: (found) => [
        `Of the *${found.node?.weight}* yellow fruits the shape tells most: ${gainList(found)}.`,
        "Green ones are told apart by their size, and so are red ones: the question Size stands in several places.",
      ],
      show: {
        open: ["root", "0", "1", "2"],
        node: "1",
        gains: "candidates",
        rows: ({ node }) => node?.rows ?? [],
      },
    },
    {
      title: "A path is a sentence",
      ask: { ...ID3, rows: [{ Color: "yellow", Size: "medium", Shape: "thin", Taste: "sweet" }] },
      say: ({ rules = [], predicted = [] }) => {
        const rule = rules.find(
          ({ then, if: conditions }) => then === predicted[0] && conditions.length === 2,
        );
        return [
          `A sweet, yellow, thin fruit of medium size is a *${predicted[0]}*. Only *${rule?.if.length}* of its four properties were looked at: ${rule?.if.join(" and ")}.`,
        ];
      },
      show: { rules: "rules" },
    },
    {
      title: "Only yes and no",
      ask: { table: "fruit", isDrawn: true, isBinary: true },
      say: ({ tree, rules = [] }) => [
        `Questions with several answers can be asked as several questions with two. The same tree then has *${tree?.size}* nodes and *${rules.length}* leaves, and classifies every fruit as before.`,
      ],
    },
    {
      title: "What makes an apple?",
      ask: { table: "fruit", isDrawn: true, simplest: "Apple" },
      say: ({ rules = [] }) => [
        `*${rules.filter(({ then }) => then === "Apple").length}* leaves say Apple, one among the green and one among the red. Joined, and without what is not needed, a single rule is left, as the book has it:`,
      ],
      formula: ({ simplest = [] }) => simplest,
    },
  ],
};
