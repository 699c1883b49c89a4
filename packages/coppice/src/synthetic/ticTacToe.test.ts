import { expect, it } from "vitest";
import { lines, tally } from "./testing.js";
import { ticTacToe } from "./ticTacToe.js";

const rows = lines(ticTacToe()).map((line) => {
  const cells = line.split(" ");
  return { board: cells.slice(0, 9).join(""), label: cells[9] };
});
const has = (board: string, player: string) =>
  ["012", "345", "678", "036", "147", "258", "048", "246"].some((squares) =>
    [...squares].every((square) => board[Number(square)] === player),
  );
const marks = (board: string, player: string) => [...board].filter((mark) => mark === player).length;

it("has the 958 endings of Aha's table: 626 won by x, 316 by o, 16 drawn", () => {
  expect(new Set(rows.map(({ board }) => board)).size).toBe(958);
  expect(tally(ticTacToe(), "class")).toEqual([332, 626]);
  expect(rows.filter(({ board }) => has(board, "o"))).toHaveLength(316);
  expect(rows.filter(({ board }) => !has(board, "x") && !has(board, "o"))).toHaveLength(16);
  expect(rows[0]).toEqual({ board: "xxxxooxoo", label: "positive" });
});

it("is positive exactly if x has a line", () => {
  for (const { board, label } of rows) expect(label === "positive").toBe(has(board, "x"));
});

it("has boards that a game with x first can end at", () => {
  for (const { board } of rows) {
    const lead = marks(board, "x") - marks(board, "o");
    // x is one ahead after its own move, level after o's; a board without a winner is full.
    expect(lead).toBe(has(board, "o") ? 0 : 1);
    expect(has(board, "x") && has(board, "o")).toBe(false);
    if (!has(board, "x") && !has(board, "o")) expect(marks(board, "b")).toBe(0);
  }
});

it("names the squares from the top left", () => {
  const squares = ["top", "middle", "bottom"].flatMap((row) =>
    ["left", "middle", "right"].map((column) => `${row}-${column}-square`),
  );
  expect(ticTacToe().columns.map((column) => column.name)).toEqual([...squares, "class"]);
});
