import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { sampleTable } from "../../test/browserPage.js";
import { isDeep } from "../../test/kit/length.js";
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

const table = sampleTable(200, 3);
const many = { target: "kind", learner: "cart" } as const; // eleven trees: one, and one per fold
const one = { target: "kind", learner: "cart", options: { prune: "none" } };
const c45 = { target: "kind", learner: "c45" };
const here = (request: Parameters<typeof fitTable>[1]) => JSON.stringify(fitTable(table, request));

describe.each([
  [fitInParallel, [1, 2, 4]],
  [fit, isDeep ? [1, 2, 4] : [2]],
] as const)("%o", (fitSomehow, counts) => {
  it.each([many, one, c45])("gives what one thread gives, to the byte: %o", async (request) => {
    for (const threads of counts)
      expect(JSON.stringify(await fitSomehow(table, { ...request, threads, workers }))).toBe(here(request));
  });

  it("takes a criterion of the user's own, which cannot be sent to a worker", async () => {
    const impurity = (cells: Float64Array, at: number, width: number) => {
      const counts = cells.subarray(at, at + width);
      return counts.reduce((sum, count) => sum + count, 0) - Math.max(...counts);
    };
    const criterion = { name: "own error", task: "classification", impurity } as const;
    const request = { target: "kind", learner: "cart", options: { criterion, prune: "none" } } as const;
    const model = await fitSomehow(table, { ...request, threads: 2, workers });
    expect(JSON.stringify(model)).toBe(here(request));
  });

  it("gives the same without kernels", async () => {
    const expected = here(many);
    useKernels(false);
    try {
      expect(JSON.stringify(await fitSomehow(table, { ...many, threads: 2, workers }))).toBe(expected);
    } finally {
      useKernels(true);
    }
  });

  it("throws what `fit` throws, and reports progress", async () => {
    const wrong = fitSomehow(table, { target: "nosuch", learner: "cart", threads: 2, workers });
    await expect(wrong).rejects.toMatchObject({ name: "CoppiceError", code: "COLUMN_UNKNOWN" });
    const shares: number[] = [];
    await fitSomehow(table, { ...many, threads: 2, workers, onProgress: (share) => shares.push(share) });
    expect(shares.length).toBeGreaterThan(0);
    expect(Math.max(...shares)).toBeLessThanOrEqual(1);
  });
});

it("a fit on separate threads ends when it is aborted, though it never yields", async () => {
  // No kernel grows by entropy: several seconds of work.
  const large = waveform({ rows: 80_000, seed: 2 });
  for (const prune of ["costComplexity", "none"]) {
    const controller = new AbortController();
    const request = { target: "class", learner: "cart", options: { prune, criterion: "entropy" } };
    const aborted = fit(large, { ...request, threads: 2, workers, signal: controller.signal });
    await new Promise((resolve) => setTimeout(resolve, 300));
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ code: "ABORTED" });
  }
  const late = fit(large, { target: "class", learner: "cart", signal: AbortSignal.abort() });
  await expect(late).rejects.toMatchObject({ code: "ABORTED" });
});

it("a fit on separate threads fails loudly where a thread cannot start", async () => {
  const broken = await bundledWorkers("teamWorker", "fitWorker");
  const fitted = fitInParallel(table, { ...many, threads: 2, workers: broken });
  // Either the calling thread has grown all trees by itself, or it detects that the other thread died.
  await fitted.then(
    (model) => expect(JSON.stringify(model)).toBe(here(many)),
    (error) => expect(error).toMatchObject({ code: "THREAD_DIED" }),
  );
  writeFileSync(new URL("fitWorker.js", broken), "process.exit(3);");
  const lost = fit(table, { ...many, threads: 1, workers: broken });
  await expect(lost).rejects.toMatchObject({ code: "THREAD_DIED" });
  await expect(lost).rejects.toThrow("the worker ended before its work was done: it exited with 3");
});

it("a fit on separate threads learns on the calling thread where there is no file for a worker", async () => {
  const nowhere = new URL("file:///nosuch/folder/");
  const model = await fit(table, { ...many, threads: 2, workers: nowhere });
  expect(JSON.stringify(model)).toBe(here(many));
});

const rows = Array.from({ length: 60 }, (_, i) => ({
  id: `r${i}`,
  x: i % 7,
  colour: i % 3 === 0 ? "red" : "blue",
  kind: i % 7 > 3 ? "large" : "small",
}));

