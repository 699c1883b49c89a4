import { useEffect, useState } from "react";
import { useStudio } from "../state/context.js";
import type { LessonAnswer } from "../work/lessonTypes.js";
import { GainList } from "./GainList.js";
import { LESSONS } from "./index.js";
import { LessonTable } from "./LessonTable.js";
import { LessonTree } from "./LessonTree.js";
import type { Lesson, Step } from "./lesson.js";
import { PruningList } from "./PruningList.js";
import { RuleList } from "./RuleList.js";

/** A lesson: the text of a step with its numbers on one side, the tree and the table on the other. */
export function LessonView({ id, step }: { readonly id: string; readonly step: number }) {
  const lesson = LESSONS.find((each) => each.id === id);
  if (lesson === undefined) return <p className="watch-none">There is no lesson of this name.</p>;
  return <Steps key={id} lesson={lesson} at={Math.max(0, Math.min(lesson.steps.length - 1, step))} />;
}

function Steps({ lesson, at }: { readonly lesson: Lesson; readonly at: number }) {
  const studio = useStudio();
  const step = lesson.steps[at];
  const found = useAnswer(step);
  const go = (to: number) => studio.store.set({ lesson: { id: lesson.id, step: to } });
  const next = LESSONS[LESSONS.indexOf(lesson) + 1];
  const isLast = at === lesson.steps.length - 1;
  const onKey = (event: React.KeyboardEvent) => {
    const by = { ".": 1, ",": -1 }[event.key];
    if (by === undefined || at + by < 0 || at + by >= lesson.steps.length) return;
    event.preventDefault();
    go(at + by);
  };
  return (
    <section className="lesson" aria-label={lesson.title} onKeyDown={onKey}>
      <div className="lesson-text">
        <header>
          <h1>{lesson.title}</h1>
          <p className="muted small-text">{lesson.source}</p>
        </header>
        <StepList {...{ lesson, at, go }} />
        <div className="lesson-step" aria-live="polite" data-lesson={lesson.id} data-at={at}>
          <h2>{step.title}</h2>
          {found && <Said {...{ step, found }} />}
        </div>
        <div className="row">
          <button type="button" disabled={at === 0} onClick={() => go(at - 1)}>
            Back
          </button>
          {!isLast && (
            <button type="button" className="primary" onClick={() => go(at + 1)}>
              Next
            </button>
          )}
          {isLast && next && (
            <button
              type="button"
              className="primary"
              onClick={() => studio.store.set({ lesson: { id: next.id, step: 0 } })}
            >
              Next lesson: {next.title}
            </button>
          )}
          {isLast && !next && (
            <button type="button" className="primary" onClick={() => studio.store.set({ lesson: undefined })}>
              Now watch your own table
            </button>
          )}
        </div>
      </div>
      <div className="lesson-side">
        {found?.tree && <LessonTree answer={found} tree={found.tree} shown={step.show ?? {}} />}
        {found && <LessonTable answer={found} lit={step.show?.rows?.(found)} />}
      </div>
    </section>
  );
}

function Said({ step, found }: { readonly step: Step; readonly found: LessonAnswer }) {
  const { show = {} } = step;
  return (
    <>
      {step.say(found).map((text) => (
        <p key={text}>{strong(text)}</p>
      ))}
      {step.formula && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        <section className="formula" aria-label="Formula" tabIndex={0}>
          {step.formula(found).map((line) => (
            <div key={line}>{line}</div>
          ))}
        </section>
      )}
      {show.gains && <GainList answer={found} of={show.gains} />}
      {show.rules && <RuleList rules={(show.rules === "shorter" ? found.shorter : found.rules) ?? []} />}
      {show.pruning && <PruningList rows={found.pruning ?? []} />}
    </>
  );
}

/** What is between asterisks is strong. */
function strong(text: string) {
  return text.split("*").map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have fixed places
      <b key={i}>{part}</b>
    ),
  );
}

interface StepListProps {
  readonly lesson: Lesson;
  readonly at: number;
  readonly go: (to: number) => void;
}

function StepList({ lesson, at, go }: StepListProps) {
  return (
    <ol className="steps" aria-label="Steps">
      {lesson.steps.map(({ title }, i) => (
        <li key={title}>
          <button
            type="button"
            aria-label={`${i + 1}: ${title}`}
            title={title}
            {...(i === at && { "aria-current": "step" as const })}
            className={i < at ? "past" : ""}
            onClick={() => go(i)}
          >
            {i + 1}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The library's answer to the question of a step. */
function useAnswer(step: Step): LessonAnswer | undefined {
  const studio = useStudio();
  const [found, setFound] = useState<{ readonly step: Step; readonly answer: LessonAnswer }>();
  useEffect(() => {
    let isWanted = true;
    studio.ask("lesson", step.ask).then(
      (answer) => isWanted && setFound({ step, answer }),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [studio, step]);
  return found?.step === step ? found.answer : undefined;
}
