import { describe, expect, it } from "vitest";
import type { NominalColumn } from "../column.js";
import { warningText } from "../remedy.js";
import { classRemarks } from "./classes.js";

/** `counts` rows of each class, in order. */
function target(counts: Readonly<Record<string, number>>): NominalColumn {
  const levels = Object.keys(counts);
  const codes = Int32Array.from(levels.flatMap((level, code) => new Array<number>(counts[level]).fill(code)));
  return { type: "nominal", name: "y", levels, codes };
}

function remarks(counts: Readonly<Record<string, number>>, weights?: Float64Array): string[] {
  const column = target(counts);
  // In the file, two rows without a target precede these.
  const rows = Int32Array.from(column.codes, (_, i) => i + 2);
  return classRemarks(column, rows, weights).map(
    (warning) => `${warning.code}: ${warningText(warning, "flag")}`,
  );
}

describe("warnings about classes", () => {
  it("name a misspelt class and its row", () => {
    // Row 50 of those learned from is row 52 of the file, counted from 0.
    expect(remarks({ versicolor: 50, versicolour: 1, setosa: 50 })).toEqual([
      'CLASS_MISSPELT: the class "versicolour" has 1 row (row 53) and looks like a misspelling of "versicolor" (50 rows): ' +
        "kept as a separate class; correct the cells if it is not one",
    ]);
    expect(remarks({ yes: 30, no: 20, " Yes": 25 })[0]).toMatch(
      /^CLASS_MISSPELT: the class " Yes" has 25 rows \(the first is row 53\) and looks like a misspelling of "yes"/,
    );
    expect(remarks({ setosa: 60, setsoa: 2 })).toHaveLength(1);
  });

  it("accept names that differ in a digit, are short, or are frequent", () => {
    expect(remarks({ "class 1": 100, "class 2": 3 })).toEqual([]);
    expect(remarks({ cat: 100, car: 4 })).toEqual([]);
    expect(remarks({ benign: 100, malign: 30, benigh: 20 })).toEqual([]);
  });

  it("name a misspelt class of two or three letters if it has one row and a letter too many or too few", () => {
    for (const [meant, misspelt] of [
      ["yes", "yess"],
      ["yes", "ye"],
      ["no", "noo"],
      ["yes", "eys"],
      ["low", "olw"],
    ]) {
      expect(remarks({ [meant]: 20, other: 20, [misspelt]: 1 })[0], misspelt).toContain(
        `CLASS_MISSPELT: the class "${misspelt}" has 1 row (row 43) and looks like a misspelling of "${meant}"`,
      );
      // Twice is no slip, and one in ten is not rare.
      expect(remarks({ [meant]: 100, other: 20, [misspelt]: 2 }), misspelt).toEqual([]);
      expect(remarks({ [meant]: 10, other: 20, [misspelt]: 1 }).join(), misspelt).not.toContain("MISSPELT");
    }
  });

  it.each([
    ["a", "b"],
    ["no", "nc"],
    ["cat", "car"],
    ["no", "on"],
    ["AA", "AAA"],
    ["AA", "AA+"],
    ["t1", "t2"],
    ["m", "mm"],
  ])("accept short names that are other words: %s and %s", (common, rare) => {
    for (const rows of [1, 2, 5, 50]) {
      expect(remarks({ [common]: 100, [rare]: rows }).join()).not.toContain("CLASS_MISSPELT");
    }
  });

  it("name classes with a single row", () => {
    expect(remarks({ a: 10, b: 10, c: 1 })).toEqual([
      'CLASS_SINGLE: the class "c" has a single row: no fold can both learn and test it',
    ]);
    expect(remarks({ a: 10, bb: 1, cc: 1, dd: 1, ee: 1 })).toEqual([
      'CLASS_SINGLE: 4 classes have a single row ("bb", "cc", "dd" and 1 more): no fold can both learn and test them',
    ]);
  });

  it("name a rare class if another class dominates", () => {
    // 15 of 1000 are 1.5%; 985 are 98.5%.
    expect(remarks({ ok: 985, fraud: 15 })).toEqual([
      'CLASS_RARE: the class "fraud" has 15 of 1000 rows, and always predicting "ok" achieves an accuracy of 98.5%: ' +
        "accuracy is not informative here; add --set priors=equal if the learner has that option, to give every class the same weight",
    ]);
    expect(remarks({ ok: 980, fraud: 20 })).toEqual([]);
    // Ten classes of which the rarest has 1%: no class dominates.
    const many = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`kind ${i}`, i === 0 ? 10 : 110]));
    expect(remarks(many)).toEqual([]);
  });

  it("count a class by its weight", () => {
    const weights = Float64Array.from({ length: 1000 }, (_, row) => (row < 985 ? 1 : 50));
    expect(remarks({ ok: 985, fraud: 15 }, weights)).toEqual([]);
  });
});