it("fit takes rows as objects, and learns what the command would", async () => {
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

it("fit leaves the calling thread free, and no thread running", async () => {
  const large = waveform({ rows: 3000, seed: 2 });
  const ports = () => process.getActiveResourcesInfo().filter((name) => name === "MessagePort").length;
  const before = ports();
  let ticks = 0;
  const timer = setInterval(() => ticks++, 5);
  const options = { criterion: "entropy", prune: "none" } as const;
  await fit(large, { target: "class", options, threads: 1, workers });
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(10);
  expect(ports()).toBe(before);
});

/** One of each kind by default: a worker is the same to all, and other tests have forests and boosting. */
const some = "cart perceptronTree adaBoost ripper regressionRules knn hoeffding".split(" ");
const asked = learners.map(({ name }) => name).filter((name) => isDeep || some.includes(name));
it.each(asked)("fit gives the same in a worker as here: %s", async (learner) => {
  const regression = !learnerNamed(learner).tasks.includes("classification");
  const options = learner.match(/forest|extraTrees|bagging|adaBoost/) ? { trees: 5 } : {};
  const request = { target: regression ? "age" : "kind", learner, options, seed: 3 };
  const few = sampleTable(100, 3);
  const elsewhere = await fit(few, { ...request, threads: 2, workers });
  expect(JSON.stringify(elsewhere)).toBe(JSON.stringify(fitSync(few, request)));
});

it("fit writes checkpoints, waits for each, and resumes from one", async () => {
  const forest = { target: "kind", learner: "forest", options: { trees: 12 } } as const;
  const request = { ...forest, threads: 1, workers };
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
  const plain = { target: "kind", learner, seed: 3 } as const;
  const half = fitSync(table, { ...plain, options: { [count]: 4 } });
  const whole = fitSync(table, { ...plain, options: { [count]: 8 } });
  const more = { target: "kind", options: { [count]: 8 }, continueFrom: half } as const;
  const there = await fit(table, { ...more, threads: 1, workers });
  expect(JSON.stringify(there)).toBe(JSON.stringify(whole));
  expect(JSON.stringify(fitSync(table, { ...more, learner }))).toBe(JSON.stringify(whole));
  await expect(fit(table, { ...more, seed: 4, threads: 1, workers })).rejects.toThrow(/its seed is 3/);
});

it.each(["cart", "c45", "forest", "gradientBoost", "extraTrees", "bagging"] as const)(
  "fit %s: tests of strings are the same on any threads",
  async (learner) => {
    const rng = random(3);
    const letters = (count: number) => Array.from({ length: count }, () => "acgt"[rng.below(4)]).join("");
    const rows = Array.from({ length: 90 }, (_, i) => ({
      s: letters(24) + (i % 2 === 0 ? "tata" : "") + letters(1),
      n: rng.uniform(),
      y: (i % 2 === 0) === i % 11 > 0 ? "p" : "q",
    }));
    const limits = { cart: { pruneFolds: 2 }, c45: {}, gradientBoost: { rounds: 5 } };
    const options = learner in limits ? limits[learner as "c45"] : { trees: 4 };
    const request = { target: "y", learner, types: { s: "string" }, options } as const;
    const one = JSON.stringify(fitSync(rows, request as never));
    for (const threads of isDeep ? [1, 2, 4] : [2])
      expect(JSON.stringify(await fit(rows, { ...request, threads, workers } as never))).toBe(one);
    expect(one).toContain('"kind":"pattern"');
  },
);

it("fit uses a custom learner: on the calling thread, or from a module in the worker", async () => {
  const answers = { maxDepth: 1 };
  const stump = treeLearner({ name: "stump", summary: "one test", tasks: ["classification"], answers });
  const own = await fit(table, { target: "kind", learner: stump });
  expect(own).toMatchObject({ learner: "stump", nodes: { length: 3 } });
  const source = fileURLToPath(new URL("../../test/ownStump.ts", import.meta.url));
  const module = new URL("ownStump.js", await bundled({ entryPoints: [source] }));
  const from = (learner: object) =>
    fit(table, { target: "kind", learner: learner as { module: URL }, threads: 1, workers });
  expect(JSON.stringify(await from({ module, export: "stump" }))).toBe(JSON.stringify(own));
  const unnamed = from({ module });
  await expect(unnamed).rejects.toMatchObject({ code: "LEARNER_UNKNOWN" });
  await expect(unnamed).rejects.toThrow(/exports no learner as "default"; it exports stump$/);
  await expect(from({ module: "file:///nosuch.js" })).rejects.toThrow(
    /^the module "file:\/\/\/nosuch.js" cannot be loaded: /,
  );
});

it("fit rejects invalid requests, and ends with what onProgress throws", async () => {
  const failing = (request: object) => fit(rows, { target: "kind", ...request });
  await expect(failing({ threads: 0 })).rejects.toThrow("threads must be an integer ≥ 1; got 0");
  await expect(failing({ learner: "nosuch" })).rejects.toMatchObject({ code: "LEARNER_UNKNOWN" });
  const going = { learner: "forest", continueFrom: {} };
  await expect(failing(going)).rejects.toThrow(/continueFrom must be a model/);
  const onProgress = () => {
    throw new RangeError("enough");
  };
  await expect(fit(table, { ...many, threads: 1, workers, onProgress })).rejects.toThrow(RangeError);
  async function* coming() {
    yield* rows;
  }
  const late = () => fitSync(coming() as unknown as object[], { target: "kind" });
  expect(late).toThrow("data that arrives asynchronously needs fit, not fitSync");
});
