import { CoppiceError, mustBe } from "../base/errors.js";
import type { Prediction } from "./prediction.js";
import { listText, type Truth } from "./truth.js";

/**
 * Checks that predictions can be compared with the truth: same kind and rows, every row with a target, and codes of
 * the same classes. `rows` are the predicted rows, if not all.
 */
export function checkTruth(truth: Truth, prediction: Prediction, rows?: ArrayLike<number>): void {
  if (truth.kind === "classification" && prediction.kind === "classification") {
    checkRows(truth.codes, prediction.labels.length, rows, 0);
    checkMeaning(truth.classes, prediction.labels, prediction.classes);
  } else if (truth.kind === "regression" && prediction.kind === "regression") {
    checkRows(truth.values, prediction.values.length, rows, Number.NEGATIVE_INFINITY);
  } else {
    const message = `a ${prediction.kind} cannot be scored against the truth of a ${truth.kind}`;
    throw new CoppiceError("TARGET_TYPE", message, { name: "truth", value: truth.kind });
  }
}

/** If a model does not name its classes, it is only checked that each label is one of the truth's. */
function checkMeaning(
  classes: readonly string[],
  labels: Int32Array,
  learned: readonly string[] | undefined,
): void {
  if (learned === undefined) {
    const most = labels.reduce((max, label) => Math.max(max, label), -1);
    if (most < classes.length) return;
    throw mustBe("CLASSES_DIFFER", "a label", `below the ${classes.length} classes of the truth`, most);
  }
  if (learned.every((name, code) => classes[code] === name)) return;
  throw new CoppiceError(
    "CLASSES_DIFFER",
    `the truth must begin with the model's classes ${listText(learned)}; it has ${listText(classes)}`,
    { name: "truth", rule: `the classes ${listText(learned)}`, value: classes.slice(0, 50) },
  );
}

/** What is not at least `least` is missing: negative codes, or NaN. */
function checkRows(
  truth: ArrayLike<number>,
  predicted: number,
  rows: ArrayLike<number> | undefined,
  least: number,
): void {
  const judged = rows?.length ?? truth.length;
  if (judged !== predicted) {
    const message = `the truth has ${judged} rows, the prediction ${predicted}`;
    throw new CoppiceError("TARGET_INCOMPLETE", message, { name: "truth", value: judged });
  }
  for (let i = 0; i < judged; i++) {
    const row = rows?.[i] ?? i;
    if (truth[row] >= least) continue;
    throw new CoppiceError(
      "TARGET_INCOMPLETE",
      `row ${row} has no target value: leave such rows out with knownTarget`,
      { name: "truth", value: row },
    );
  }
}
