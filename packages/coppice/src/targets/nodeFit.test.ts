import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { sampleTable } from "../../test/browserPage.js";
import { bundled, bundledWorkers } from "../../test/testTeam.js";
import { random } from "../base/random.js";
import { useKernels } from "../kernels/support.js";
import { fitTable } from "../learn/fit.js";
import { learnerNamed, learners } from "../learn/registry.js";
import { treeLearner } from "../learn/treeLearner.js";
import { waveform } from "../synthetic/index.js";
import { fitInParallel } from "./fitInParallel.js";
import { fitSync } from "./fitSync.js";
import { fit } from "./nodeFit.js";

let workers: URL;
beforeAll(async () => {
  workers = await bundledWorkers("teamWorker", "treeWorker", "fitWorker");
});

const table = sampleTable(400, 3);
const many = { target: "kind", learner: "cart" } as const; // eleven trees: one, and one per fold
const one = { target: "kind", learner: "cart", options: { prune: "none" } };
const c45 = { target: "kind", learner: "c45" };

describe.each([fitInParallel, fit])("%o", (fitSomehow) => {
  it.each([many, one, c45])("gives what one thread gives, to the byte: %o", async (request) => {
    const expected = JSON.stringify(fitTable(table, request));
    for (const threads of [1, 2, 4]) {
      expect(JSON.stringify(await fitSomehow(table, { ...request, threads, workers }))).toBe(expected);
    }
  });

  it("takes a criterion of the user's own, which cannot be sent to a worker", async () => {
    const impurity = (cells: Float64Array, at: number, width: number) => {
      const counts = cells.subarray(at, at + width);
      return (
        counts.reduce((sum, count) => sum + count, 0) -
        counts.reduce((most, count) => Math.max(most, count), 0)
      );
    };
    const criterion = { name: "own error", task: "classification", impurity } as const;
    const request = { target: "kind", learner: "cart", options: { criterion, prune: "none" } } as const;
    const model = await fitSomehow(table, { ...request, threads: 2, workers });
    expect(JSON.stringify(model)).toBe(JSON.stringify(fitTable(table, request)));
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

  it("reports progress", async () => {
    const shares: number[] = [];
    await fitSomehow(table, { ...many, threads: 2, workers, onProgress: (share) => shares.push(share) });
    expect(shares.length).toBeGreaterThan(0);
    expect(Math.max(...shares)).toBeLessThanOrEqual(1);
  });
});

describe("a fit on separate threads", () => {
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
      const aborted = fit(large, { ...request, signal: controller.signal });
      await new Promise((resolve) => setTimeout(resolve, 300));
      controller.abort();
      await expect(aborted).rejects.toMatchObject({ code: "ABORTED" });
    }
    const late = fit(large, { target: "class", learner: "cart", signal: AbortSignal.abort() });
    await expect(late).rejects.toMatchObject({ code: "ABORTED" });
  });

  it("fails loudly where a thread cannot start", async () => {
    const broken = await bundledWorkers("teamWorker", "fitWorker");
    const fitted = fitInParallel(table, { ...many, threads: 2, workers: broken });
    // Either the calling thread has grown all trees by itself, or it detects that the other thread died.
    await fitted.then(
      (model) => expect(JSON.stringify(model)).toBe(JSON.stringify(fitTable(table, many))),
      (error) => expect(error).toMatchObject({ code: "THREAD_DIED" }),
    );
    writeFileSync(new URL("fitWorker.js", broken), "process.exit(3);");
    const lost = fit(table, { ...many, threads: 1, workers: broken });
    await expect(lost).rejects.toMatchObject({ code: "THREAD_DIED" });
    await expect(lost).rejects.toThrow("the worker ended before its work was done: it exited with 3");
  });

  it("learns on the calling thread where there is no file for a worker", async () => {
    const nowhere = new URL("file:///nosuch/folder/");
    const model = await fit(table, { ...many, threads: 2, workers: nowhere });
    expect(JSON.stringify(model)).toBe(JSON.stringify(fitTable(table, many)));
  });
});

