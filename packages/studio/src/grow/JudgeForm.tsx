import { useStudio, useStudioState } from "../state/context.js";
import { FOLDS } from "../state/studio.js";
import type { Judge, Recipe } from "../work/protocol.js";

const DEFAULT: Judge = { kind: "folds", folds: FOLDS };
const SHARES = [0.1, 0.2, 0.25, 0.3, 0.4];
const TEST_SHARES = [0, 0.1, 0.2, 0.3];

const percentOf = (share: number) => `${Math.round(share * 100)}%`;

/** How the tree is judged on rows that it has not seen: by folds, or by rows held out, which can judge edits too. */
export function JudgeForm({ recipe }: { readonly recipe: Recipe }) {
  const studio = useStudio();
  const looks = useStudioState((state) => state.looks);
  const judge = recipe.judge ?? DEFAULT;
  const set = (chosen: Judge) => void studio.choose({ judge: chosen });
  return (
    <div className="field judge">
      <label htmlFor="judge">Judged by</label>
      <select
        id="judge"
        value={judge.kind}
        onChange={(event) =>
          set(event.target.value === "folds" ? DEFAULT : { kind: "holdOut", validation: 0.25, test: 0.2 })
        }
      >
        <option value="folds">cross-validation</option>
        <option value="holdOut">rows held out</option>
      </select>
      {judge.kind === "folds" ? (
        <div className="pair">
          <label htmlFor="judge-folds">Folds</label>
          <input
            id="judge-folds"
            type="number"
            min={2}
            max={100}
            value={judge.folds}
            onChange={({ target: { value } }) => set({ kind: "folds", folds: clamped(value) })}
          />
        </div>
      ) : (
        <>
          <div className="pair">
            <label htmlFor="judge-validation">Validation</label>
            <select
              id="judge-validation"
              value={judge.validation}
              onChange={(event) => set({ ...judge, validation: Number(event.target.value) })}
            >
              {SHARES.map((share) => (
                <option key={share} value={share}>
                  {percentOf(share)}
                </option>
              ))}
            </select>
          </div>
          <div className="pair">
            <label htmlFor="judge-test">Test, sealed</label>
            <select
              id="judge-test"
              value={judge.test}
              onChange={(event) => set({ ...judge, test: Number(event.target.value) })}
            >
              {TEST_SHARES.map((share) => (
                <option key={share} value={share}>
                  {share === 0 ? "none" : percentOf(share)}
                </option>
              ))}
            </select>
          </div>
          <p className="help shown">
            The tree is grown from {percentOf(1 - judge.validation - judge.test)} of the rows. Validation rows
            judge every edit
            {judge.test > 0 && "; test rows stay sealed until you look, and looks are counted"}
            {looks > 0 && ` (${looks} so far)`}.
          </p>
        </>
      )}
    </div>
  );
}

function clamped(text: string): number {
  const folds = Math.round(Number(text));
  return Number.isFinite(folds) ? Math.max(2, Math.min(100, folds)) : FOLDS;
}
