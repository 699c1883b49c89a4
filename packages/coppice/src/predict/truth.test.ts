import { describe, expect, it } from "vitest";
import { makeTable, type Table } from "../table/table.js";
import { checkTruth } from "./checkTruth.js";
import type { Prediction } from "./prediction.js";
import { truthOf } from "./truth.js";

const classes = (levels: string[], ...codes: number[]): Table =>
  makeTable([{ type: "nominal", name: "y", levels, codes: Int32Array.from(codes) }]);
const target = (...levels: string[]) => ({ name: "y", type: "nominal", levels }) as const;

const predicted = (names: string[] | undefined, ...labels: number[]): Prediction => ({
  kind: "classification",
  labels: Int32Array.from(labels),
  probabilities: new Float64Array(0),
  warnings: [],
  ...(names && { classes: names }),
});

describe("truthOf", () => {
  it("recodes the table's classes by name", () => {
    const truth = truthOf(target("b", "a"), classes(["a", "b", "never"], 0, 1, 1));
    expect(truth).toEqual({ kind: "classification", codes: Int32Array.of(1, 0, 0), classes: ["b", "a"] });
  });

  it("takes other spellings of yes and no as the class", () => {
    const truth = truthOf(target("No", "Yes"), classes(["N", "no", "y"], 0, 1, 2));
    expect(truth).toEqual({ kind: "classification", codes: Int32Array.of(0, 0, 1), classes: ["No", "Yes"] });
  });

  it("never makes a class of a missing target", () => {
    expect(truthOf(target("b", "a"), classes(["a", "b"], 0, -1))).toMatchObject({
      codes: Int32Array.of(1, -1),
    });
    expect(truthOf(target("a", "b"), classes(["a", "b"], 0, -1))).toMatchObject({
      codes: Int32Array.of(0, -1),
    });
  });

  it("warns of each class that is not listed", () => {
    const truth = truthOf(target("a", "b"), classes(["b", "new", "a", "c"], 0, 1, 1, 2, 3));
    expect(truth).toMatchObject({
      classes: ["a", "b", "new", "c"],
      codes: Int32Array.of(1, 2, 2, 0, 3),
      warnings: [
        {
          code: "CLASS_NOT_LEARNED",
          column: "y",
          message: 'class "new" was not in the training data: its 2 rows cannot be classified correctly',
        },
        { message: 'class "c" was not in the training data: its 1 row cannot be classified correctly' },
      ],
    });
  });

  it("rejects a table most of whose classes are not listed", () => {
    expect(() => truthOf(target("yes", "no"), classes(["0", "1"], 0, 1))).toThrow(
      'the target "y" must have the classes "yes", "no"; the table has "0", "1"',
    );
    // Of the classes 2, 3 and 4 only 2 is listed.
    expect(() => truthOf(target("1", "2"), classes(["2", "3", "4"], 0, 1, 2))).toThrow(
      expect.objectContaining({ code: "CLASSES_DIFFER" }),
    );
  });

  it("shows eight classes at most", () => {
    const levels = Array.from({ length: 10 }, (_, i) => `c${i}`);
    expect(() => truthOf(target(...levels), classes(["z"], 0))).toThrow('"c7" and 2 more; the table');
  });
});

describe("checkTruth", () => {
  const truth = { kind: "classification", codes: Int32Array.of(0, 1), classes: ["a", "b"] } as const;

  it("allows classes that the model does not know", () => {
    const wider = { ...truth, classes: ["a", "b", "new"] };
    expect(() => checkTruth(wider, predicted(["a", "b"], 1, 1))).not.toThrow();
  });

  it("rejects codes of other classes", () => {
    // What docs/experiments.md once did: the truth in terms of 0, 1, 2 and the model in those of 1, 2, 3.
    const shifted = truthOf(target("0", "1", "2"), classes(["1", "2", "3"], 0, 1, 2));
    expect(() => checkTruth(shifted, predicted(["1", "2", "3"], 0, 1, 2))).toThrow(
      'the truth must begin with the model\'s classes "1", "2", "3"; it has "0", "1", "2", "3"',
    );
    expect(() => checkTruth(truth, predicted(["b", "a"], 0, 1))).toThrow(
      expect.objectContaining({ code: "CLASSES_DIFFER" }),
    );
    expect(() => checkTruth(truth, predicted(undefined, 0, 2))).toThrow(
      "a label must be below the 2 classes of the truth; got 2",
    );
  });

  it("rejects rows without a target, and a different number of rows", () => {
    const open = { ...truth, codes: Int32Array.of(0, -1) };
    expect(() => checkTruth(open, predicted(["a", "b"], 0, 0))).toThrow(
      "row 1 has no target value: leave such rows out with knownTarget",
    );
    expect(() => checkTruth(open, predicted(["a", "b"], 0), [0])).not.toThrow();
    expect(() => checkTruth(truth, predicted(["a", "b"], 0))).toThrow(
      "the truth has 2 rows, the prediction 1",
    );
    const values = { kind: "regression", values: Float64Array.of(Number.NaN) } as const;
    expect(() => checkTruth(values, { ...values, warnings: [] })).toThrow(
      expect.objectContaining({ code: "TARGET_INCOMPLETE" }),
    );
  });

  it("rejects another kind", () => {
    const values = { kind: "regression", values: Float64Array.of(1, 2) } as const;
    expect(() => checkTruth(values, predicted(["a"], 0, 0))).toThrow(
      "a classification cannot be scored against the truth of a regression",
    );
  });
});
