import { expect, it } from "vitest";
import { lessonAnswer } from "../work/lessonAnswer.js";
import { LESSONS } from "./index.js";

it.each(LESSONS)("$id", (lesson) => {
  for (const step of lesson.steps) {
    const a = lessonAnswer(step.ask);
    console.log([lesson.id, step.title, ...step.say(a), ...(step.formula?.(a) ?? [])].join("\n  "));
  }
  expect(1).toBe(1);
});
