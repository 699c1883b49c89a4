import { expect, it } from "vitest";
import { random } from "../../../base/random.js";
import { prepare } from "../../../engine/problem.js";
import type { Column } from "../../../table/column.js";
import { makeTable } from "../../../table/table.js";
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
    const rng = random(1);
    const rows = 20_000;
    const names = (count: number) => Array.from({ length: count }, (_, i) => `l${i}`);
    const codes = (count: number) => Int32Array.from({ length: rows }, () => rng.below(count));
    const columns: Column[] = [
      ...names(numbers).map((name): Column => {
        return { type: "numeric", name, values: Float64Array.from({ length: rows }, () => rng.uniform()) };
      }),
      ...names(levels).map((name): Column => {
        return { type: "nominal", name: `n${name}`, levels: names(3), codes: codes(3) };
      }),
      { type: "nominal", name: "y", levels: names(classes), codes: codes(classes) },
    ];
    const problem = prepare(makeTable(columns), { target: "y" });
    const team = new SoloTeam();
    const members = [{ seed: 1, counts: new Uint8Array(rows).fill(1) }];
    const [grown] = growCoded(problem, rules, members, team, { outOfBag: true });
    expect(grown.pack.starts.length).toBe(2);
    const ratio = leastForestBytes(rows, problem.attributes, classes) / team.heap.bytes;
    expect(ratio).toBeGreaterThan(0.85);
    expect(ratio).toBeLessThan(1.15);
  },
);
