import { mustBe } from "../base/errors.js";
import type { ColumnSchema } from "../table/schema.js";
import type { Table } from "../table/table.js";
import { type Cell, tableOf } from "./columns.js";
import { FRUIT_COLUMNS, PERSON_COLUMNS } from "./textbookTrees.js";

export { figure96Tree, fruitTree } from "./textbookTrees.js";

/*
 * The small tables that the textbooks work through by hand. Sources, by the letters used below:
 *   A  Alpaydin, Introduction to Machine Learning, chapter 9
 *   D  Duda, Hart and Stork, Pattern Classification, chapter 8
 *   R  Roth, lecture notes on decision trees (scribes Zhou and Cervantes)
 */

function nominal(name: string, ...levels: string[]): ColumnSchema {
  return { name, type: "nominal", levels };
}

function numeric(name: string): ColumnSchema {
  return { name, type: "numeric" };
}

/** Rows written as words separated by spaces; `?` is missing. */
function words(lines: readonly string[]): Cell[][] {
  return lines.map((line) => line.split(" ").map((word) => (word === "?" ? undefined : word)));
}

const TENNIS: readonly ColumnSchema[] = [
  nominal("Outlook", "Sunny", "Overcast", "Rainy"),
  nominal("Temperature", "Hot", "Mild", "Cool"),
  nominal("Humidity", "High", "Normal", "Low"),
  nominal("Wind", "Strong", "Weak"),
  nominal("Play", "yes", "no"),
];

/** R 2.1, figure 3a: fourteen days. No day has Humidity = Low: an n-way test on it has a branch without rows. */
export function tennis(): Table {
  return tableOf(
    TENNIS,
    words([
      "Sunny Hot High Weak no",
      "Sunny Hot High Strong no",
      "Overcast Hot High Weak yes",
      "Rainy Mild High Weak yes",
      "Rainy Cool Normal Weak yes",
      "Rainy Cool Normal Strong no",
      "Overcast Cool Normal Strong yes",
      "Sunny Mild High Weak no",
      "Sunny Cool Normal Weak yes",
      "Rainy Mild Normal Weak yes",
      "Sunny Mild Normal Strong yes",
      "Overcast Mild High Strong yes",
      "Overcast Hot Normal Weak yes",
      "Rainy Mild High Strong no",
    ]),
  );
}

/** R 4.2, figure 13: the sunny days 1, 2, 8, 9 and 11, with the Humidity of day 8 missing. */
export function sunnyWithMissing(): Table {
  return tableOf(
    TENNIS,
    words([
      "Sunny Hot High Weak no",
      "Sunny Hot High Strong no",
      "Sunny Mild ? Weak no",
      "Sunny Cool Normal Weak yes",
      "Sunny Mild Normal Strong yes",
    ]),
  );
}

/** R 4.1. The class changes at 12.5, 24.5, 30 and 45 (R leaves 30 out of its list). */
export function lengths(): Table {
  return tableOf(
    [numeric("Length"), nominal("class", "-", "+")],
    words(["10 -", "15 +", "21 +", "28 -", "32 +", "40 +", "50 -"]),
  );
}

/**
 * D example 1: sixteen points in the plane. The last has x2 = 0.36 (marked with a star) or 0.32 (with a dagger), and
 * that changes the whole tree.
 */
export function dudaExample1(point: "star" | "dagger"): Table {
  if (point !== "star" && point !== "dagger")
    throw mustBe("OPTION_RANGE", "point", `"star" or "dagger"`, point);
  return tableOf(
    [numeric("x1"), numeric("x2"), nominal("class", "w1", "w2")],
    [
      [0.15, 0.83, "w1"],
      [0.09, 0.55, "w1"],
      [0.29, 0.35, "w1"],
      [0.38, 0.7, "w1"],
      [0.52, 0.48, "w1"],
      [0.57, 0.73, "w1"],
      [0.73, 0.75, "w1"],
      [0.47, 0.06, "w1"],
      [0.1, 0.29, "w2"],
      [0.08, 0.15, "w2"],
      [0.23, 0.16, "w2"],
      [0.7, 0.19, "w2"],
      [0.62, 0.47, "w2"],
      [0.91, 0.27, "w2"],
      [0.65, 0.9, "w2"],
      [0.75, point === "star" ? 0.36 : 0.32, "w2"],
    ],
  );
}

/** D example 2: the best test is x1 < 5.5; x3 < 3.5 agrees with it on 8 rows of 10, x2 < 3.5 on 6. */
export function dudaExample2(): Table {
  return tableOf(
    [numeric("x1"), numeric("x2"), numeric("x3"), nominal("class", "w1", "w2")],
    [
      [0, 7, 8, "w1"],
      [1, 8, 9, "w1"],
      [2, 9, 0, "w1"],
      [4, 1, 1, "w1"],
      [5, 2, 2, "w1"],
      [3, 3, 3, "w2"],
      [6, 0, 4, "w2"],
      [7, 4, 5, "w2"],
      [8, 5, 6, "w2"],
      [9, 6, 7, "w2"],
    ],
  );
}

/**
 * Examples for the tree of D figure 8.1, which the book shows without data. Every leaf has a row, and at each node the
 * test drawn there has the largest information gain, so that ID3 finds the figure.
 */
export function fruit(): Table {
  return tableOf(
    FRUIT_COLUMNS,
    words([
      "green big round sweet Watermelon",
      "green medium round sweet Apple",
      "green small round sweet Grape",
      "yellow big round sweet Grapefruit",
      "yellow big round sour Grapefruit",
      "yellow small round sour Lemon",
      "yellow big thin sweet Banana",
      "yellow medium thin sweet Banana",
      "yellow small thin sweet Banana",
      "yellow small thin sour Banana",
      "red medium round sweet Apple",
      "red medium round sour Apple",
      "red small round sweet Cherry",
      "red small round sour Grape",
    ]),
  );
}

/**
 * R 2.3: which of two attributes is the better root? (A, B) is (0, 0) or (0, 1) in 50 rows of class - each, (1, 0) in
 * `extra` rows of class -, and (1, 1) in 100 rows of class +.
 */
export function booleanPair(extra: 0 | 3): Table {
  if (extra !== 0 && extra !== 3) throw mustBe("OPTION_RANGE", "extra", "0 or 3", extra);
  const times = (count: number, line: string) => Array.from({ length: count }, () => line);
  return tableOf(
    [nominal("A", "0", "1"), nominal("B", "0", "1"), nominal("class", "-", "+")],
    words([...times(50, "0 0 -"), ...times(50, "0 1 -"), ...times(extra, "1 0 -"), ...times(100, "1 1 +")]),
  );
}

/** One row for each of the rules R1 to R5 of A 9.4. The tree is called hypothetical there, and has no data. */
export function figure96(): Table {
  return tableOf(
    PERSON_COLUMNS,
    words([
      "45 5 female A 0.8",
      "45 1 male B 0.6",
      "30 5 male A 0.4",
      "30 1 female B 0.3",
      "30 1 male C 0.2",
    ]),
  );
}
