import type { LessonAnswer } from "../work/lessonTypes.js";
import { type Lesson, three } from "./lesson.js";

const RIPPER = { table: "tennis", learner: "ripper" } as const;
const NO = { class: "no", has: [], after: [] } as const;
const FIRST = [
  ["Humidity", "High"],
  ["Outlook", "Sunny"],
] as const;

const best = ({ covers }: LessonAnswer) => {
  const [first] = covers?.conditions ?? [];
  if (first === undefined) throw new Error("no condition is left");
  return first;
};

/** `4·(log₂(4/7) − log₂(5/14)) = 2.712`. */
const foil = (found: LessonAnswer) => {
  const { hits, total, gain, attribute, level } = best(found);
  const { covers } = found;
  return [
    "gain = p′·(log₂(p′/t′) − log₂(p/t))",
    `${attribute} = ${level}: ${hits}·(log₂(${hits}/${total}) − log₂(${covers?.hits}/${covers?.total})) = ${three(gain)}`,
  ];
};

const covered = ({ covers }: LessonAnswer) => covers?.rows ?? [];

export const ripper: Lesson = {
  id: "ripper",
  title: "Rules without a tree",
  about: "RIPPER on the tennis table: one rule at a time, one condition at a time",
  source: "Method of Cohen (1995), as in Alpaydin, 9.5; table of Roth, 2.1",
  steps: [
    {
      title: "Begin with the rarer class",
      ask: { table: "tennis", covers: NO },
      say: ({ covers, classes }) => [
        `A tree divides everything. A rule learner looks for one class at a time, the rarer first: *${covers?.hits}* of *${covers?.total}* days are without play. What no rule covers is the other class, ${classes[0]}.`,
        "It begins with a rule without any condition, which covers every day.",
      ],
      show: { rows: covered },
    },
    {
      title: "The first condition",
      ask: { table: "tennis", covers: NO },
      say: (found) => {
        const { attribute, level, hits, total } = best(found);
        return [
          "Foil's gain rewards a condition that leaves mostly days of the class, and many of them.",
          `*${attribute} = ${level}* is best: *${hits}* of the *${total}* days that it leaves are without play.`,
        ];
      },
      formula: foil,
      show: { gains: "conditions", rows: covered },
    },
    {
      title: "The second condition",
      ask: { table: "tennis", covers: { ...NO, has: FIRST.slice(0, 1) } },
      say: (found) => {
        const { attribute, level, hits, total } = best(found);
        return [
          `Still *${(found.covers?.total ?? 0) - (found.covers?.hits ?? 0)}* days with play are covered. Add *${attribute} = ${level}*: *${hits}* of *${total}* are right, and the rule makes no error any more.`,
        ];
      },
      formula: foil,
      show: { gains: "conditions", rows: covered },
    },
    {
      title: "Take away what is covered",
      ask: { table: "tennis", covers: { ...NO, after: [FIRST] } },
      say: (found) => {
        const { attribute, level, hits, total } = best(found);
        return [
          `The rule is done, and its days are taken away. *${found.covers?.total}* days are left, *${found.covers?.hits}* of them without play. A new rule starts: *${attribute} = ${level}* leaves *${hits}* of *${total}*.`,
          "Another condition is just as good; on a tie the first one is taken.",
        ];
      },
      formula: foil,
      show: { gains: "conditions", rows: covered },
    },
    {
      title: "The rules",
      ask: RIPPER,
      say: ({ rules = [] }) => [
        `*${rules.length - 1}* rules and a default, and every day is right. The whole learner also prunes each rule on days kept aside, and tries each rule again when all are known; here both change nothing.`,
        "Compare them with the tree of the first lesson: the same knowledge, said for one class only.",
      ],
      show: { rules: "rules" },
    },
  ],
};
