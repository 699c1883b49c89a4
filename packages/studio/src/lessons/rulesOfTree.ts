import type { LessonRule } from "../work/lessonTypes.js";
import { type Lesson, sum } from "./lesson.js";

const DRAWN = { table: "people", isDrawn: true } as const;
const PERSON = { age: 30, "years-in-job": 1, gender: "male", "job-type": "B" } as const;
/** Seven people: those with job type A have 0.4, whatever their age. */
const SEEN = {
  age: [25, 50, 60, 30, 30, 50, 50],
  "years-in-job": [1, 1, 5, 1, 1, 1, 5],
  gender: ["female", "male", "female", "male", "male", "male", "female"],
  "job-type": ["A", "A", "A", "B", "C", "B", "C"],
  y: [0.4, 0.4, 0.4, 0.3, 0.2, 0.6, 0.8],
} as const;

const conditions = (rules: readonly LessonRule[]) => sum(rules.map((rule) => rule.if.length));

export const rulesOfTree: Lesson = {
  id: "rules",
  title: "From a tree to rules",
  about: "A tree that predicts numbers, read as five rules, and rules made shorter",
  source: "E. Alpaydin, Introduction to Machine Learning, figure 9.6",
  steps: [
    {
      title: "A tree of people",
      ask: DRAWN,
      say: ({ tree }) => {
        const used = new Set(tree?.attribute.filter((at) => at >= 0));
        return [
          `This tree predicts a number, y. It knows *${tree?.names.length}* things about a person and asks for *${used.size}* of them: ${[...used].map((at) => tree?.names[at]).join(", ")}. What a tree leaves out is a finding, too.`,
          "At the top it asks for the age. Of older people it then wants the years in their job, of younger ones the kind of job.",
        ];
      },
    },
    {
      title: "A rule for each leaf",
      ask: DRAWN,
      say: ({ rules = [] }) => [
        `Each way from the root to a leaf is a rule: the conditions on the way, joined by "and". *${rules.length}* leaves give *${rules.length}* rules. They never overlap, and one of them always holds.`,
      ],
      show: { rules: "rules" },
    },
    {
      title: "Ask for a person",
      ask: { ...DRAWN, rows: [PERSON] },
      say: ({ predicted = [] }) => [
        `Someone aged *${PERSON.age}* with a job of type *${PERSON["job-type"]}*: the tree answers *${predicted[0]}*. The years in the job were not asked for, nor was the gender.`,
      ],
      show: { node: "0.1" },
    },
    {
      title: "Shorter rules",
      ask: { ...DRAWN, seen: SEEN },
      say: ({ rules = [], shorter = [] }) => {
        const short = shorter.find(({ if: each }) => each.length === 1 && each[0].startsWith("job-type"));
        return [
          `A rule may keep a condition that it does not need. Suppose that we see *${SEEN.y.length}* more people, and that those with a job of type A have ${short?.then} each, older ones as well.`,
          `Then the age can go from that rule: *if ${short?.if[0]} then ${short?.then}*. Of *${conditions(rules)}* conditions, *${conditions(shorter)}* are left, and the rules err no more than before. As a tree they can no longer be written.`,
        ];
      },
      show: { rules: "shorter" },
    },
  ],
};
