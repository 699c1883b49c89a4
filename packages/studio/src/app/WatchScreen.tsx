import { LESSONS } from "../lessons/index.js";
import { LessonView } from "../lessons/LessonView.js";
import { useStudio, useStudioState } from "../state/context.js";
import { Watch } from "../watch/Watch.js";

/** The open table as it is learned from, and the lessons. */
export default function WatchScreen() {
  const studio = useStudio();
  const lesson = useStudioState((state) => state.lesson);
  const open = (id: string | undefined) =>
    studio.store.set({ lesson: id === undefined ? undefined : { id, step: 0 } });
  const current = (isCurrent: boolean) => (isCurrent ? { "aria-current": "page" as const } : {});
  return (
    <main className="watch-bench">
      <nav className="lesson-list" aria-label="Lessons">
        <h2>Your table</h2>
        <button type="button" {...current(lesson === undefined)} onClick={() => open(undefined)}>
          Watch it learn
          <span className="muted">Step by step, with every candidate</span>
        </button>
        <h2>Lessons</h2>
        {LESSONS.map(({ id, title, about }) => (
          <button key={id} type="button" {...current(lesson?.id === id)} onClick={() => open(id)}>
            {title}
            <span className="muted">{about}</span>
          </button>
        ))}
      </nav>
      {lesson ? <LessonView id={lesson.id} step={lesson.step} /> : <Watch />}
    </main>
  );
}
