import { expect, it } from "vitest";
import { bundledWorkers } from "../../test/testTeam.js";
import { waveform } from "../synthetic/index.js";
import type { NodeTeam } from "./nodeTeam.js";
import { WorkerPool } from "./workerPool.js";

it("a team whose threads are still starting is used for little work, and waited for if there is more", async () => {
  const starting = { ready: () => new Promise(() => {}) } as unknown as NodeTeam;
  /** After everything that can be settled by then. */
  const later = new Promise((resolve) => setImmediate(() => resolve("later")));
  // 400 rows × 22 columns: 8,800 cells, and from a million cells × trees on threads pay off.
  const table = waveform({ rows: 400, seed: 5 });
  const pool = new WorkerPool(table, 2, await bundledWorkers("teamWorker"), starting);
  expect(await pool.team(1)).toEqual({ team: starting });
  expect(await pool.team(113)).toEqual({ team: starting });
  expect(await Promise.race([pool.team(114), later])).toBe("later");
});
