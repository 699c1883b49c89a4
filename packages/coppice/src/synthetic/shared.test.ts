import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { balanceScale } from "./balanceScale.js";
import { lines } from "./testing.js";
import { ticTacToe } from "./ticTacToe.js";

/* The complete tables against the published files, if these are in ../shared. */

const FOLDER = new URL("../../../../../shared/data/", import.meta.url);
const present = existsSync(FOLDER);
if (!present) console.log("skipped: ../shared/data is not here to compare the complete tables with");

it.skipIf(!present).each([
  ["balance-scale.csv", balanceScale],
  ["tic-tac-toe.csv", ticTacToe],
])("%s is published, row for row", (name, make) => {
  const [, ...rows] = readFileSync(new URL(name, FOLDER), "utf8").trim().split(/\r?\n/);
  expect(lines(make())).toEqual(rows.map((line) => line.replaceAll(",", " ")));
});
