import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { sampleTable } from "../../test/browserPage.js";
import { bundledWorkers } from "../../test/testTeam.js";
import { useKernels } from "../kernels/support.js";
import { fitTable } from "../learn/fit.js";
import { waveform } from "../synthetic/index.js";
import { fitInParallel } from "./fitInParallel.js";
import { fitOnThreads } from "./fitOnThreads.js";

let workers: URL;
beforeAll(async () => {
  workers = await bundledWorkers("teamWorker", "treeWorker", "fitWorker");
});

const table = sampleTable(400, 3);
const many = { target: "kind", learner: "cart" }; // eleven trees: one, and one a fold
const one = { target: "kind", learner: "cart", options: { prune: "none" } };
const c45 = { target: "kind", learner: "c45" };

describe.each([fitInParallel, fitOnThreads])("%o", (fitSomehow) => {
  it.each([many, one, c45])("gives what one thread gives, to the byte: %o", async (request) => {
    const expected = JSON.stringify(fitTable(table, request));
    for (const threads of [1, 2, 4]) {
      expect(JSON.stringify(await fitSomehow(table, { ...request, threads, workers }))).toBe(expected);
    }
  });

  it("gives the same without kernels", async () => {
    const expected = JSON.stringify(fitTable(table, many));
    useKernels(false);
    try {
      expect(JSON.stringify(await fitSomehow(table, { ...many, threads: 2, workers }))).toBe(expected);
    } finally {
      useKernels(true);
    }
  });

  it("throws what `fit` throws", async () => {
    const wrong = fitSomehow(table, { target: "nosuch", learner: "cart", threads: 2, workers });
    await expect(wrong).rejects.toMatchObject({ name: "CoppiceError", code: "COLUMN_UNKNOWN" });
  });

  it("tells how far it is", async () => {
    const shares: number[] = [];
    await fitSomehow(table, { ...many, threads: 2, workers, onProgress: (share) => shares.push(share) });
    expect(shares.length).toBeGreaterThan(0);
    expect(Math.max(...shares)).toBeLessThanOrEqual(1);
  });
});

describe("a fit on threads of its own", () => {
  it("ends when it is aborted, though it never yields", async () => {
    // No kernel grows by entropy: several seconds of work.
    const large = waveform({ rows: 80_000, seed: 2 });
    for (const prune of ["costComplexity", "none"]) {
      const controller = new AbortController();
      const request = {
        target: "class",
        learner: "cart",
        options: { prune, criterion: "entropy" },
        threads: 2,
        workers,
      };
      const aborted = fitOnThreads(large, { ...request, signal: controller.signal });
      await new Promise((resolve) => setTimeout(resolve, 300));
      controller.abort();
      await expect(aborted).rejects.toMatchObject({ code: "ABORTED" });
    }
    const late = fitOnThreads(large, { target: "class", learner: "cart", signal: AbortSignal.abort() });
    await expect(late).rejects.toMatchObject({ code: "ABORTED" });
  });

  it("fails loudly where a thread cannot start", async () => {
    const broken = await bundledWorkers("teamWorker", "fitWorker");
    const fitted = fitInParallel(table, { ...many, threads: 2, workers: broken });
    // Either the calling thread has grown all trees by itself, or it misses the other.
    await fitted.then(
      (model) => expect(JSON.stringify(model)).toBe(JSON.stringify(fitTable(table, many))),
      (error) => expect(error).toMatchObject({ code: "THREAD_DIED" }),
    );
    rmSync(fileURLToPath(new URL("fitWorker.js", broken)));
    const lost = fitOnThreads(table, { ...many, workers: broken });
    await expect(lost).rejects.toMatchObject({ code: "THREAD_DIED" });
  });
});
