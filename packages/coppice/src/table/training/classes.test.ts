import { expect, it } from "vitest";
import { cases } from "../../../test/kit/cases.js";
import { nominal } from "../../testing/index.js";
import { warningText } from "../remedy.js";
import { classRemarks } from "./classes.js";

/** The warnings about so many rows of each class, in order. */
function remarks(counts: Readonly<Record<string, number>>, weights?: Float64Array): string[] {
  const levels = Object.keys(counts);
  const codes = levels.flatMap((level, code) => new Array<number>(counts[level]).fill(code));
  const column = nominal("y", levels, codes);
  // In the file, two rows without a target precede these.
  const rows = Int32Array.from(column.codes, (_, i) => i + 2);
  const warnings = classRemarks(column, rows, weights);
  return warnings.map((warning) => `${warning.code}: ${warningText(warning, "flag")}`);
}

it.each(cases`
  # Row 50 of those learned from is row 52 of the file, counted from 0.
  {"versicolor":50,"versicolour":1,"setosa":50} → CLASS_MISSPELT: the class "versicolour" has 1 row (row 53) and looks like a misspelling of "versicolor" (50 rows): kept as a separate class; correct the cells if it is not one
  {"yes":30,"no":20," Yes":25} → CLASS_MISSPELT: the class " Yes" has 25 rows (the first is row 53) and looks like a misspelling of "yes" (30 rows): kept as a separate class; correct the cells if it is not one
  {"setosa":60,"setsoa":2} → CLASS_MISSPELT: the class "setsoa" has 2 rows (the first is row 63) and looks like a misspelling of "setosa" (60 rows): kept as a separate class; correct the cells if it is not one
  # Names that differ in a digit, are short, or are frequent.
  {"class 1":100,"class 2":3} →
  {"cat":100,"car":4} →
  {"benign":100,"malign":30,"benigh":20} →
  {"a":10,"b":10,"c":1} → CLASS_SINGLE: the class "c" has a single row: no fold can both learn and test it
  {"a":10,"bb":1,"cc":1,"dd":1,"ee":1} → CLASS_SINGLE: 4 classes have a single row ("bb", "cc", "dd" and 1 more): no fold can both learn and test them
  # 15 of 1000 are 1.5%; 985 are 98.5%.
  {"ok":985,"fraud":15} → CLASS_RARE: the class "fraud" has 15 of 1000 rows, and always predicting "ok" achieves an accuracy of 98.5%: accuracy is not informative here; add --set priors=equal if the learner has that option, to give every class the same weight
  {"ok":980,"fraud":20} →
`)("the warning about the classes %s is %s", (counts, message) => {
  expect(remarks(JSON.parse(counts))).toEqual(message ? [message] : []);
});

it("warnings about classes name a misspelt class of two or three letters if it has one row and a letter too many or too few", () => {
  for (const pair of ["yes yess", "yes ye", "no noo", "yes eys", "low olw"]) {
    const [meant, misspelt] = pair.split(" ");
    expect(remarks({ [meant]: 20, other: 20, [misspelt]: 1 })[0], misspelt).toContain(
      `CLASS_MISSPELT: the class "${misspelt}" has 1 row (row 43) and looks like a misspelling of "${meant}"`,
    );
    // Twice is no slip, and one in ten is not rare.
    expect(remarks({ [meant]: 100, other: 20, [misspelt]: 2 }), misspelt).toEqual([]);
    expect(remarks({ [meant]: 10, other: 20, [misspelt]: 1 }).join(), misspelt).not.toContain("MISSPELT");
  }
});

it.each(["a b", "no nc", "cat car", "no on", "AA AAA", "AA AA+", "t1 t2", "m mm"])(
  "warnings about classes accept short names that are other words: %s",
  (pair) => {
    const [common, rare] = pair.split(" ");
    for (const rows of [1, 2, 5, 50])
      expect(remarks({ [common]: 100, [rare]: rows }).join()).not.toContain("CLASS_MISSPELT");
  },
);

it("no class is rare if none dominates, or by its weight", () => {
  // Ten classes of which the rarest has 1%.
  const many = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`kind ${i}`, i === 0 ? 10 : 110]));
  expect(remarks(many)).toEqual([]);
  const weights = Float64Array.from({ length: 1000 }, (_, row) => (row < 985 ? 1 : 50));
  expect(remarks({ ok: 985, fraud: 15 }, weights)).toEqual([]);
});
