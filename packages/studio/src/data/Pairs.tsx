import { useEffect, useId, useMemo, useState } from "react";
import { percent, plural, shown, whole } from "../base/text.js";
import { useStudio } from "../state/context.js";
import { Chart } from "../ui/Chart.js";
import type { Pair } from "../work/pairs.js";
import type { Description, Recipe } from "../work/protocol.js";
import { pairChart, pairNumbers } from "./pairChart.js";

interface Props {
  readonly description: Description;
  readonly recipe: Recipe;
}

/** Two columns against each other: any of them, the target as well. */
export function Pairs({ description, recipe }: Props) {
  const { columns, target } = description;
  const first = useMemo(() => likelyPair(description, recipe.target), [description, recipe.target]);
  const [chosen, setChosen] = useState<{ readonly x: string; readonly y: string }>();
  const isThere = (name: string) => columns.some((column) => column.name === name);
  const { x, y } = chosen && isThere(chosen.x) && isThere(chosen.y) ? chosen : first;
  const pair = usePair(description, x, y, recipe.target);
  const id = useId();
  const [isGrid, setGrid] = useState<boolean>();
  const hasGrid = pair?.view.kind === "dots" && pair.view.cells !== undefined;
  const showsGrid = hasGrid && isGrid !== false;
  const options = useMemo(
    () => (pair === undefined ? undefined : pairChart(pair, target, showsGrid)),
    [pair, target, showsGrid],
  );
  const select = (label: string, value: string, set: (name: string) => void) => (
    <span className="row">
      <label htmlFor={`${id}-${label}`}>{label}</label>
      <select id={`${id}-${label}`} value={value} onChange={(event) => set(event.target.value)}>
        {columns.map(({ name }) => (
          <option key={name} value={name}>
            {shown(name, 60)}
          </option>
        ))}
      </select>
    </span>
  );
  return (
    <section className="card stack pairs" aria-label="Two columns">
      <div className="row spread">
        <h2>Two columns</h2>
        <div className="row">
          {select("Across", x, (name) => setChosen({ x: name, y }))}
          {select("Up", y, (name) => setChosen({ x, y: name }))}
          {hasGrid && (
            <div className="tabs">
              <button type="button" className="small" aria-pressed={showsGrid} onClick={() => setGrid(true)}>
                Density
              </button>
              <button
                type="button"
                className="small"
                aria-pressed={!showsGrid}
                onClick={() => setGrid(false)}
              >
                Dots
              </button>
            </div>
          )}
        </div>
      </div>
      {pair && options && (
        <>
          <Chart label={`${pair.y.name} by ${pair.x.name}`} height={heightOf(pair)} options={options} />
          <PairFacts {...{ pair, showsGrid }} />
        </>
      )}
    </section>
  );
}

/** Levels that are listed need room of their own. */
function heightOf({ view }: Pair): number {
  return view.kind === "boxes" && !view.isUpright ? Math.max(180, 70 + 34 * view.boxes.length) : 380;
}

function PairFacts({ pair, showsGrid }: { readonly pair: Pair; readonly showsGrid: boolean }) {
  const { tells, view, rows, sample } = pair;
  const { head, rows: lines } = useMemo(() => pairNumbers(pair), [pair]);
  const some =
    view.kind === "dots" && !showsGrid && view.x.length < rows ? `${whole(view.x.length)} of ` : "";
  return (
    <>
      <p className="small-text muted" data-pair>
        {some}
        {plural(rows, "row")} with both values{sample !== undefined && ` among ${whole(sample)} looked at`}.
        {tells &&
          ` Each cut into a few parts, together they tell ${percent(tells.both)} of what is unknown about the target, one by one ${percent(tells.alone[0])} and ${percent(tells.alone[1])}.`}
      </p>
      <details>
        <summary className="small-text">In numbers</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
        <section className="table-wrap" aria-label="The chart in numbers" tabIndex={0}>
          <table data-numbers>
            <thead>
              <tr>
                {head.map((name, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: shortened names may be equal
                  <th key={i}>{name}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map((cells, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: shortened names may be equal
                <tr key={i}>
                  {cells.map((cell, j) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: cells have fixed places
                    <td key={j}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </>
  );
}

/** The two numeric attributes that tell most, or any two, or what there is. */
function likelyPair({ columns }: Description, target: string): { readonly x: string; readonly y: string } {
  const attributes = columns.filter(({ name, isUsed }) => name !== target && isUsed);
  const ranked = attributes.sort((a, b) => (b.tells ?? 0) - (a.tells ?? 0));
  const numbers = ranked.filter(({ type }) => type === "numeric");
  const [a, b] = numbers.length >= 2 ? numbers : ranked;
  return { x: a?.name ?? target, y: b?.name ?? target };
}

function usePair(description: Description, x: string, y: string, target: string): Pair | undefined {
  const studio = useStudio();
  const [found, setFound] = useState<{ readonly of: unknown; readonly key: string; readonly pair: Pair }>();
  const key = JSON.stringify([x, y, target]);
  useEffect(() => {
    let isWanted = true;
    studio.ask("pair", { x, y, target }).then(
      (pair) => isWanted && setFound({ of: description, key, pair }),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [studio, description, x, y, target, key]);
  return found?.of === description && found.key === key ? found.pair : undefined;
}
