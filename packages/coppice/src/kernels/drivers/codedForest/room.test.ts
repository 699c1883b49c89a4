import { expect, it } from "vitest";
import { prepare } from "../../../engine/problem.js";
import { names } from "../../../testing/columns.js";
import { levels as levelsOf, randomTable, numbers as uniform } from "../../../testing/randomTable.js";
import { SoloTeam } from "../../team.js";
import { growCoded } from "./growCoded.js";
import { leastForestBytes } from "./room.js";
import type { CodedRules } from "./rules.js";

const rules: CodedRules = {
  ...{ criterion: "gini", attributesPerNode: 2, maxExhaustive: 10, tolerance: 1e-9 },
  ...{ minSplit: 2, minLeaf: 1, maxDepth: 2, zeroGain: false },
};

it.each([
  [8, 0, 2],
  [20, 0, 2],
  [8, 4, 2],
  [8, 0, 12],
])(
  "memory of a forest is about what is expected: %i numbers, %i levels, %i classes",
  (numbers, levels, classes) => {
    const rows = 20_000;
    const attributes = Object.fromEntries([
      ...names("x", numbers).map((name) => [name, uniform("uniform")]),
      ...names("n", levels).map((name) => [name, levelsOf(3)]),
    ]);
    const table = randomTable({ rows, seed: 1, attributes, classes });
    const problem = prepare(table, { target: "y" });
    const team = new SoloTeam();
    const members = [{ seed: 1, counts: new Uint8Array(rows).fill(1) }];
    const [grown] = growCoded(problem, rules, members, team, { outOfBag: true });
    expect(grown.pack.starts.length).toBe(2);
    const ratio = leastForestBytes(rows, problem.attributes, classes) / team.heap.bytes;
    expect(ratio).toBeGreaterThan(0.85);
    expect(ratio).toBeLessThan(1.15);
  },
);
