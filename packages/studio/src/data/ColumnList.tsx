import type { ColumnType } from "coppice";
import { useState } from "react";
import { brief, percent, shown, whole } from "../base/text.js";
import { useStudio, useStudioState } from "../state/context.js";
import { MiniBars, rangeText } from "../ui/MiniBars.js";
import type { ColumnFacts, Description, Recipe } from "../work/protocol.js";
import { ColumnChart } from "./ColumnChart.js";

const TYPES: readonly ColumnType[] = ["numeric", "nominal", "ordered", "string", "text"];

/** The columns with their types, missing values and distributions. */
export function ColumnList({
  description,
  recipe,
}: {
  readonly description: Description;
  readonly recipe: Recipe;
}) {
  const { columns, target, sample } = description;
  const rows = useStudioState((state) => state.table?.rows ?? 0);
  return (
    <section className="card columns" aria-label="Columns">
      <div className="column head" aria-hidden="true">
        <span />
        <span>Column</span>
        <span>Type</span>
        <span>Distribution{sample === undefined ? "" : ` of ${whole(sample)} rows`}</span>
        <span>Missing</span>
        <span>{target?.task === "regression" ? "Variance explained" : "Uncertainty removed"}</span>
      </div>
      <ul>
        {columns.map((column) => (
          <ColumnRow key={column.name} {...{ column, recipe, rows }} colours={target?.groupColours ?? []} />
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  readonly column: ColumnFacts;
  readonly recipe: Recipe;
  readonly rows: number;
  readonly colours: readonly string[];
}

function ColumnRow({ column, recipe, rows, colours }: RowProps) {
  const studio = useStudio();
  const { name, type, bars, missing, tells, isUsed } = column;
  const [isLarge, setLarge] = useState(false);
  const isTarget = name === recipe.target;
  const text = shown(name);
  const choose = (isOn: boolean) => {
    const without = (names: readonly string[]) => names.filter((each) => each !== name);
    void studio.choose({
      ignore: isOn ? without(recipe.ignore) : [...without(recipe.ignore), name],
      use: isOn ? [...without(recipe.use), name] : without(recipe.use),
    });
  };
  return (
    <li className={`column${isUsed || isTarget ? "" : " off"}`}>
      {isTarget ? (
        <span />
      ) : (
        <input
          type="checkbox"
          aria-label={`Learn from ${text}`}
          checked={isUsed}
          onChange={(event) => choose(event.target.checked)}
        />
      )}
      <div className="name">
        <b>
          <bdi>{text}</bdi>
        </b>{" "}
        {isTarget && <span className="tag">target</span>}
        <div className="muted small-text">{factsText(column)}</div>
      </div>
      <select
        aria-label={`Type of ${text}`}
        value={type}
        onChange={(event) => void studio.setType(name, event.target.value as ColumnType)}
      >
        {TYPES.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <button
        type="button"
        className="wide enlarge"
        aria-expanded={isLarge}
        aria-label={`Distribution of ${text}: ${rangeText(bars)}`}
        onClick={() => setLarge(!isLarge)}
      >
        <MiniBars
          bars={bars}
          colours={bars.groups > 1 ? colours : ["var(--strong)"]}
          label={`${text}: ${rangeText(bars)}`}
        />
      </button>
      <span className="wide small-text">
        {missing === 0 ? (
          <span className="muted">none missing</span>
        ) : (
          `${percent(missing / rows, 1)} missing`
        )}
      </span>
      <Tells share={tells} />
      {isLarge && (
        <div className="large">
          <ColumnChart
            {...{ name, colours }}
            target={recipe.target}
            label={`Distribution of ${text}: ${rangeText(bars)}`}
          />
        </div>
      )}
    </li>
  );
}

function Tells({ share }: { readonly share: number | undefined }) {
  if (share === undefined) return <span className="wide" />;
  return (
    <div className="wide small-text">
      <span className="meter" aria-hidden="true">
        <span style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
      </span>
      <span className="muted">{percent(Math.max(0, share))} alone</span>
    </div>
  );
}

function factsText({ type, distinct, min, max, median }: ColumnFacts): string {
  if (type !== "numeric") return `${whole(distinct)} levels`;
  if (min === undefined || max === undefined) return "no value";
  return `${brief(min)} to ${brief(max)}${median === undefined ? "" : `, median ${brief(median)}`}`;
}
