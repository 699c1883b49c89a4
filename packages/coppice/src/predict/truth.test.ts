import { expect, it } from "vitest";
import { labelled, trueClasses, trueValues, valued } from "../../test/kit/judged.js";
import { refusal } from "../../test/kit/refusal.js";
import { makeTable } from "../table/table.js";
import { names, nominal } from "../testing/index.js";
import { checkTruth } from "./checkTruth.js";
import type { Prediction } from "./prediction.js";
import { truthOf } from "./truth.js";

const classes = (levels: string[], ...codes: number[]) => makeTable([nominal("y", levels, codes)]);
const target = (...levels: string[]) => ({ name: "y", type: "nominal", levels }) as const;
const predicted = (names: string[] | undefined, ...labels: number[]): Prediction => ({
  ...labelled(...labels),
  ...(names && { classes: names }),
});

it("recodes the table's classes by name", () => {
  const truth = truthOf(target("b", "a"), classes(["a", "b", "never"], 0, 1, 1));
  expect(truth).toEqual(trueClasses([1, 0, 0], ["b", "a"]));
});

it("takes other spellings of yes and no as the class", () => {
  const truth = truthOf(target("No", "Yes"), classes(["N", "no", "y"], 0, 1, 2));
  expect(truth).toEqual(trueClasses([0, 0, 1], ["No", "Yes"]));
});

it("never makes a class of a missing target", () => {
  const codesFor = (...levels: string[]) => truthOf(target(...levels), classes(["a", "b"], 0, -1));
  expect(codesFor("b", "a")).toMatchObject({ codes: Int32Array.of(1, -1) });
  expect(codesFor("a", "b")).toMatchObject({ codes: Int32Array.of(0, -1) });
});

it("warns of each class that is not listed", () => {
  const truth = truthOf(target("a", "b"), classes(["b", "new", "a", "c"], 0, 1, 1, 2, 3));
  const message = (name: string, rows: string) =>
    `class "${name}" was not in the training data: its ${rows} cannot be classified correctly`;
  expect(truth).toMatchObject({
    ...{ classes: ["a", "b", "new", "c"], codes: Int32Array.of(1, 2, 2, 0, 3) },
    warnings: [
      { code: "CLASS_NOT_LEARNED", column: "y", message: message("new", "2 rows") },
      { message: message("c", "1 row") },
    ],
  });
});

const refused = (levels: string[], given: string[], ...codes: number[]) =>
  refusal(() => truthOf(target(...levels), classes(given, ...codes)));

it("rejects a table most of whose classes are not listed", () => {
  expect(refused(["yes", "no"], ["0", "1"], 0, 1)).toContain(
    'the target "y" must have the classes "yes", "no"; the table has "0", "1"',
  );
  // Of the classes 2, 3 and 4 only 2 is listed.
  expect(refused(["1", "2"], ["2", "3", "4"], 0, 1, 2)).toContain("CLASSES_DIFFER: ");
});

it("shows eight classes at most", () => {
  expect(refused(names("c", 10), ["z"], 0)).toContain('"c7" and 2 more; the table');
});

const truth = trueClasses([0, 1], ["a", "b"]);
const open = trueClasses([0, -1], ["a", "b"]);
// What docs/experiments.md once did: the truth in terms of 0, 1, 2 and the model in those of 1, 2, 3.
const shifted = truthOf(target("0", "1", "2"), classes(["1", "2", "3"], 0, 1, 2));
const values = trueValues(Number.NaN, 2);

it.each<[string, Parameters<typeof checkTruth>, string]>([
  ["unknown classes", [trueClasses([0, 1], ["a", "b", "new"]), predicted(["a", "b"], 1, 1)], "not refused"],
  [
    "codes of other classes",
    [shifted, predicted(["1", "2", "3"], 0, 1, 2)],
    'CLASSES_DIFFER: the truth must begin with the model\'s classes "1", "2", "3"; it has "0", "1", "2", "3"',
  ],
  ["classes in another order", [truth, predicted(["b", "a"], 0, 1)], "CLASSES_DIFFER: "],
  [
    "labels of no class",
    [truth, predicted(undefined, 0, 2)],
    "a label must be below the 2 classes of the truth; got 2",
  ],
  [
    "rows without a class",
    [open, predicted(["a", "b"], 0, 0)],
    "row 1 has no target value: leave such rows out with knownTarget",
  ],
  ["rows without a class that are left out", [open, predicted(["a", "b"], 0), [0]], "not refused"],
  ["rows without a value", [values, valued(1, 2)], "TARGET_INCOMPLETE: "],
  ["another number of rows", [truth, predicted(["a", "b"], 0)], "the truth has 2 rows, the prediction 1"],
  [
    "another kind",
    [values, predicted(["a"], 0, 0)],
    "a classification cannot be scored against the truth of a regression",
  ],
])("%s: the truth is checked", (_, given, message) => {
  expect(refusal(() => checkTruth(...given))).toContain(message);
});