describe("fit", () => {
  const rows = Array.from({ length: 60 }, (_, i) => ({
    id: `r${i}`,
    x: i % 7,
    colour: i % 3 === 0 ? "red" : "blue",
    kind: i % 7 > 3 ? "large" : "small",
  }));

  it("takes rows as objects, and learns what the command would", async () => {
    const warnings: string[] = [];
    const model = await fit(rows, { target: "kind", onWarning: ({ code }) => warnings.push(code) });
    expect(model.attributes.map(({ name }) => name)).toEqual(["x", "colour"]);
    expect(warnings).toEqual(["ID_LIKE", "LEAK"]); // x tells the kind
    expect(JSON.stringify(fitSync(rows, { target: "kind" }))).toBe(JSON.stringify(model));
    const typed = await fit(rows, { target: "kind", types: { x: "nominal" } });
    expect(typed.attributes[0]).toMatchObject({ name: "x", type: "nominal" });
    const used = await fit(rows, { target: "kind", use: ["id"] });
    expect(used.attributes.map(({ name }) => name)).toEqual(["id", "x", "colour"]);
  });

  it("leaves the calling thread free, and no thread running", async () => {
    const large = waveform({ rows: 3000, seed: 2 });
    const ports = () => process.getActiveResourcesInfo().filter((name) => name === "MessagePort").length;
    const before = ports();
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    await fit(large, { target: "class", options: { criterion: "entropy" }, threads: 1, workers });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(10);
    expect(ports()).toBe(before);
  });

  it.each(learners.map(({ name }) => name))("gives the same in a worker as here: %s", async (learner) => {
    const regression = !learnerNamed(learner).tasks.includes("classification");
    const options = learner.match(/forest|extraTrees|bagging|adaBoost/) ? { trees: 5 } : {};
    const request = { target: regression ? "age" : "kind", learner, options, seed: 3 };
    const elsewhere = await fit(table, { ...request, threads: 2, workers });
    expect(JSON.stringify(elsewhere)).toBe(JSON.stringify(fitSync(table, request)));
  });

  it("writes checkpoints, waits for each, and resumes from one", async () => {
    const request = {
      target: "kind",
      learner: "forest",
      options: { trees: 12 },
      threads: 1,
      workers,
    } as const;
    const texts: string[] = [];
    let writing = 0;
    const write = async (text: string) => {
      expect(++writing).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 5));
      texts.push(text);
      writing--;
    };
    const whole = await fit(table, { ...request, checkpoint: { every: 5, write } });
    expect(texts.length).toBeGreaterThan(0);
    const resumed = await fit(table, { ...request, checkpoint: { resume: texts[0] } });
    expect(JSON.stringify(resumed)).toBe(JSON.stringify(whole));
    const full = new Error("the disk is full");
    const failing = fit(table, { ...request, checkpoint: { every: 5, write: () => Promise.reject(full) } });
    await expect(failing).rejects.toBe(full);
  });

  it.each([
    ["forest", "trees"],
    ["gradientBoost", "rounds"],
  ] as const)("%s: goes on from a model to the one that is learned at once", async (learner, count) => {
    const plain = { target: "kind", learner, threads: 1, workers, seed: 3 } as const;
    const half = await fit(table, { ...plain, options: { [count]: 4 } });
    const whole = await fit(table, { ...plain, options: { [count]: 8 } });
    const more = { target: "kind", options: { [count]: 8 }, continueFrom: half } as const;
    const there = await fit(table, { ...more, threads: 1, workers });
    expect(JSON.stringify(there)).toBe(JSON.stringify(whole));
    expect(JSON.stringify(fitSync(table, { ...more, learner }))).toBe(JSON.stringify(whole));
    await expect(fit(table, { ...more, seed: 4, threads: 1, workers })).rejects.toThrow(/its seed is 3/);
  });

  it.each(["cart", "c45", "forest", "gradientBoost", "extraTrees", "bagging"] as const)(
    "%s: tests of strings are the same on 1, 2 and 4 threads",
    async (learner) => {
      const rng = random(3);
      const sequence = (has: boolean) =>
        `${Array.from({ length: 24 }, () => "acgt"[rng.below(4)]).join("")}${has ? "tata" : ""}${"acgt"[rng.below(4)]}`;
      const rows = Array.from({ length: 90 }, (_, i) => ({
        s: sequence(i % 2 === 0),
        n: rng.uniform(),
        y: (i % 2 === 0) === i % 11 > 0 ? "p" : "q",
      }));
      const request = { target: "y", learner, types: { s: "string" }, workers } as const;
      const options = learner === "cart" ? { pruneFolds: 4 } : {};
      const models = await Promise.all(
        [1, 2, 4].map((threads) => fit(rows, { ...request, options, threads } as never)),
      );
      const [one, two, four] = models.map((model) => JSON.stringify(model));
      expect(two).toBe(one);
      expect(four).toBe(one);
      expect(one).toContain('"kind":"pattern"');
    },
    60_000,
  );

  it("refuses to go on from what is no model", async () => {
    const request = { target: "kind", learner: "forest", continueFrom: {} } as never;
    await expect(fit(table, request)).rejects.toThrow(/continueFrom must be a model/);
  });

  it("ends with what onProgress throws", async () => {
    const onProgress = () => {
      throw new RangeError("enough");
    };
    await expect(fit(table, { ...many, threads: 1, workers, onProgress })).rejects.toThrow(RangeError);
  });

  it("uses a custom learner: on the calling thread, or from a module in the worker", async () => {
    const stump = treeLearner({
      name: "stump",
      summary: "one test",
      tasks: ["classification"],
      answers: { maxDepth: 1 },
    });
    const here = await fit(table, { target: "kind", learner: stump });
    expect(here).toMatchObject({ learner: "stump", nodes: { length: 3 } });
    const folder = await bundled({
      entryPoints: [fileURLToPath(new URL("../../test/ownStump.ts", import.meta.url))],
    });
    const module = new URL("ownStump.js", folder);
    const there = await fit(table, {
      target: "kind",
      learner: { module, export: "stump" },
      threads: 1,
      workers,
    });
    expect(JSON.stringify(there)).toBe(JSON.stringify(here));
    const unnamed = fit(table, { target: "kind", learner: { module }, threads: 1, workers });
    await expect(unnamed).rejects.toMatchObject({ code: "LEARNER_UNKNOWN" });
    await expect(unnamed).rejects.toThrow(/exports no learner as "default"; it exports stump$/);
    const lost = fit(table, {
      target: "kind",
      learner: { module: "file:///nosuch.js" },
      threads: 1,
      workers,
    });
    await expect(lost).rejects.toThrow(/^the module "file:\/\/\/nosuch.js" cannot be loaded: /);
  });

  it("rejects invalid requests", async () => {
    const failing = (request: object) => fit(rows, { target: "kind", ...request });
    await expect(failing({ threads: 0 })).rejects.toThrow("threads must be an integer ≥ 1; got 0");
    await expect(failing({ learner: "nosuch" })).rejects.toMatchObject({ code: "LEARNER_UNKNOWN" });
    async function* coming() {
      yield* rows;
    }
    expect(() => fitSync(coming() as unknown as object[], { target: "kind" })).toThrow(
      "data that arrives asynchronously needs fit, not fitSync",
    );
  });
});
