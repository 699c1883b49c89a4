import type { ColumnSchema } from "../table/schema.js";
import type { Table } from "../table/table.js";
import { someRows, tableOf } from "./columns.js";
import { drawnFrom, type GeneratorOptions, resolveOptions } from "./options.js";

/** Nine characters of x, o and b (blank), row by row. */
type Board = string;

const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

const COLUMNS: readonly ColumnSchema[] = [
  ...["top", "middle", "bottom"].flatMap((row) =>
    ["left", "middle", "right"].map(
      (column): ColumnSchema => ({
        name: `${row}-${column}-square`,
        type: "nominal",
        levels: ["x", "o", "b"],
      }),
    ),
  ),
  { name: "class", type: "nominal", levels: ["negative", "positive"] },
];

function wins(board: Board, player: string): boolean {
  return LINES.some((line) => line.every((square) => board[square] === player));
}

/** The boards at which a game can end when x moves first and play stops at the first full line. */
function endings(): Board[] {
  const seen = new Set<Board>();
  const ended: Board[] = [];
  const play = (board: Board, mover: string, waiting: string) => {
    if (seen.has(board)) return;
    seen.add(board);
    if (wins(board, waiting) || !board.includes("b")) {
      ended.push(board);
      return;
    }
    for (let square = 0; square < 9; square++) {
      if (board[square] !== "b") continue;
      play(board.slice(0, square) + mover + board.slice(square + 1), waiting, mover);
    }
  };
  play("bbbbbbbbb", "x", "o");
  return ended;
}

/** Won by x, won by o, drawn; then by squares with x before o before b: the order of the published file. */
function sortKey(board: Board): string {
  const outcome = wins(board, "x") ? "0" : wins(board, "o") ? "1" : "2";
  return outcome + [...board].map((mark) => "xob".indexOf(mark)).join("");
}

/**
 * Tic-tac-toe endgames: Aha, Incremental constructive induction, Machine Learning Workshop (1991). All 958 boards at
 * which a game that x begins can end; the class is positive if x has three in a line.
 */
export function ticTacToe(options: GeneratorOptions = {}): Table {
  const { rows, seed } = resolveOptions("ticTacToe", options, drawnFrom(958));
  const keyed = endings().map((board) => ({ board, key: sortKey(board) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  const cells = keyed.map(({ board }) => [...board, wins(board, "x") ? "positive" : "negative"]);
  return someRows(tableOf(COLUMNS, cells), rows, seed);
}
