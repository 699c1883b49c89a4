import { expect, it } from "vitest";
import { cases } from "../../../coppice/test/kit/cases.js";
import { lessonAnswer } from "../work/lessonAnswer.js";
import { LESSONS } from "./index.js";

/** All that a step says, without the marks of emphasis. */
function said(id: string, title: string): string {
  const step = LESSONS.find((lesson) => lesson.id === id)?.steps.find((each) => each.title === title);
  if (step === undefined) throw new Error(`${id} has no step "${title}"`);
  const found = lessonAnswer(step.ask);
  return [...step.say(found), ...(step.formula?.(found) ?? [])].join("\n").replaceAll("*", "");
}

/** The lesson, the step, and its numbers: those of the textbooks, and what they leave to the reader. */
const NUMBERS = cases`
  tennis → Fourteen days → 9 of these 14 → on 5 they
  tennis → How mixed are they? → −9/14·log₂(9/14) − 5/14·log₂(5/14) = 0.940
  tennis → Try Outlook → Sunny 0.971, Overcast 0.000, Rainy 0.971 → 5/14·0.971 + 4/14·0.000 + 5/14·0.971 = 0.694 → gain = 0.940 − 0.694 = 0.247 → print 0.246
  tennis → Compare all four → Outlook 0.247, Humidity 0.152, Wind 0.048, Temperature 0.029
  tennis → The sunny days → 5 sunny → 0.971 bits → Humidity 0.971, Temperature 0.571, Wind 0.020
  tennis → The rainy days → Wind 0.971, Temperature 0.020, Humidity 0.020
  tennis → The tree → 6 leaves → says no
  fruit → The tree of the book → 14 examples of 7 kinds
  # 14 fruits: 1, 3, 2, 2, 1, 4, 1 of a kind.
  fruit → The first question → 2.611 bits → Color 1.153 → Color is asked first
  fruit → Other colours, other questions → 7 yellow → Shape 0.985
  fruit → A path is a sentence → is a Banana. Only 2 of its → Color = yellow and Shape = thin
  fruit → Only yes and no → 17 nodes and 9 leaves
  fruit → What makes an apple? → 2 leaves → IF Color ≠ yellow AND Size = medium
  rules → A tree of people → 4 things → 3 of them: age, job-type, years-in-job
  rules → A rule for each leaf → 5 leaves give 5 rules
  rules → Ask for a person → answers 0.3
  rules → Shorter rules → if job-type = A then 0.4 → Of 10 conditions, 8 are left
  # rpart's table of the same tree: CP 0.8, 0.1 and 0 at 0, 1 and 3 splits.
  pruning → A tree without errors → 3 times, has 4 leaves, and makes 0 errors → root alone makes 5 errors
  pruning → The weakest link → 6 points → would make 1 error → g = (1 − 0) / 2 = 0.5 → α = 0.5 / 5 = 0.100
  pruning → The next one → α = (5 − 1) / 1 / 5 = 0.800
  pruning → Three trees, and a choice → 3 nested trees
  missing → A gap → only the 5 sunny days
  missing → As it usually is on such days → gain = 0.971
  missing → As it usually is on all days → 7 to 6 → = 0.420
  missing → Half of each → Each has 2.5 days → H(2, 3) − 2.5/5·H(0, 2.5) − 2.5/5·H(2, 0.5) → gain = 0.610
  missing → Only what is known → 4/5·1 = 0.800
  surrogates → Ten points → 5 of class w1 and 5 of class w2
  surrogates → The primary split → x1 ≤ 5.5 → 6 points to the left and 4 → = 0.610
  surrogates → Which test does nearly the same? → x3 ≤ 3.5: 8 of 10 → x2 ≤ 3.5: 6 of 10
  surrogates → Points with gaps → classified as w2 → to the left, to w1
  ripper → Begin with the rarer class → 5 of 14 days
  # 4·(log2(4/7) − log2(5/14)) = 4·0.67807
  ripper → The first condition → 4·(log₂(4/7) − log₂(5/14)) = 2.712
  # 3·(log2(3/3) − log2(4/7)) = 3·0.80735
  ripper → The second condition → Still 3 days → 3·(log₂(3/3) − log₂(4/7)) = 2.422
  # 2·(log2(2/5) − log2(2/11)) = 2·1.13750
  ripper → Take away what is covered → 11 days are left, 2 → 2·(log₂(2/5) − log₂(2/11)) = 2.275
  ripper → The rules → 2 rules and a default
`;

it.each(NUMBERS)("lessons %s, %s", (id, title, ...parts) => {
  const text = said(id, title);
  for (const part of parts) expect(text).toContain(part);
});

it("lessons have an address each, and no number that is not checked above", () => {
  expect(new Set(LESSONS.map(({ id }) => id)).size).toBe(LESSONS.length);
  for (const { id, steps } of LESSONS) {
    expect(id).toMatch(/^[a-z]+$/);
    for (const { title } of steps) {
      const isChecked = NUMBERS.some(([lesson, step]) => lesson === id && step === title);
      // The 1 of a formula is no figure.
      const hasFigures = /\d/.test(said(id, title).replaceAll("− 1)", ""));
      expect(isChecked || !hasFigures, `${id}: ${title}`).toBe(true);
    }
  }
});

it("lessons choose the conditions that the library's RIPPER chooses", () => {
  const { rules = [] } = lessonAnswer({ table: "tennis", learner: "ripper" });
  const has: [string, string][] = [];
  for (const _ of rules[0].if) {
    const { covers } = lessonAnswer({ table: "tennis", covers: { class: "no", has, after: [] } });
    const [{ attribute, level }] = covers!.conditions;
    has.push([attribute, level]);
  }
  expect(has.map(([attribute, level]) => `${attribute} = ${level}`)).toEqual(rules[0].if);
});
