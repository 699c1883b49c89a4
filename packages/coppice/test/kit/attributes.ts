import { few, grades, levels, numbers, type RandomAttribute } from "../../src/testing/randomTable.js";

/** All kinds of attributes, among them levels by the dozen and around the bits of a word, constants, and awkward numbers. */
export const manyAttributes: readonly Readonly<Record<string, RandomAttribute>>[] = [2, 5, 1000].map(
  (values) => ({
    ...{ x1: few(values), n2: levels(2, "some", 0.1), x2: numbers("uniform"), n5: levels(5, "some", 0.3) },
    ...Object.fromEntries([30, 31, 61, 62].map((count) => [`n${count}`, levels(count, "some", 0.05)])),
    ...{ n100: levels(100, "some"), n300: levels(300, "some"), o: grades(4, 0.1) },
    ...{ same: numbers("same"), one: levels(1, "even", 0.5), sparse: few(values, 0.9) },
    ...{ huge: numbers("huge"), far: numbers("far"), close: numbers("near"), large: numbers("large") },
    skewed: numbers("skewed", 0.05),
  }),
);
