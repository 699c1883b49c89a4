import { CoppiceError, mustBe } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";
import { isLearner } from "./isLearner.js";

/** The fields of a request to `fit` or `fitSync`; the compiler checks them too, but not in JavaScript. */
const FIELDS = [
  ...[
    "target",
    "learner",
    "options",
    "weight",
    "rowKey",
    "ignore",
    "use",
    "attributes",
    "rules",
    "seed",
    "onWarning",
  ],
  ...["onProgress", "checkpoint", "threads", "signal", "workers"],
  ...["types", "schema", "missing", "columns", "decimal", "dates"],
];
/** Those of `fit` and `fitSync` only: the rows that a model has learned from cannot test it. */
const FIT_FIELDS = ["continueFrom"];
/** Those of `crossValidate` only. */
const FOLD_FIELDS = ["folds", "stratified", "groupDuplicates", "confidence"];
const FLAGS = ["stratified", "groupDuplicates"];

/** What other libraries call these fields. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  random_state: "seed",
  randomState: "seed",
  n_jobs: "threads",
  num_threads: "threads",
  sample_weight: "weight",
  weights: "weight",
  cv: "folds",
  features: "attributes",
  label: "target",
  y: "target",
};

const LISTS = ["ignore", "use", "attributes"];
const CALLS = ["onWarning", "onProgress"];
const NAMES = ["target", "weight", "rowKey"];

/** Refuses a request with a field that does not exist, or with a value of another type. */
export function checkRequest(request: unknown, of: "fit" | "crossValidate" = "fit"): void {
  if (!isObject(request))
    throw mustBe("OPTION_RANGE", "the request", 'an object such as {target: "class"}', request);
  const fields = of === "fit" ? [...FIELDS, ...FIT_FIELDS] : [...FIELDS, ...FOLD_FIELDS];
  for (const name of Object.keys(request)) if (!fields.includes(name)) throw unknownField(name, fields);
  const { learner, options, seed, signal, rules, continueFrom } = request;
  if (continueFrom !== undefined && !(isObject(continueFrom) && isObject(continueFrom.training)))
    throw mustBe(
      "OPTION_RANGE",
      "continueFrom",
      "a model, as fit returns or loadModel reads it",
      continueFrom,
    );
  if (learner !== undefined && !isChoice(learner))
    throw mustBe("LEARNER_UNKNOWN", "learner", "a learner's name, a learner or the module of one", learner);
  if (options !== undefined && !isObject(options))
    throw mustBe("OPTION_RANGE", "options", "an object", options);
  if (seed !== undefined && !(Number.isSafeInteger(seed) && (seed as number) >= 0))
    throw mustBe("OPTION_RANGE", "seed", "an integer ≥ 0", seed);
  if (rules !== undefined && typeof rules !== "string")
    throw mustBe("OPTION_RANGE", "rules", "a text", rules);
  if (signal !== undefined && !(isObject(signal) && typeof signal.addEventListener === "function"))
    throw mustBe("OPTION_RANGE", "signal", "an AbortSignal", typeof signal);
  for (const name of FLAGS) {
    const flag = request[name];
    if (flag !== undefined && typeof flag !== "boolean")
      throw mustBe("OPTION_RANGE", name, "true or false", flag);
  }
  for (const name of NAMES) {
    const column = request[name];
    if (column !== undefined && typeof column !== "string")
      throw mustBe("OPTION_RANGE", name, "a column's name", column);
  }
  for (const name of CALLS) {
    const call = request[name];
    if (call !== undefined && typeof call !== "function")
      throw mustBe("OPTION_RANGE", name, "a function", call);
  }
  for (const name of LISTS) {
    const list = request[name];
    if (list !== undefined && !Array.isArray(list))
      throw mustBe("OPTION_RANGE", name, "a list of column names", list);
  }
}

function isChoice(learner: unknown): boolean {
  return typeof learner === "string" || isLearner(learner) || (isObject(learner) && "module" in learner);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unknownField(name: string, fields: readonly string[]): CoppiceError {
  const isOfFolds = FOLD_FIELDS.includes(name);
  const ours = Object.hasOwn(ELSEWHERE, name) ? ELSEWHERE[name] : undefined;
  const hint = isOfFolds
    ? " to fit: it is a field of crossValidate"
    : ours === undefined || !fields.includes(ours)
      ? didYouMean(name, fields)
      : `; here it is called ${JSON.stringify(ours)}`;
  const message = `there is no field ${JSON.stringify(name)} in a request${hint}; options of the learner go into "options"`;
  return new CoppiceError("OPTION_UNKNOWN", message, { name, rule: `one of ${fields.join(", ")}` });
}
