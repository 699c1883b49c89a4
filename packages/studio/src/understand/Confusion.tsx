import { useState } from "react";
import { amount, percent } from "../base/text.js";
import { useStudio } from "../state/context.js";
import { RowsTable } from "../ui/RowsTable.js";
import type { RowsPage, Score, TargetFacts } from "../work/protocol.js";
import { JudgedTabs } from "./JudgedTabs.js";
import type { Validation } from "./useValidation.js";

const MOST = 100;
const MOST_CLASSES = 30;

interface Props {
  readonly train: Score;
  readonly validation: Validation;
  readonly target: TargetFacts;
}

/** Which classes are taken for which; a cell of the training rows leads to its rows. */
export function Confusion({ train, validation, target }: Props) {
  const studio = useStudio();
  const [isTrain, setTrain] = useState(false);
  const [cell, setCell] = useState<{ truth: number; label: number; page: RowsPage }>();
  const score = validation.score && !isTrain ? validation.score : train;
  if (score.confusion === undefined) return null;
  const isLarge = target.classes.length > MOST_CLASSES;
  const canOpen = score === train;
  const open = async (truth: number, label: number) =>
    setCell({ truth, label, page: await studio.ask("cellRows", { truth, label, most: MOST }) });
  return (
    <section className="card stack" aria-label="Confusion matrix">
      <div className="row spread">
        <h2>Confusion matrix</h2>
        <JudgedTabs
          on={canOpen ? "train" : "validation"}
          validation={validation}
          onChoose={(on) => setTrain(on === "train")}
        />
      </div>
      {isLarge ? (
        <Largest {...{ target, cell }} confusion={score.confusion} {...(canOpen && { onOpen: open })} />
      ) : (
        <Matrix {...{ target, cell }} confusion={score.confusion} {...(canOpen && { onOpen: open })} />
      )}
      <p className="muted small-text">
        {isLarge
          ? `The most frequent errors: ${target.classes.length} classes are too many for a matrix.`
          : "A row per true class, a column per predicted class."}
        {canOpen ? " Choose a cell to see its rows." : " Training rows can be looked at."}
      </p>
      {cell && canOpen && (
        <RowsTable
          page={cell.page}
          label={`Rows of ${target.classes[cell.truth]} predicted as ${target.classes[cell.label]}`}
          onRow={(row) => void studio.trace({ row })}
        />
      )}
    </section>
  );
}

interface MatrixProps {
  readonly confusion: readonly (readonly number[])[];
  readonly target: TargetFacts;
  readonly cell: { readonly truth: number; readonly label: number } | undefined;
  readonly onOpen?: (truth: number, label: number) => Promise<void>;
}

const MOST_ERRORS = 20;

/** The cells with the most errors. */
function Largest({ confusion, target, cell, onOpen }: MatrixProps) {
  const errors = confusion
    .flatMap((counts, truth) => counts.map((count, label) => ({ count, truth, label })))
    .filter(({ count, truth, label }) => count > 0 && truth !== label && label < target.classes.length)
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_ERRORS);
  if (errors.length === 0) return <p>No row is taken for another class.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="table-wrap" aria-label="Counts" tabIndex={0}>
      <table className="matrix">
        <thead>
          <tr>
            <th>true</th>
            <th>predicted</th>
            <th className="number">rows</th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ count, truth, label }) => (
            <tr key={`${truth},${label}`}>
              <th scope="row">
                <bdi>{target.classes[truth]}</bdi>
              </th>
              <td>
                <bdi>{target.classes[label]}</bdi>
              </td>
              <td data-cell={`${truth},${label}`}>
                <button
                  type="button"
                  disabled={onOpen === undefined}
                  aria-pressed={cell?.truth === truth && cell.label === label}
                  onClick={() => void onOpen?.(truth, label)}
                >
                  {amount(count)}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Matrix({ confusion, target, cell, onOpen }: MatrixProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="table-wrap" aria-label="Counts" tabIndex={0}>
      <table className="matrix">
        <thead>
          <tr>
            <th>true ╲ predicted</th>
            {target.classes.map((name) => (
              <th key={name} className="number">
                <bdi>{name}</bdi>
              </th>
            ))}
            <th className="number">recall</th>
          </tr>
        </thead>
        <tbody>
          {confusion.slice(0, target.classes.length).map((counts, truth) => {
            const total = counts.reduce((sum, count) => sum + count, 0);
            return (
              <tr key={target.classes[truth]}>
                <th scope="row">
                  <span className="answer">
                    <span className="swatch" style={{ background: target.colours[truth] }} />
                    <bdi>{target.classes[truth]}</bdi>
                  </span>
                </th>
                {counts.map((count, label) => (
                  <td
                    key={target.classes[label] ?? "unknown"}
                    className={truth === label ? "right-cell" : ""}
                    data-cell={`${truth},${label}`}
                  >
                    <button
                      type="button"
                      disabled={onOpen === undefined || count === 0}
                      aria-pressed={cell?.truth === truth && cell.label === label}
                      onClick={() => void onOpen?.(truth, label)}
                    >
                      {amount(count)}
                    </button>
                  </td>
                ))}
                <td className="number" style={{ padding: "0 10px" }}>
                  {percent(counts[truth] / total, 1)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
