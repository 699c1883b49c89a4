import type { OptionFacts } from "coppice";
import { useState } from "react";
import { useStudio, useStudioState } from "../state/context.js";
import type { Recipe } from "../work/protocol.js";
import { applies } from "./applies.js";

/** Options that people change most; the others are below a line. */
const FIRST = [
  "criterion",
  "maxDepth",
  "minLeaf",
  "minSplit",
  "maxLeaves",
  "prune",
  "pruneRule",
  "confidence",
  "missing",
  "trees",
  "rounds",
  "learningRate",
  "depth",
];

interface Props {
  readonly options: readonly OptionFacts[];
  readonly recipe: Recipe;
}

/** A field per option, from the learner's schema; only those that have an effect are shown. */
export function OptionForm({ options, recipe }: Props) {
  const task = useStudioState((state) => state.description?.target?.task ?? "classification");
  const [filter, setFilter] = useState("");
  const values = new Map(options.map(({ name, default: value }) => [name, recipe.options[name] ?? value]));
  const able = options.filter(({ appliesWhen }) => applies(appliesWhen, values, recipe.options, task));
  const first = FIRST.flatMap((name) => able.find((option) => option.name === name) ?? []);
  const rest = able.filter((option) => !first.includes(option));
  const found = rest.filter(({ name, help }) =>
    `${name} ${help}`.toLowerCase().includes(filter.toLowerCase()),
  );
  return (
    <>
      {first.slice(0, 7).map((option) => (
        <OptionField key={option.name} {...{ option, recipe }} />
      ))}
      {rest.length > 0 && (
        <details>
          <summary>{rest.length + Math.max(0, first.length - 7)} more options</summary>
          <div className="stack">
            <input
              type="search"
              aria-label="Search options"
              placeholder="Search options"
              value={filter}
              onChange={(event) => setFilter(event.target.value)}
            />
            {[...first.slice(7), ...found].map((option) => (
              <OptionField key={option.name} {...{ option, recipe }} />
            ))}
          </div>
        </details>
      )}
    </>
  );
}

interface FieldProps {
  readonly option: OptionFacts;
  readonly recipe: Recipe;
}

/** One option: a list of choices, or what can be written. */
export function OptionField({ option, recipe }: FieldProps) {
  const studio = useStudio();
  const { name, help, choices, type } = option;
  const given = recipe.options[name];
  const set = (value: unknown) => {
    const { [name]: _, ...others } = recipe.options;
    void studio.choose({ options: value === undefined ? others : { ...others, [name]: value } });
  };
  const id = `option-${name}`;
  return (
    <div className={`field option${given === undefined ? "" : " changed"}`}>
      <label htmlFor={id} title={name}>
        {inWords(name)}
      </label>
      {choices ? (
        <select
          id={id}
          value={String(given ?? option.default ?? "")}
          onChange={(event) => set(ofChoice(event.target.value))}
        >
          {option.default === undefined && <option value="">default</option>}
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : type === "boolean" ? (
        <select
          id={id}
          value={String(given ?? option.default ?? "")}
          onChange={(event) => set(ofChoice(event.target.value))}
        >
          {option.default === undefined && <option value="">default</option>}
          <option value="true">yes</option>
          <option value="false">no</option>
        </select>
      ) : (
        <TextField id={id} given={given} option={option} onValue={set} />
      )}
      <p className="help">{help}</p>
    </div>
  );

  function ofChoice(text: string): unknown {
    if (text === "" || text === String(option.default)) return undefined;
    return type === "boolean" ? text === "true" : text;
  }
}

/** `maxDepth` as `Max depth`: the command's name is in the tooltip. */
export function inWords(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words[0].toUpperCase() + words.slice(1);
}

interface TextProps {
  readonly id: string;
  readonly given: unknown;
  readonly option: OptionFacts;
  readonly onValue: (value: unknown) => void;
}

/** Numbers, and whatever else an option takes as JSON or a word; the library checks it. */
function TextField({ id, given, option, onValue }: TextProps) {
  const [draft, setText] = useState("");
  // What is being written, unless the option was set from elsewhere.
  const text = written(parsedValue(draft)) === written(given) ? draft : written(given);
  return (
    <input
      id={id}
      value={text}
      inputMode={option.type === "integer" || option.type === "number" ? "decimal" : "text"}
      placeholder={option.default === undefined ? option.rule : written(option.default)}
      onChange={(event) => {
        setText(event.target.value);
        onValue(parsedValue(event.target.value));
      }}
    />
  );
}

const written = (value: unknown): string =>
  value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);

function parsedValue(text: string): unknown {
  const plain = text.trim();
  if (plain === "") return undefined;
  try {
    return JSON.parse(plain);
  } catch {
    return plain;
  }
}
