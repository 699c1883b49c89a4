import { useId, useState } from "react";
import { percent, shown, whole } from "../base/text.js";
import { useStudio, useStudioState } from "../state/context.js";
import type { ColumnFacts, RowAnswer } from "../work/protocol.js";
import { NearestChange } from "./NearestChange.js";
import { RowRules } from "./RowRules.js";

/** A row of the table, what the model says of it and why; every cell can be changed. */
export function WhatIf() {
  const studio = useStudio();
  const row = useStudioState((state) => state.row);
  const table = useStudioState((state) => state.table);
  const [number, setNumber] = useState(1);
  if (table === undefined) return null;
  const trace = (at: number) => {
    const within = Math.max(1, Math.min(table.rows, Math.round(at) || 1));
    setNumber(within);
    void studio.trace({ row: within - 1 });
  };
  return (
    <section className="card stack" aria-label="What if">
      <div className="row spread">
        <h2>What if</h2>
        <div className="row">
          <label htmlFor="row">Row</label>
          <input
            id="row"
            type="number"
            min={1}
            max={table.rows}
            value={number}
            style={{ width: 96 }}
            onChange={(event) => trace(event.target.valueAsNumber)}
          />
          <span className="muted">of {whole(table.rows)}</span>
          {row === undefined && (
            <button type="button" onClick={() => trace(number)}>
              Explain
            </button>
          )}
        </div>
      </div>
      {row ? (
        <Answered row={row} />
      ) : (
        <p className="muted">Choose a row to see its path, and change its cells.</p>
      )}
    </section>
  );
}

function Answered({ row }: { readonly row: RowAnswer }) {
  const studio = useStudio();
  const columns = useStudioState((state) => state.description?.columns);
  const used = (columns ?? []).filter(({ name }) => name in row.cells);
  const change = (name: string, value: string | number | null) =>
    void studio.trace({ cells: { ...row.cells, [name]: value } });
  return (
    <div className="two">
      <div className="stack">
        <p className="sentence" data-answer>
          {row.because.length > 0 && "Because "}
          {row.because.map((condition, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a path does not change its order
            <span key={i}>
              {i > 0 && <span className="and"> and </span>}
              <b>
                <bdi>{shown(condition, 160)}</bdi>
              </b>
            </span>
          ))}
          {row.because.length > 0 ? " it is " : "It is "}
          <b>
            <bdi>{row.prediction}</bdi>
          </b>
          .
        </p>
        {row.truth !== undefined && (
          <p className="muted">
            In the table: <bdi>{row.truth}</bdi>
          </p>
        )}
        {row.probabilities && <Probabilities row={row} />}
        <RowRules row={row} />
        <NearestChange row={row} />
        {row.path.length > 0 && (
          <div>
            <button type="button" className="small" onClick={() => studio.go("tree")}>
              Show the path in the tree
            </button>
          </div>
        )}
      </div>
      <div className="cells">
        {used.map((column) => (
          <CellField key={column.name} {...{ column }} value={row.cells[column.name]} onChange={change} />
        ))}
      </div>
    </div>
  );
}

function Probabilities({ row }: { readonly row: RowAnswer }) {
  const target = useStudioState((state) => state.description?.target);
  const largest = [...(row.probabilities ?? [])].sort((a, b) => b.share - a.share).slice(0, 7);
  return (
    <dl className="shares">
      {largest.map(({ name, share }) => (
        <div key={name} style={{ display: "contents" }}>
          <dt>
            <bdi>{name}</bdi>
          </dt>
          <dd className="bar-part" aria-hidden="true">
            <span
              style={{
                width: `${100 * share}%`,
                background: target?.colours[target.classes.indexOf(name)] ?? "var(--accent)",
              }}
            />
          </dd>
          <dd className="figure" data-probability={name}>
            {percent(share, 1)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface CellProps {
  readonly column: ColumnFacts;
  readonly value: string | number | null;
  readonly onChange: (name: string, value: string | number | null) => void;
}

function CellField({ column, value, onChange }: CellProps) {
  const id = useId();
  const { levels, names = [] } = column.bars;
  return (
    <div className="field">
      <label htmlFor={id}>
        <bdi>{shown(column.name, 40)}</bdi>
      </label>
      {column.type === "numeric" || levels === undefined || column.bars.others !== undefined ? (
        <input
          id={id}
          type={column.type === "numeric" ? "number" : "text"}
          step="any"
          value={value ?? ""}
          placeholder="missing"
          onChange={({ target }) => {
            const isNumber = column.type === "numeric";
            const number = Number.isNaN(target.valueAsNumber) ? null : target.valueAsNumber;
            onChange(column.name, isNumber ? number : target.value === "" ? null : target.value);
          }}
        />
      ) : (
        <select
          id={id}
          value={value ?? ""}
          onChange={({ target }) => onChange(column.name, target.value || null)}
        >
          <option value="">missing</option>
          {levels.map((level, i) => (
            <option key={names[i]} value={names[i]}>
              {level}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
