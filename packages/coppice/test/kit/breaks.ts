import { cases } from "./cases.js";

/** A change that spoils a model: its text, which model, how, and the refusal with its code. */
export type Break = readonly [change: string, of: string, spoil: (model: object) => object, refusal: string];

/**
 * Changes as lines `nodes[0].gain = null → must be a finite number; got null`: a path, a value in JSON or `nothing`, and
 * what the model is refused with. The path belongs to a message that begins with "must be", and the code is
 * MODEL_INVALID where none is written. A name before the path says which model is spoiled, as in `iris: nodes = []`.
 */
export function breaks(texts: TemplateStringsArray, ...inserted: readonly unknown[]): Break[] {
  return cases(texts, ...inserted).map(([change, message]) => {
    const parts = /^(?:(\w+): )?(\S+) = (.+)$/.exec(change);
    if (parts === null || message === undefined)
      throw new Error(`not a change with its refusal: ${change} → ${message}`);
    const [, of = "", path, text] = parts;
    const value = text === "nothing" ? undefined : JSON.parse(text);
    const whole = message.startsWith("must be") ? `${path} ${message}` : message;
    const refusal = /^[A-Z_]+: /.test(whole) ? whole : `MODEL_INVALID: ${whole}`;
    return [change, of, (model) => spoiled(model, path, value), refusal];
  });
}

/** The JSON of a model with the value at `path` replaced; undefined deletes it. */
function spoiled(model: object, path: string, value: unknown): object {
  const json = JSON.parse(JSON.stringify(model));
  const keys = path.match(/[^.[\]]+/g)!;
  const last = keys.pop()!;
  const place = keys.reduce((at, key) => at[key], json);
  if (value === undefined) delete place[last];
  else place[last] = value;
  return json;
}
