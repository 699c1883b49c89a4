import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { balanceScale } from "./balanceScale.js";
import { lines } from "./testing.js";
import { ticTacToe } from "./ticTacToe.js";

/* The complete tables against the published files, if these are in ../shared. */

const FOLDER = new URL("../../../../../shared/data/", import.meta.url);
const present = existsSync(FOLDER);
if (!present) console.log("skipped: ../shared/data is not here to compare the complete tables with");

function published(name: string): string[] {
  const text = readFileSync(new URL(name, FOLDER), "utf8");
  return text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.replaceAll(",", " "));
}

it.skipIf(!present)("balanceScale is the published table, row for row", () => {
  expect(lines(balanceScale())).toEqual(published("balance-scale.csv"));
});

it.skipIf(!present)("ticTacToe is the published table, row for row", () => {
  expect(lines(ticTacToe())).toEqual(published("tic-tac-toe.csv"));
});
