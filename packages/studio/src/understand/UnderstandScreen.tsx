import { useCallback } from "react";
import { brief } from "../base/text.js";
import { useStudioState } from "../state/context.js";
import { Chart, type ChartOptions } from "../ui/Chart.js";
import type { ModelFacts, Score } from "../work/protocol.js";
import { Confusion } from "./Confusion.js";
import { WhatIf } from "./WhatIf.js";

export function UnderstandScreen() {
  const model = useStudioState((state) => state.model);
  const validation = useStudioState((state) => state.validation);
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
        <WhatIf />
        <div className="two">
          {model.train && target && model.train.kind === "classification" && (
            <Confusion train={model.train} {...{ validation, target }} />
          )}
          {model.train?.kind === "regression" && <Errors train={model.train} validation={validation} />}
          <Importance importance={model.importance} />
        </div>
      </div>
    </main>
  );
}

function Errors({ train, validation }: { readonly train: Score; readonly validation: Score | undefined }) {
  const rows = [
    ["Training", train] as const,
    ...(validation ? [["Cross-validated", validation] as const] : []),
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

function Importance({ importance }: Pick<ModelFacts, "importance">) {
  const largest = importance.slice(0, 20);
  const options: ChartOptions = useCallback(
    (plot) => ({
      marginLeft: 130,
      marginTop: 0,
      marginRight: 48,
      style: "font-size: 12px",
      x: { axis: null },
      y: {
        label: null,
        tickSize: 0,
        tickFormat: (name: string) => (name.length > 18 ? `${name.slice(0, 17)}…` : name),
      },
      marks: [
        plot.barX(importance.slice(0, 20), {
          x: "value",
          y: "attribute",
          fill: "var(--accent)",
          sort: { y: "-x" },
          rx: 3,
        }),
        plot.text(importance.slice(0, 20), {
          x: "value",
          y: "attribute",
          text: (d: { value: number }) => `${Math.round(d.value * 100)}%`,
          textAnchor: "start",
          dx: 6,
          fill: "currentColor",
        }),
      ],
    }),
    [importance],
  );
  if (largest.length === 0) return null;
  const label = largest.map(({ attribute, value }) => `${attribute} ${Math.round(value * 100)}%`).join(", ");
  return (
    <section className="card stack" aria-label="Importance">
      <h2>Importance</h2>
      <Chart label={`Importance: ${label}`} height={24 + 26 * largest.length} options={options} />
      <p className="muted small-text">Decrease in impurity, as shares of the sum.</p>
    </section>
  );
}
