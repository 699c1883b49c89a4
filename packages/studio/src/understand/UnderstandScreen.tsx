import { brief } from "../base/text.js";
import { useStudioState } from "../state/context.js";
import type { Score } from "../work/protocol.js";
import { Confusion } from "./Confusion.js";
import { Ensemble } from "./Ensemble.js";
import { Importance } from "./Importance.js";
import { Probabilities } from "./Probabilities.js";
import { Regions } from "./Regions.js";
import { useValidation, type Validation } from "./useValidation.js";
import { WhatIf } from "./WhatIf.js";

export function UnderstandScreen() {
  const model = useStudioState((state) => state.model);
  const validation = useValidation();
  const target = useStudioState((state) => state.description?.target ?? state.model?.tree?.target);
  if (model === undefined) {
    return (
      <main className="page">
        <p className="muted">No model yet: open a table first.</p>
      </main>
    );
  }
  return (
    <main className="page">
      <div className="inner">
        <h1>Understand</h1>
        {model.train === undefined && (
          <p className="muted" data-without-table>
            The model was opened without its table: what needs rows is not here. Its rules are on Rules
            {model.tree ? ", its tree on Tree" : ""}.
          </p>
        )}
        <WhatIf />
        <div className="two">
          {model.train && target && model.train.kind === "classification" && (
            <Confusion train={model.train} {...{ validation, target }} />
          )}
          {model.train?.kind === "regression" && <Errors train={model.train} validation={validation} />}
          <Importance />
        </div>
        {model.train?.kind === "classification" && target && <Probabilities target={target} />}
        {model.train && target && <Regions target={target} />}
        <Ensemble />
      </div>
    </main>
  );
}

function Errors({ train, validation }: { readonly train: Score; readonly validation: Validation }) {
  const rows = [
    ["Training", train] as const,
    ...(validation.score ? [[validation.title, validation.score] as const] : []),
  ];
  return (
    <section className="card stack" aria-label="Errors">
      <h2>Errors</h2>
      <table>
        <thead>
          <tr>
            <th>rows</th>
            <th className="number">R²</th>
            <th className="number">RMSE</th>
            <th className="number">MAE</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, score]) => (
            <tr key={name}>
              <td>{name}</td>
              <td className="number">{score.main.toFixed(3)}</td>
              <td className="number">{brief(score.rmse ?? Number.NaN)}</td>
              <td className="number">{brief(score.mae ?? Number.NaN)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
