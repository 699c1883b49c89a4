import type { LessonAnswer } from "../work/lessonTypes.js";
import {
  candidate,
  entropyTerms,
  gainList,
  type Lesson,
  remaining,
  remainingTerms,
  three,
} from "./lesson.js";

const ID3 = { table: "tennis", learner: "id3" } as const;

/** As one gets it by hand, from rounded numbers. */
const bookGain = (found: LessonAnswer) =>
  three(Number(three(found.node?.entropy)) - Number(three(remaining(candidate(found, "Outlook").branches))));

export const tennis: Lesson = {
  id: "tennis",
  title: "Which question first?",
  about: "Fourteen days of tennis: entropy and information gain",
  source: "D. Roth, lecture notes on decision trees, 2.5",
  steps: [
    {
      title: "Fourteen days",
      ask: { ...ID3, node: "root" },
      say: ({ node, classes }) => [
        `On *${node?.counts[0]}* of these *${node?.weight}* days people played tennis (${classes[0]}), on *${node?.counts[1]}* they did not.`,
        "Four things are known of each day. A decision tree asks about one of them, then about another, until the days that are left agree. Which one should it ask about first?",
      ],
      show: { open: [] },
    },
    {
      title: "How mixed are they?",
      ask: { ...ID3, node: "root" },
      say: ({ node }) => [
        "Entropy measures how uncertain the answer is, in bits: nothing if all rows have one class, one bit if two classes are equally frequent.",
        `Here it is *${three(node?.entropy)}* bits: close to a toss-up.`,
      ],
      formula: ({ node }) => [
        "H = −Σ p·log₂ p",
        `H = ${entropyTerms(node?.counts ?? [])} = ${three(node?.entropy)}`,
      ],
      show: { open: [], node: "root" },
    },
    {
      title: "Try Outlook",
      ask: { ...ID3, node: "root" },
      say: (found) => {
        const { branches, gain } = candidate(found, "Outlook");
        const each = branches.map(({ name, entropy }) => `${name} *${three(entropy)}*`).join(", ");
        return [
          `Asking about the outlook makes three groups. Their entropies are: ${each}. On overcast days everybody plays.`,
          `Weighted by their days that is *${three(remaining(branches))}* bits. The difference, *${three(gain)}* bits, is the information gain. (Books print ${bookGain(found)}: they subtract numbers that they have rounded before.)`,
        ];
      },
      formula: (found) => {
        const { branches, gain } = candidate(found, "Outlook");
        return [
          "gain = H − Σ nₖ/n·Hₖ",
          `Σ nₖ/n·Hₖ = ${remainingTerms(branches)} = ${three(remaining(branches))}`,
          `gain = ${three(found.node?.entropy)} − ${three(remaining(branches))} = ${three(gain)}`,
        ];
      },
      show: { open: ["root"], node: "root" },
    },
    {
      title: "Compare all four",
      ask: { ...ID3, node: "root" },
      say: (found) => [
        `The gains are: ${gainList(found)}.`,
        `${found.candidates?.[0].attribute} tells most, so it becomes the root.`,
      ],
      show: { open: ["root"], node: "root", gains: "candidates" },
    },
    {
      title: "The sunny days",
      ask: { ...ID3, node: "0" },
      say: (found) => [
        `Each branch is now a smaller table of its own. The *${found.node?.weight}* sunny days have an entropy of *${three(found.node?.entropy)}* bits.`,
        `The gains among them are: ${gainList(found)}. ${found.candidates?.[0].attribute} removes all that was uncertain.`,
      ],
      show: { open: ["root", "0"], node: "0", gains: "candidates", rows: ({ node }) => node?.rows ?? [] },
    },
    {
      title: "The rainy days",
      ask: { ...ID3, node: "2" },
      say: (found) => [
        `Among the *${found.node?.weight}* rainy days the gains are: ${gainList(found)}.`,
        `Here it is ${found.candidates?.[0].attribute} that settles it: the same table may need different questions in different places.`,
      ],
      show: {
        open: ["root", "0", "2"],
        node: "2",
        gains: "candidates",
        rows: ({ node }) => node?.rows ?? [],
      },
    },
    {
      title: "The tree",
      ask: { ...ID3, rows: [{ Outlook: "Sunny", Temperature: "Cool", Humidity: "High", Wind: "Weak" }] },
      say: ({ rules = [], predicted = [] }) => [
        `Every branch is settled, and Temperature was never asked for. The tree has *${rules.length}* leaves; one of them has no day, since the humidity is never low here: it answers as most days above it.`,
        `A sunny, cool and humid day that is not in the table: the tree says *${predicted[0]}*.`,
      ],
      show: { rules: "rules" },
    },
  ],
};
