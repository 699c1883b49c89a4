import { expect, it } from "vitest";
import type { Answer, TallyRequest } from "../../engine/port.js";
import { prepare } from "../../engine/problem.js";
import { makeTable } from "../../table/table.js";
import { nominal, numeric } from "../../testing/index.js";
import { diskData } from "./diskData.js";

it("an attribute varies where all its values at a node are in one bin, even if another gains more than they can", () => {
  const rows = 12_000;
  const numbers = (of: (row: number) => number) => Float64Array.from({ length: rows }, (_, row) => of(row));
  const isYes = (row: number) => row % 2;
  const table = makeTable([
    numeric(
      "place",
      numbers((row) => row),
    ),
    numeric(
      "gaps",
      numbers((row) => (row > 1 && row < 8 ? Number.NaN : row)),
    ),
    numeric("perfect", numbers(isYes)),
    nominal("y", ["no", "yes"], numbers(isYes)),
  ]);
  const data = diskData(prepare(table, { target: "y" }), { memory: 2e6 });
  const engine = data.engine();
  try {
    engine.answer({ ask: "summarise", statistic: "classes", nodes: [0] });
    const test = { kind: "threshold", attribute: 0, threshold: 7.5 } as const;
    const division = { node: 0, test, missing: { kind: "branch", to: 0 }, branches: [1, 2] } as const;
    engine.answer({ ask: "divide", statistic: "classes", divisions: [division] });
    const asked: TallyRequest = {
      ask: "tally",
      statistic: "classes",
      nodes: [{ node: 1, attributes: [1, 2] }],
      rules: { criterion: "gini", tolerance: 1e-10, minLeaf: 1 },
    };
    const [tallies] = engine.answer(asked) as Answer<TallyRequest>;
    expect([...tallies].map(({ codes }) => codes.length)).toEqual([2, 2]);
  } finally {
    engine.close?.();
    data.close?.();
  }
});
