import { describe, expect, it } from "vitest";
import { bundledWorkers } from "../../test/testTeam.js";
import { waveform } from "../synthetic/index.js";
import type { NodeTeam } from "./nodeTeam.js";
import { WorkerPool } from "./workerPool.js";

describe("a team whose threads are still starting", () => {
  const starting = { ready: () => new Promise(() => {}) } as unknown as NodeTeam;
  /** After everything that can be settled by then. */
  const later = () => new Promise((resolve) => setImmediate(() => resolve("later")));

  it("is used at once for little work, and waited for if there is more", async () => {
    const workers = await bundledWorkers("teamWorker");
    // 400 rows × 22 columns: 8,800 cells, and from a million cells × trees on threads pay off.
    const pool = new WorkerPool(waveform({ rows: 400, seed: 5 }), 2, workers, starting);
    expect(await pool.team(1)).toEqual({ team: starting });
    expect(await pool.team(113)).toEqual({ team: starting });
    expect(await Promise.race([pool.team(114), later()])).toBe("later");
  });
});
