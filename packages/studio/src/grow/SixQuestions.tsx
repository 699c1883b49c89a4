import { useMemo } from "react";
import { shown } from "../base/text.js";
import { useStudio, useStudioState } from "../state/context.js";
import type { LearnerFacts, Recipe } from "../work/protocol.js";
import { applies } from "./applies.js";
import { inWords, OptionField } from "./OptionForm.js";
import { presetsAmong, type Question, questionsOf } from "./questions.js";

interface Props {
  readonly learner: LearnerFacts;
  readonly learners: readonly LearnerFacts[];
  readonly recipe: Recipe;
}

/** A tree learner as its answers to six questions: start from a named one, and change any answer. */
export function SixQuestions({ learner, learners, recipe }: Props) {
  const studio = useStudio();
  const presets = useMemo(() => presetsAmong(learners), [learners]);
  const questions = useMemo(() => questionsOf(learner.options), [learner]);
  const changed = Object.keys(recipe.options).length;
  return (
    <div className="questions">
      <div className="field">
        <label htmlFor="preset">Start from</label>
        <select
          id="preset"
          value={recipe.learner}
          onChange={(event) => void studio.choose({ learner: event.target.value })}
        >
          {!presets.includes(learner) && <option>{learner.name}</option>}
          {presets.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <p className="help">{shown(learner.summary, 300)}</p>
      </div>
      <ol>
        {questions.map((question, i) => (
          <li key={question.title}>
            <Answers {...{ question, recipe, learner }} number={i + 1} />
          </li>
        ))}
      </ol>
      {changed > 0 && (
        <div>
          <button type="button" className="small" onClick={() => void studio.choose({ options: {} })}>
            Back to the answers of {learner.name}
          </button>
        </div>
      )}
    </div>
  );
}

interface AnswersProps {
  readonly question: Question;
  readonly number: number;
  readonly recipe: Recipe;
  readonly learner: LearnerFacts;
}

function Answers({ question, number, recipe, learner }: AnswersProps) {
  const task = useStudioState((state) => state.description?.target?.task ?? "classification");
  const values = new Map(
    learner.options.map(({ name, default: value }) => [name, recipe.options[name] ?? value]),
  );
  const able = question.options.filter(({ appliesWhen }) =>
    applies(appliesWhen, values, recipe.options, task),
  );
  const main = question.main.filter((option) => able.includes(option));
  const rest = able.filter((option) => !main.includes(option));
  const isChanged = question.options.some(({ name }) => recipe.options[name] !== undefined);
  return (
    <details className={`question${isChanged ? " changed" : ""}`}>
      <summary>
        <span className="title">
          {number}. {question.title}
        </span>
        <span className="answers" data-answers={number}>
          {summary(
            question,
            values,
            able.map(({ name }) => name),
          )}
        </span>
      </summary>
      <div className="stack">
        <p className="muted small-text">{question.about}</p>
        {main.map((option) => (
          <OptionField key={option.name} {...{ option, recipe }} />
        ))}
        {rest.length > 0 && (
          <details>
            <summary>{rest.length} more</summary>
            <div className="stack">
              {rest.map((option) => (
                <OptionField key={option.name} {...{ option, recipe }} />
              ))}
            </div>
          </details>
        )}
      </div>
    </details>
  );
}

/** The answers in a line: words as they are, numbers and switches with their names. */
function summary(
  { main, usual }: Question,
  values: ReadonlyMap<string, unknown>,
  able: readonly string[],
): string {
  const parts = main.flatMap(({ name, default: preset }) => {
    const value = values.get(name);
    if (value === undefined || !able.includes(name)) return [];
    if (typeof value === "boolean") return value ? [inWords(name).toLowerCase()] : [];
    if (typeof value === "object") return [`${inWords(name).toLowerCase()} given`];
    const isPlain = value === preset && PLAIN.has(value);
    if (isPlain) return [];
    return typeof value === "string" ? [value] : [`${inWords(name).toLowerCase()} ${value}`];
  });
  return parts.length > 0 ? shown(parts.join(" · "), 80) : usual;
}

/** Defaults that say nothing: an option is not used, or decides by the others. */
const PLAIN: ReadonlySet<unknown> = new Set([0, 1, "auto", "data", "asTrained"]);
