import fc from "fast-check";
import { beforeAll, describe, expect } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { tune } from "../../../test/kit/tune.js";
import { testTeam } from "../../../test/testTeam.js";
import { distinctValues } from "../../engine/encode.js";
import { SoloTeam, type Team } from "../team.js";
import { BlockCounter, type CountKind } from "./blockCounter.js";
import { codedHere, codeNumbers, codeTuning } from "./codeNumbers.js";

const teams = new Map<string, Team>([["1 thread", new SoloTeam()]]);
beforeAll(async () => {
  for (const threads of [2, 4]) teams.set(`${threads} threads`, await testTeam(threads));
});
tune(codeTuning, { least: 0 });

const block = fc.record({ rows: fc.integer({ min: 1, max: 50 }), seed: fc.integer({ min: 0, max: 1e6 }) });

/** Whole numbers of some seed: sums of them do not round. */
const number = (seed: number, i: number, most: number) =>
  (Math.imul(seed + 7 * i + 1, 2654435761) >>> 8) % most;

describe.each(["1 thread", "2 threads", "4 threads"])("blocks on %s", (threads) => {
  itHolds(
    "counts what a plain loop counts",
    40,
    [
      fc.array(block, { minLength: 1, maxLength: 4 }),
      fc.constantFrom<CountKind>("classes", "weights", "moments"),
      fc.integer({ min: 1, max: 4 }),
    ],
    (blocks, kind, nodes) => {
      const team = teams.get(threads)!;
      const width = kind === "moments" ? 3 : 2;
      const columns = ([1, 2, 4] as const).map((bytes, a) => ({
        bytes,
        codes: 5 + a,
        wanted: Array.from({ length: nodes }, (_, node) => (a + node) % 3 !== 2),
      }));
      const most = Math.max(...blocks.map(({ rows }) => rows));
      const mark = team.heap.mark();
      const counter = new BlockCounter(team, columns, nodes, kind, width, { rows: most, entries: most });
      const expected = columns.map(({ codes }) =>
        Array.from({ length: nodes }, () => new Float64Array(codes * width)),
      );
      for (const { rows, seed } of blocks) {
        const { room } = counter;
        const starts = Int32Array.from({ length: nodes + 1 }, (_, node) => Math.floor((rows * node) / nodes));
        columns.forEach(({ bytes, codes }, a) => {
          const view = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array }[bytes];
          const cells = new view(room.codes[a].buffer as ArrayBuffer, room.codes[a].byteOffset, rows);
          for (let row = 0; row < rows; row++) cells[row] = number(seed + a, row, codes);
        });
        for (let node = 0; node < nodes; node++)
          for (let i = starts[node]; i < starts[node + 1]; i++) {
            const row = rows - 1 - i;
            const [cls, w, u, v] = [2, 9, 100, 1000].map((most, k) => number(seed + 31 * k, i, most));
            room.rows[i] = row;
            if (kind !== "moments") room.classes[i] = cls;
            if (kind !== "classes") room.weights[i] = w;
            if (kind === "moments") {
              room.first[i] = u;
              room.second[i] = v;
            }
            columns.forEach(({ codes }, a) => {
              const at = number(seed + a, row, codes) * width;
              if (kind !== "moments") expected[a][node][at + cls] += kind === "classes" ? 1 : w;
              else for (const [k, x] of [w, u, v].entries()) expected[a][node][at + k] += x;
            });
          }
        counter.count(starts);
      }
      counter.finish();
      columns.forEach(({ wanted }, a) => {
        wanted.forEach((is, node) => {
          if (is) expect(counter.cellsOf(a, node)).toEqual(expected[a][node]);
        });
      });
      team.heap.release(mark);
    },
  );

  itHolds(
    "codes numbers as the twin does",
    60,
    [
      fc.array(fc.double({ noDefaultInfinity: true }), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 255 }),
      fc.boolean(),
    ],
    (given, most, isSingle) => {
      const numbers = isSingle
        ? Float32Array.from(given, (x) => (Math.abs(x) < 1e30 ? x : 0))
        : Float64Array.from(given);
      const known = distinctValues(Float64Array.from(numbers));
      const step = Math.ceil(known.length / most);
      const isEdge = (_: number, i: number) => i % step === 0 || i === known.length - 1;
      const edges = known.filter(isEdge).slice(-255);
      const blank = () => ({ numbers, edges, codes: new Uint8Array(numbers.length) });
      const [fast, slow] = [blank(), blank()];
      expect(codeNumbers([fast], teams.get(threads)!)).toEqual([codedHere(slow)]);
      expect(fast.codes).toEqual(slow.codes);
    },
  );
});
