import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { beforeAll, describe, expect, it } from "vitest";
import { bundledWorkers, testTeam } from "../../test/testTeam.js";
import { selfTestKernel } from "../kernels/generated/selfTest.js";
import type { Team } from "../kernels/team.js";
import { NodeTeam } from "./nodeTeam.js";

let worker: URL;
const teams = new Map<number, NodeTeam>();
const SIZES = [1, 2, 4];
/** A word of the first bytes that nothing uses, and the one that `Control.cancel` sets. */
const STARTED = 32;
const STOP_WORD = 128 / 4;

beforeAll(async () => {
  worker = new URL("teamWorker.js", await bundledWorkers("teamWorker"));
  for (const size of SIZES) teams.set(size, await testTeam(size));
});

function zeroed({ heap }: Team, bytes: number): number {
  const at = heap.alloc(bytes);
  heap.u8(at, bytes).fill(0);
  return at;
}

function report(team: Team): number[] {
  const at = zeroed(team, 8 * team.size);
  team.run(selfTestKernel, "report", at, 0.5);
  return Array.from(team.heap.f64(at, team.size));
}

describe.each(SIZES)("a team of %i", (size) => {
  const team = () => teams.get(size)!;

  it("calls the entry on every thread with its index, the number of threads and the arguments", () => {
    expect(report(team())).toEqual(Array(size).fill(size + 0.5));
  });

  it("synchronises at a barrier", () => {
    const rounds = 2000;
    const cells = zeroed(team(), 4 * rounds);
    team().run(selfTestKernel, "rounds", zeroed(team(), 64), cells, rounds);
    const each = (size * (size + 1)) / 2; // 1 + 2 + … + size
    expect(new Set(team().heap.i32(cells, rounds))).toEqual(new Set([each]));
  });

  it.each(["run", "begin"] as const)(
    "does every item of a queue once: %s, ended by the calling thread",
    (how) => {
      const items = 50_000;
      const taken = zeroed(team(), 4 * items);
      team()[how](selfTestKernel, "share", zeroed(team(), 64), taken, items)?.();
      expect(new Set(team().heap.i32(taken, items))).toEqual(new Set([1]));
    },
  );

  it("ends a job that has begun before the next, and reports its failure only to its owner", () => {
    const join = team().begin(selfTestKernel, "failAt", zeroed(team(), 64), 0);
    expect(report(team())).toEqual(Array(size).fill(size + 0.5));
    expect(join).toThrow(/^selfTest\.failAt: .*unreachable/);
    expect(report(team())).toEqual(Array(size).fill(size + 0.5));
  });

  it("throws the failure of any thread, and goes on", () => {
    for (let failing = 0; failing < size; failing++) {
      const run = () => team().run(selfTestKernel, "failAt", zeroed(team(), 64), failing);
      expect(run, `thread ${failing}`).toThrow(/^selfTest\.failAt: .*unreachable/);
      expect(report(team())).toEqual(Array(size).fill(size + 0.5));
    }
  });

  it("works with memory that grows", () => {
    const { heap } = team();
    heap.alloc(heap.bytes);
    expect(report(team())).toEqual(Array(size).fill(size + 0.5));
  });

  it("refuses work while it is cancelled", () => {
    team().cancel();
    expect(() => report(team())).toThrow(expect.objectContaining({ code: "ABORTED" }));
    team().allow();
    expect(report(team())).toEqual(Array(size).fill(size + 0.5));
  });
});

it("work that is cancelled from another thread stops immediately, and leaves the team usable", () => {
  const team = teams.get(2)!;
  const canceller = `const { workerData: memory } = require("node:worker_threads");
    const words = new Int32Array(memory.buffer);
    while (Atomics.load(words, ${STARTED} / 4) < 2) Atomics.wait(words, 0, 0, 1);
    Atomics.or(words, ${STOP_WORD}, 2);`;
  team.heap.i32(STARTED, 1)[0] = 0;
  new Worker(canceller, { eval: true, workerData: team.heap.memory }).unref();
  const run = () => team.run(selfTestKernel, "endless", STARTED);
  expect(run).toThrow(expect.objectContaining({ code: "ABORTED" }));
  expect(team.isCancelled).toBe(true);
  team.allow();
  expect(report(team)).toEqual([2.5, 2.5]);
});

it("a team whose threads are not ready yet starts on those that are", async () => {
  const team = new NodeTeam({ threads: 3, worker });
  expect(report(team)).toEqual([1.5, 0, 0]);
  await team.ready();
  expect(report(team)).toEqual([3.5, 3.5, 3.5]);
  await team.close();
  expect(report(team)).toEqual([1.5, 0, 0]);
});

/** The worker's file with a line that makes it end when a module arrives, in the middle of a job. */
function deadly(line: string): URL {
  const url = new URL(`./deadly-${line.length}.mjs`, worker);
  const text = `import { parentPort as p } from "node:worker_threads"; p.on("message", () => { ${line} });`;
  writeFileSync(fileURLToPath(url), `${text} await import(${JSON.stringify(worker.href)});`);
  return url;
}

it.each([
  ["leaves", "process.exit(0)"],
  ["throws", "throw new Error('no')"],
])("a thread that dies because it %s in a job is reported, and the others leave", async (_, line) => {
  const team = await new NodeTeam({ threads: 2, worker: deadly(line) }).ready();
  const run = () => team.run(selfTestKernel, "failAt", zeroed(team, 64), 9);
  expect(run).toThrow(expect.objectContaining({ code: "THREAD_DIED" }));
  expect(report(team)).toEqual([1.5, 0]);
  await team.close();
});

it("a thread that dies between jobs is reported by the next one, once", async () => {
  const team = await new NodeTeam({ threads: 2, worker }).ready();
  const [{ worker: thread }] = Reflect.get(team, "members") as { worker: Worker }[];
  await thread.terminate();
  expect(() => report(team)).toThrow(expect.objectContaining({ code: "THREAD_DIED" }));
  expect(report(team)).toEqual([1.5, 0]);
  await team.close();
});

it("a thread that dies or never starts is reported by those who wait for it", async () => {
  const team = new NodeTeam({ threads: 2, worker: new URL("./nosuch.mjs", worker) });
  await expect(team.ready()).rejects.toMatchObject({ code: "THREAD_DIED" });
  await team.close();
});
