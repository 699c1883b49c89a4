import { useMemo } from "react";
import { plural } from "../base/text.js";
import { useStudioState } from "../state/context.js";
import { Runs, sourceKey, useRunsState } from "../state/runs.js";
import { ErrorBySize } from "./ErrorBySize.js";
import { RunsTable } from "./RunsTable.js";
import { SideBySide } from "./SideBySide.js";

/** The runs on this table: their scores, their sizes, and whether they differ. */
export function CompareScreen() {
  const state = useRunsState((each) => each);
  const source = useStudioState(sourceKey);
  const target = useStudioState((each) => each.recipe?.target);
  const runs = useMemo(() => Runs.of(state, source), [state, source]);
  const same = useMemo(() => runs.filter(({ recipe }) => recipe.target === target), [runs, target]);
  return (
    <main className="page">
      <div className="inner">
        <h1>Compare</h1>
        {runs.length === 0 ? (
          <p className="muted">No runs yet: open a table and grow a model.</p>
        ) : (
          <>
            <p className="muted">
              {plural(runs.length, "run")} on this table, kept in this browser. Grow with another learner or
              other options to add one.
            </p>
            <RunsTable runs={runs} target={target} />
            <ErrorBySize runs={same} all={runs} />
            <SideBySide runs={same} all={runs} />
          </>
        )}
      </div>
    </main>
  );
}
