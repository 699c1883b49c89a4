import { useEffect, useMemo, useState } from "react";
import { shown } from "../base/text.js";
import { useStudio, useStudioState } from "../state/context.js";
import { Icon } from "../ui/Icons.js";
import type { LearnerFacts, Recipe } from "../work/protocol.js";
import { Fields } from "./Fields.js";
import { JudgeForm } from "./JudgeForm.js";
import { OptionForm } from "./OptionForm.js";
import { PrunePanel } from "./PrunePanel.js";
import { answersAll, presetsAmong } from "./questions.js";
import { SixQuestions } from "./SixQuestions.js";

/** What is learned and how: the learner, its options from its schema, the pruning sequence, the fields. */
export function LearnPanel({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const studio = useStudio();
  const recipe = useStudioState((state) => state.recipe);
  const learners = useStudioState((state) => state.learners);
  const task = useStudioState((state) => state.description?.target?.task);
  useEffect(() => {
    if (learners.length === 0) void studio.loadLearners();
  }, [studio, learners]);
  return (
    <aside className={`side left${isOpen ? " open" : ""}`} aria-label="Learner">
      {isOpen && (
        <button type="button" className="small quiet only-narrow" onClick={onClose}>
          <Icon name="close" size={16} /> Close
        </button>
      )}
      {recipe ? (
        <LearnForm
          recipe={recipe}
          learners={learners.filter(({ tasks }) => task === undefined || tasks.includes(task))}
        />
      ) : (
        <p className="muted">This model was opened without its table.</p>
      )}
      {recipe && <PrunePanel />}
      <Fields />
    </aside>
  );
}

function LearnForm({
  recipe,
  learners,
}: {
  readonly recipe: Recipe;
  readonly learners: readonly LearnerFacts[];
}) {
  const studio = useStudio();
  const grownBy = useStudioState((state) => state.grownBy);
  const learner = useMemo(
    () => learners.find(({ name }) => name === recipe.learner),
    [learners, recipe.learner],
  );
  const [isAsking, setAsking] = useState(false);
  const isAsked = isAsking && learner !== undefined && answersAll(learner);
  // Learners that answer in a way of their own have no six questions: start from the first that has.
  const ask = () => {
    setAsking(true);
    const [first] = presetsAmong(learners);
    if (first && !(learner && answersAll(learner))) void studio.choose({ learner: first.name, options: {} });
  };
  return (
    <section aria-label="Learn">
      <div className="tabs">
        <button type="button" className="small" aria-pressed={!isAsked} onClick={() => setAsking(false)}>
          Any learner
        </button>
        <button
          type="button"
          className="small"
          aria-pressed={isAsked}
          disabled={learners.length === 0}
          onClick={ask}
        >
          Six questions
        </button>
      </div>
      {isAsked ? (
        <SixQuestions {...{ learners, learner, recipe }} />
      ) : (
        <LearnerChoice {...{ learners, learner, recipe }} />
      )}
      <JudgeForm recipe={recipe} />
      <button
        type="button"
        className="primary"
        disabled={grownBy === recipe}
        onClick={() => void studio.grow()}
      >
        {grownBy === recipe ? "Grown" : "Grow"}
      </button>
    </section>
  );
}

const KINDS = [
  ["tree", "Trees"],
  ["rules", "Rules"],
  ["ensemble", "Ensembles"],
] as const;

interface ChoiceProps {
  readonly recipe: Recipe;
  readonly learner: LearnerFacts | undefined;
  readonly learners: readonly LearnerFacts[];
}

/** Any registered learner, with its options. */
function LearnerChoice({ recipe, learner, learners }: ChoiceProps) {
  const studio = useStudio();
  return (
    <>
      <div className="field">
        <label htmlFor="learner">Learner</label>
        <select
          id="learner"
          value={recipe.learner}
          onChange={(event) => void studio.choose({ learner: event.target.value, options: {} })}
        >
          {learners.length === 0 && <option>{recipe.learner}</option>}
          {KINDS.map(([kind, title]) => (
            <optgroup key={kind} label={title}>
              {learners
                .filter((each) => each.kind === kind)
                .map(({ name }) => (
                  <option key={name}>{name}</option>
                ))}
            </optgroup>
          ))}
        </select>
        {learner && <p className="help">{shown(learner.summary, 300)}</p>}
      </div>
      {learner && <OptionForm options={learner.options} recipe={recipe} />}
    </>
  );
}
