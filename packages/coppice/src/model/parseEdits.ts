import { CoppiceError } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";
import { fault, isJson, need, needList, needObject } from "./checks.js";
import type { Edit, EditKind, EditTest, Workbook } from "./edit.js";
import { stepsOf } from "./nodePath.js";
import { type Check, finite, listOf, must, objectOf, oneOf, optional, text } from "./parseHead.js";

const names = listOf(text, "a list of names");
const index = must((value) => Number.isInteger(value) && (value as number) >= 0, "the number of a branch");
const cell = must(
  (value) => typeof value === "string" || Number.isFinite(value),
  "a finite number, or the name of a level",
);

/** Besides `kind`; all of them are required unless they are optional, and there are no others. */
type Fields = Readonly<Record<string, Check>>;

const TESTS: Readonly<Record<EditTest["kind"], Fields>> = {
  threshold: { attribute: text, threshold: cell },
  subset: { attribute: text, left: names, right: optional(names) },
  levels: { attribute: text },
  intervals: { attribute: text, edges: listOf(finite, "a list of numbers") },
  best: { attribute: text },
};

const EDITS: Readonly<Record<EditKind, Fields>> = {
  split: { test: (value, path) => checkKind(value, path, TESTS), missing: optional(index) },
  threshold: { threshold: cell },
  levels: { levels: names, to: index },
  missing: { to: index },
  forbid: { attributes: names },
  prefer: { attributes: names },
  prune: {},
  label: { label: cell },
  lock: {},
  unlock: {},
  regrow: {},
  note: { text },
};

const COMMON: Fields = { node: checkPath, name: optional(text) };

/** Throws MODEL_INVALID with the path of the first fault of a list of edits. */
export const checkEdits: Check = (value, path) => {
  needList(value, path, "a list of edits");
  value.forEach((edit, i) => {
    checkKind(edit, `${path}[${i}]`, EDITS, COMMON);
  });
};

function checkKind(
  value: unknown,
  path: string,
  kinds: Readonly<Record<string, Fields>>,
  common: Fields = {},
): void {
  needObject(value, path);
  const { kind } = value;
  const known = Object.keys(kinds);
  if (typeof kind !== "string" || !known.includes(kind)) {
    const wrong = fault(`${path}.kind`, `one of ${known.join(", ")}`, kind);
    const hint = typeof kind === "string" ? didYouMean(kind, known) : "";
    throw new CoppiceError(wrong.code, wrong.message + hint, wrong.facts);
  }
  const fields = { ...kinds[kind], ...common };
  const allowed = ["kind", ...Object.keys(fields)];
  for (const name of Object.keys(value))
    need(allowed.includes(name), `${path}.${name}`, `left out: ${kind} has ${allowed.join(", ")}`, name);
  for (const [name, check] of Object.entries(fields)) check(value[name], `${path}.${name}`);
}

function checkPath(value: unknown, path: string): void {
  text(value, path);
  try {
    stepsOf(value as string);
  } catch {
    throw fault(path, "branch numbers such as 0.1.0, or root", value);
  }
}

/** Edits from parsed JSON: a list of them, an object with `edits`, or a workbook. */
export function parseEdits(json: unknown): Edit[] {
  const list = isJson(json) && "edits" in json ? json.edits : json;
  const path = list === json ? "" : "edits";
  return asEdits(() => {
    needList(list, path === "" ? "the file" : path, "a list of edits, or an object with one");
    checkEdits(list, path);
    return list as readonly Edit[] as Edit[];
  });
}

const checkWorkbook = objectOf(
  {
    format: oneOf("coppice-workbook"),
    version: must((value) => value === 1, "1"),
    table: objectOf(
      {
        name: optional(text),
        rows: index,
        columns: listOf(objectOf({ name: text, type: text }, "a column"), "a list of columns"),
      },
      "an object with rows and columns",
    ),
    recipe: objectOf(
      {
        learner: text,
        options: must(isJson, "an object"),
        target: text,
        attributes: names,
        weight: optional(text),
        seed: finite,
      },
      "an object with learner, options, target, attributes and seed",
    ),
    edits: checkEdits,
  },
  "a workbook",
);

export function parseWorkbook(json: unknown): Workbook {
  return asEdits(() => {
    needObject(json, "the file", "a workbook");
    checkWorkbook(json, "");
    return json as unknown as Workbook;
  });
}

/** Faults of a file of edits have a code of their own. */
function asEdits<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof CoppiceError) || error.code !== "MODEL_INVALID") throw error;
    throw new CoppiceError("EDITS_INVALID", error.message, error.facts);
  }
}
