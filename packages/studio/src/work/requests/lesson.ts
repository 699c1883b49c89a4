import type { Handlers } from "../handlers.js";
import type { LessonAnswer, LessonQuestion } from "../lessonTypes.js";

export interface LessonRequests {
  lesson: { args: LessonQuestion; result: LessonAnswer };
}

/** Lessons have tables of their own, and do not touch what is open. */
export const lessonHandlers = (): Handlers<LessonRequests> => ({
  lesson: async (question) => (await import("../lessonAnswer.js")).lessonAnswer(question),
});
