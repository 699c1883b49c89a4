import type { LessonAnswer } from "../work/lessonTypes.js";
import { candidate, type Lesson, three } from "./lesson.js";

const ask = (missing: string) =>
  ({ table: "sunny", learner: "id3", attributes: ["Humidity"], options: { missing }, node: "root" }) as const;
const HOLE = 2;

/** How many rows have this level. */
function rowsOf({ page }: LessonAnswer, column: string, level: string): number {
  const at = page.columns.indexOf(column);
  return page.rows.filter(({ cells }) => cells[at] === level).length;
}

/** `2.5/5·H(0, 2.5) − 2.5/5·H(2, 0.5)`: the branches that have rows, with their parts of rows. */
function parts({ node, page }: LessonAnswer): string {
  const total = page.rows.length;
  return (node?.branches ?? [])
    .filter(({ weight }) => weight > 0)
    .map(({ weight, counts }) => `${weight}/${total}·H(${counts.join(", ")})`)
    .join(" − ");
}

export const missing: Lesson = {
  id: "missing",
  title: "The humidity of day 8",
  about: "One missing cell, and what a learner may make of it",
  source: "D. Roth, lecture notes on decision trees, 4.2",
  steps: [
    {
      title: "A gap",
      ask: ask("share"),
      say: ({ page }) => [
        `Of the tennis table, only the *${page.rows.length}* sunny days: and somebody forgot to note the humidity of one of them.`,
        "How much does Humidity tell about these days? That depends on what we take the missing cell to be.",
      ],
      show: { open: [], rows: () => [HOLE] },
    },
    {
      title: "As it usually is on such days",
      ask: ask("likelyInClass"),
      say: (found) => [
        `On that day nobody played. Both other days without play were humid, so let it be High. Then Humidity separates the days perfectly, and gains all *${three(candidate(found, "Humidity").gain)}* bits.`,
        "That is bold: the answer itself was used to fill in the gap.",
      ],
      formula: (found) => [`gain = ${three(candidate(found, "Humidity").gain)}`],
      show: { node: "root", rows: () => [HOLE] },
    },
    {
      title: "As it usually is on all days",
      ask: {
        table: "tennis",
        learner: "id3",
        attributes: ["Outlook", "Humidity"],
        options: { missing: "likely" },
        gap: { column: "Humidity", row: 7 },
        node: "0",
      },
      say: (found) => [
        `Without looking at the answer: on all the other days Normal is more frequent, *${rowsOf(found, "Humidity", "Normal")}* to *${rowsOf(found, "Humidity", "High")}*. Then one day without play has the humidity of the days with play.`,
        `The gain falls to *${three(candidate(found, "Humidity").gain)}* bits.`,
      ],
      formula: (found) => {
        const { gain } = candidate(found, "Humidity");
        return [
          `gain = ${three(found.node?.entropy)} − ${three((found.node?.entropy ?? 0) - gain)} = ${three(gain)}`,
        ];
      },
      show: { open: ["root", "0"], node: "0", rows: ({ node }) => node?.rows ?? [] },
    },
    {
      title: "Half of each",
      ask: ask("fraction"),
      say: (found) => [
        "Or divide the day: among the sunny days High and Normal are equally frequent, so half a day goes to each branch.",
        `Each has *${found.node?.branches?.[0].weight}* days then; the branch of Normal is not pure any more, and the gain is *${three(candidate(found, "Humidity").gain)}* bits, between the two.`,
      ],
      formula: (found) => [
        `gain = H(${found.node?.counts.join(", ")}) − ${parts(found)}`,
        `gain = ${three(candidate(found, "Humidity").gain)}`,
      ],
      show: { node: "root", rows: () => [HOLE] },
    },
    {
      title: "Only what is known",
      ask: ask("share"),
      say: (found) => [
        `C4.5 looks at the *${found.page.rows.length - 1}* known days alone. Humidity separates them perfectly, which is a full bit; but an attribute that is not always known should count for less, so the gain is multiplied by the share of known days: *${three(candidate(found, "Humidity").gain)}*.`,
        "None of these answers is right or wrong. A learner has to choose one, and to say which.",
      ],
      formula: (found) => [
        `gain = ${found.page.rows.length - 1}/${found.page.rows.length}·1 = ${three(candidate(found, "Humidity").gain)}`,
      ],
      show: { node: "root", rows: () => [HOLE] },
    },
  ],
};
