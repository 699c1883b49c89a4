import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dudaExample1 } from "../synthetic/index.js";
import { onlyJson, runHere } from "./testIo.js";
import { csvOf, pairCsv } from "./testTables.js";

let folder: string;
const at = (name: string) => join(folder, name);
const put = (name: string, text: string) => {
  writeFileSync(at(name), text);
  return at(name);
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "coppice-experiments-"));
  put("pair.csv", pairCsv());
  put("line.csv", ["x,y", ...Array.from({ length: 40 }, (_, i) => `${i},${(i * i) / 7}`), ""].join("\n"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const on = (verb: string, ...more: string[]) => runHere(verb, at("pair.csv"), "--target", "y", ...more);

async function fails(args: readonly string[], exit: number, code: string, message: string) {
  const ran = await runHere(...args, "--json");
  expect(ran.code, ran.err).toBe(exit);
  const { error } = onlyJson(ran) as { error: { code: string; message: string } };
  expect(error.message).toContain(message);
  expect(error.code).toBe(code);
}

describe("compare", () => {
  it("puts learners side by side", async () => {
    const ran = await on(
      "compare",
      "--learners",
      "cart:maxDepth=1,c45,oneR",
      "--folds",
      "5",
      "--plot",
      at("c.svg"),
    );
    expect(ran.code, ran.err).toBe(0);
    expect(ran.out).toMatch(/learner +accuracy ± sd +leaves +time +w\/t\/l +5x2cv F +t +corr\. t +McNemar/);
    expect(ran.out).toContain("against cart:maxDepth=1");
    expect(ran.out).toMatch(/c45 +0\.\d{4} ± 0\.\d{4}/);
    expect(readFileSync(at("c.svg"), "utf8")).toContain("cart:maxDepth=1: 0.");
  });

  it("answers in JSON", async () => {
    const flags = ["--learners", "cart,c45", "--folds", "4", "--tests", "t,mcnemar", "--against", "c45"];
    const answer = onlyJson(
      await on("compare", ...flags, "--set", "minLeaf=3", "--set", "cart.maxDepth=2", "--json"),
    );
    expect(answer).toMatchObject({ measure: "accuracy", against: "c45", folds: 4 });
    const [cart, c45] = answer.learners as Record<string, unknown>[];
    expect(cart).toMatchObject({ name: "cart", learner: "cart", options: { minLeaf: 3, maxDepth: 2 } });
    expect(c45).not.toHaveProperty("versus");
    expect(c45.options as object).not.toHaveProperty("maxDepth");
    expect(cart.perFold).toHaveLength(4);
    expect(Object.keys((cart.versus as { tests: object }).tests)).toEqual(["t", "mcnemar"]);
  });

  it("gives evaluate's figures on the same folds", async () => {
    const compared = onlyJson(await on("compare", "--learners", "cart,c45", "--tests", "t", "--json"));
    const alone = onlyJson(await on("evaluate", "--learner", "c45", "--json"));
    expect((compared.learners as { accuracy: number }[])[1].accuracy).toBe(alone.accuracy);
  });

  it("tries every strategy for missing cells", async () => {
    const answer = onlyJson(
      await on("compare", "--missing", "all", "--folds", "3", "--tests", "t", "--json"),
    );
    const names = (answer.learners as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["cart:missing=share", "cart:missing=majority"]));
    expect(answer.failures).toEqual([]);
    const prism = ["compare", at("pair.csv"), "--target", "y", "--missing", "all", "--learners", "prism"];
    await fails(prism, 2, "OPTION_CONFLICT", "--missing all: prism has no option missing");
  });

  it("gives what cannot run a line that says why, and compares the rest", async () => {
    // Every row lacks one of its two cells, so that none is left to learn from where such rows are dropped.
    const lines = Array.from({ length: 12 }, (_, i) => (i % 2 ? `${i},,a` : `,${i},b`));
    put("gaps.csv", `x,z,y\n${lines.join("\n")}\n`);
    const flags = ["compare", at("gaps.csv"), "--target", "y", "--missing", "all", "--folds", "3"];
    const ran = await runHere(...flags);
    expect(ran.code, ran.err).toBe(0);
    expect(ran.out).toMatch(/cart:missing=drop +cannot run: ROWS_INCOMPLETE: fold 0: /);
    const answer = onlyJson(await runHere(...flags, "--json"));
    expect(answer.learners).toHaveLength(9);
    expect(answer.failures).toEqual([
      {
        name: "cart:missing=drop",
        learner: "cart",
        code: "ROWS_INCOMPLETE",
        message: expect.stringMatching(/^fold 0: /),
      },
    ]);
  });

  it("does the same for learners", async () => {
    const flags = ["compare", at("line.csv"), "--target", "y", "--folds", "3", "--tests", "t"];
    const ran = await runHere(...flags, "--learners", "c45,cart");
    expect(ran.code, ran.err).toBe(0);
    expect(ran.out).toContain("c45  cannot run: LEARNER_TASK: ");
    expect(ran.out).toContain("against cart");
    expect(ran.out).not.toContain("differs");
    await fails([...flags, "--learners", "c45,prism"], 1, "LEARNER_TASK", "c45: fold 0: ");
  });

  it("sets aside a strategy that the options do not admit", async () => {
    const flags = ["compare", at("pair.csv"), "--target", "y", "--missing", "all", "--folds", "3"];
    const ran = await runHere(...flags, "--learners", "cart,prism");
    expect(ran.code, ran.err).toBe(0);
    expect(ran.out).toContain(
      "prism  cannot run: OPTION_CONFLICT: --missing all: prism has no option missing",
    );
  });

  it("has no McNemar test of numbers: refused where it is asked for, left out where it is not", async () => {
    const rows = Array.from({ length: 40 }, (_, i) => `${i},${(i % 7) + i / 10}`);
    writeFileSync(at("numbers.csv"), `x,y\n${rows.join("\n")}\n`);
    const flags = ["compare", at("numbers.csv"), "--target", "y", "--learners", "cart,cart:maxDepth=1"];
    const few = [...flags, "--folds", "2"];
    await fails(
      [...few, "--tests", "t,mcnemar"],
      2,
      "OPTION_CONFLICT",
      "--tests mcnemar counts rows whose class",
    );
    const { learners } = onlyJson(await runHere(...few, "--json")) as {
      learners: { versus?: { tests: object } }[];
    };
    const tests = learners.flatMap(({ versus }) => Object.keys(versus?.tests ?? {}));
    expect(tests).toContain("t");
    expect(tests).not.toContain("mcnemar");
  });

  it("refuses what it cannot understand", async () => {
    const flags = (...more: string[]) => ["compare", at("pair.csv"), "--target", "y", ...more];
    await fails(flags(), 2, "USAGE", "--learners needs at least two");
    await fails(flags("--learners", "cart,,c45"), 2, "USAGE", "--learners needs names apart by commas");
    await fails(flags("--learners", "cart,cart"), 2, "OPTION_CONFLICT", '--learners names "cart" twice');
    await fails(flags("--learners", "cart,crt"), 2, "LEARNER_UNKNOWN", 'no learner "crt"');
    await fails(
      flags("--learners", "cart,c45", "--set", "maxDept=3"),
      2,
      "OPTION_UNKNOWN",
      "none of the learners",
    );
    await fails(
      flags("--learners", "cart,c45", "--tests", "5x3"),
      2,
      "OPTION_RANGE",
      "--tests must be some of",
    );
    await fails(
      flags("--learners", "cart,c45", "--against", "x"),
      2,
      "OPTION_RANGE",
      "--against must be first, best",
    );
  });
});

describe("curve", () => {
  it("shows overfitting", async () => {
    const answer = onlyJson(await on("curve", "--folds", "4", "--json", "--plot", at("curve.svg")));
    const points = answer.points as { maxLeaves: number; train: number }[];
    expect(points.slice(0, 3).map(({ maxLeaves }) => maxLeaves)).toEqual([1, 2, 3]);
    expect(points.at(-1)?.train).toBe(1);
    expect(answer.options).toMatchObject({ prune: "none" });
    expect(readFileSync(at("curve.svg"), "utf8")).toContain("maximum leaves");
    const { out } = await on("curve", "--folds", "4", "--plot", at("curve.svg"));
    expect(out).toContain("● training rows   ○ held-out rows");
    expect(out).toMatch(/^ {2}1 +0\.5/m);
    const flags = ["curve", at("pair.csv"), "--target", "y", "--learner", "oneR"];
    await fails(
      flags,
      2,
      "OPTION_CONFLICT",
      "--kind size needs a learner with maxLeaves, which oneR has not",
    );
  });

  it("starts at the fewest leaves that the learner takes", async () => {
    const answer = onlyJson(await on("curve", "--learner", "optimalTree", "--folds", "2", "--json"));
    const points = answer.points as { maxLeaves: number }[];
    expect(points[0].maxLeaves).toBe(2);
  });

  it("shows learning, of numbers too", async () => {
    const flags = ["curve", at("line.csv"), "--target", "y", "--kind", "rows", "--folds", "4", "--json"];
    const answer = onlyJson(await runHere(...flags));
    expect(answer).toMatchObject({ kind: "rows", measure: "rmse" });
    const points = answer.points as { rows: number; heldOut: number }[];
    expect(points.at(-1)?.rows).toBe(30);
    expect(points.at(-1)?.heldOut).toBeLessThan(points[0].heldOut);
  });
});

describe("variance and stability", () => {
  it("split the error", async () => {
    const answer = onlyJson(await on("variance", "--samples", "10", "--json"));
    const { error, bias, unbiasedVariance, biasedVariance } = answer as Record<string, number>;
    expect(bias + unbiasedVariance - biasedVariance).toBeCloseTo(error, 12);
    expect((await on("variance", "--samples", "10")).out).toContain("Domingos 2000");
    const numbers = await runHere("variance", at("line.csv"), "--target", "y", "--samples", "5");
    expect(numbers.out).toContain("bias² + variance");
  });

  it("hold trees against each other", async () => {
    const answer = onlyJson(await on("stability", "--samples", "6", "--json"));
    expect(answer).toMatchObject({ samples: 6, dropped: 6, rows: 60 });
    expect((await on("stability", "--samples", "6")).out).toMatch(/root {9}x <= .* kept by \d+%/);
  });

  it("show D's example 1: one point moved from 0.36 to 0.32", async () => {
    const star = put("star.csv", csvOf(dudaExample1("star")));
    const dagger = put("dagger.csv", csvOf(dudaExample1("dagger")));
    const flags = ["stability", star, "--target", "class", "--other", dagger, "--set", "criterion=entropy"];
    const { out } = await runHere(...flags, "--set", "prune=none");
    expect(out).toContain("x2 <= 0.475 became x2 <= 0.335");
    const answer = onlyJson(await runHere(...flags, "--set", "prune=none", "--json"));
    expect(answer).toMatchObject({ sameRoot: false, sameRootAttribute: true, testsKept: 0 });
  });
});
