import { fitSync, importance, isRules, type Model, nearestChange, predict, type ReadResult } from "coppice";
import {
  assess,
  calibration,
  foldSplits,
  jobsOf,
  predictTable,
  rankFigures,
  rankFor,
  runJobs,
  stratifiedFolds,
  trialOf,
  truthOf,
} from "coppice/evaluate";
import { beforeAll, expect, it } from "vitest";
import { isDeep } from "../../coppice/test/kit/length.js";
import { percent } from "../src/base/text.js";
import { describeStudio } from "./kit/describeStudio.js";
import { readPenguins, rowOf } from "./kit/penguins.js";
import { regionLabels } from "./kit/regions.js";
import { NARROW, PENGUINS, type StudioPage } from "./kit/studioPage.js";

describeStudio("judging a model", (bench) => {
  let studio: StudioPage;
  let read: ReadResult;

  beforeAll(async () => {
    read = await readPenguins();
  });

  const target = "Species";

  /** Every fold's outcome, as the command has it. */
  const folds = (learner: string) => {
    const truth = truthOf(fitSync(read, { target }).target, read.table);
    if (truth.kind !== "classification") throw new Error("classes are predicted");
    const splits = foldSplits(stratifiedFolds(truth.codes, 10, 1));
    const attributes = read.table.columns.map(({ name }) => name).filter((name) => name !== target);
    const trial = trialOf<string>({ target, attributes, learner, seed: 1 });
    const jobs = jobsOf(splits).map((job) => ({ ...job, keepModel: true }));
    const outcomes = runJobs([trial], read.table, jobs);
    return { truth, outcomes, assessment: assess({ truth }, splits, outcomes) };
  };

  it("has the ROC curves and the calibration of the library, of training and of folds", async () => {
    studio = await bench.open({ file: PENGUINS });
    await studio.go("Understand");
    const { pooled } = folds("cart").assessment;
    const card = studio.page.getByLabel("Probabilities", { exact: true });
    const check = async (of: typeof pooled) => {
      const { truth, prediction } = of;
      if (truth.kind !== "classification" || prediction.kind !== "classification") throw new Error("classes");
      for (const [code, name] of truth.classes.entries()) {
        const ranked = rankFor(code, truth, prediction);
        await expect
          .poll(() => card.locator(`[data-auc="${name}"]`).innerText())
          .toContain(rankFigures(ranked).auc.toFixed(4));
      }
      const { error, bins } = calibration(2, truth, prediction);
      await card.getByLabel("Class").selectOption(truth.classes[2]);
      await expect.poll(() => studio.text('[data-figure="calibration"]')).toBe(percent(error, 1));
      const label = await card
        .getByRole("img", { name: /^Calibration of Gentoo/ })
        .getAttribute("aria-label");
      expect(label?.split(";")).toHaveLength(bins.length);
    };
    await check(pooled);
    const { score } = folds("cart").assessment;
    if (score.kind !== "classification") throw new Error("classes are predicted");
    expect(await studio.text('[data-figure="brier"]')).toBe(score.brier.toFixed(4));
    await card.getByRole("button", { name: "Training" }).click();
    const model = fitSync(read, { target });
    await check({
      ...pooled,
      truth: truthOf(model.target, read.table),
      prediction: predictTable(model, read.table),
    });
    expect(await studio.axeFaults()).toEqual([]);
    expect(studio.faults).toEqual([]);
  });

  it("shows importance with its range over the models of the folds", async () => {
    studio = await bench.open({ file: PENGUINS });
    await studio.go("Understand");
    const models = folds("cart").outcomes.map(({ model }) => model as Model);
    const [[name, value]] = Object.entries(importance(fitSync(read, { target })).values);
    const inFolds = models.map((model) => importance(model).values[name]);
    const text = (share: number) => `${Math.round(100 * share)}%`;
    const label = await studio.page.getByRole("img", { name: /^Importance: / }).getAttribute("aria-label");
    expect(label).toContain(
      `${name} ${text(value)} (${text(Math.min(...inFolds))} to ${text(Math.max(...inFolds))})`,
    );
  });

  it("finds the nearest change that flips the answer, and tries it", async () => {
    studio = await bench.open({ file: PENGUINS });
    await studio.go("Understand");
    await studio.page.getByRole("button", { name: "Explain" }).click();
    await studio.page.locator("[data-nearest]").waitFor();
    const row = rowOf(read, 0);
    const found = nearestChange(fitSync(read, { target }), read.table, row)!;
    const words = await studio.text("[data-nearest]");
    for (const { attribute, from, to } of found.cells)
      expect(words).toContain(`${attribute} ${to} instead of ${from}`);
    expect(words).toContain(`Then it is ${found.prediction} (${Math.round(100 * found.probability)}%)`);
    await studio.page.getByRole("button", { name: "Try it" }).click();
    await expect.poll(() => studio.text("[data-answer]")).toContain(`it is ${found.prediction}.`);
    expect(await studio.axeFaults()).toEqual([]);
  });

  it.each(isDeep ? ["cart", "forest", "linearTree", "ripper"] : ["cart"])(
    "draws the regions of %s in the colours of the classes",
    async (learner) => {
      studio = await bench.open({ file: PENGUINS });
      if (learner !== "cart") await studio.learn(learner);
      await studio.go("Understand");
      const card = studio.page.getByLabel("Decision regions");
      await card.getByLabel("Across").selectOption("Flipper Length (mm)");
      await card.getByLabel("Up").selectOption("Island");
      await expect.poll(() => card.locator("canvas").getAttribute("data-regions")).toBe("128x3");
      const pixels = await card.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
        return Array.from({ length: data.length / 4 }, (_, i) => [...data.slice(4 * i, 4 * i + 3)]);
      });
      // The class whose colour is the nearest: what is drawn is mixed with the ground.
      const classes = pixels.map((pixel) => nearestColour(pixel));
      const drawn = [2, 1, 0].flatMap((line) => classes.slice(line * 128, (line + 1) * 128));
      const model = fitSync(read, { target, learner: learner as "cart" });
      expect(drawn).toEqual(regionLabels(model, read.table, "Flipper Length (mm)", "Island"));
      expect(await studio.axeFaults()).toEqual([]);
      expect(studio.faults).toEqual([]);
    },
  );

  it("draws the regions of numbers, and of levels on both axes, also with a row's cells", async () => {
    studio = await bench.open({
      file: PENGUINS,
      colorScheme: "dark",
      viewport: NARROW,
    });
    await studio.choose({ target: "Body Mass (g)" });
    await studio.go("Understand");
    const card = studio.page.getByLabel("Decision regions");
    await card.getByLabel("Across").selectOption("Sex");
    await card.getByLabel("Up").selectOption("Species");
    await expect.poll(() => card.locator("canvas").getAttribute("data-regions")).toBe("2x3");
    const label = await card.getByRole("img").getAttribute("aria-label");
    expect(label).toMatch(/^Predictions over Sex and Species: from [\d,]+ to [\d,]+$/);
    await studio.page.getByLabel("Row", { exact: true }).fill("7");
    await card.getByRole("button", { name: "Others as in the row above" }).click();
    await expect.poll(() => studio.text("[data-held]")).toContain("Island Torgersen");
    expect(await studio.axeFaults()).toEqual([]);
    expect(studio.faults).toEqual([]);
  });

  it("has views of rule sets: rules that match a row, no importance", async () => {
    studio = await bench.open({ file: PENGUINS });
    await studio.learn("ripper");
    const model = fitSync(read, { target, learner: "ripper" });
    expect(isRules(model)).toBe(true);
    await studio.go("Understand");
    for (const row of [2, 200, 300]) {
      await studio.page.getByLabel("Row", { exact: true }).fill(String(row));
      const expected = predict(model, rowOf(read, row - 1));
      await expect
        .poll(() => studio.text("[data-answer]"))
        .toContain(expected.kind === "classification" ? expected.label : "");
    }
    expect(await studio.page.locator("[data-vote]").count()).toBe(1);
    expect(await studio.page.getByLabel("Importance").count()).toBe(0);
    expect(studio.faults).toEqual([]);
  });
});

const COLOURS = [
  [0x00, 0x72, 0xb2],
  [0xe6, 0x9f, 0x00],
  [0x00, 0x9e, 0x73],
];

/** By class: Adelie, Chinstrap, Gentoo have the colours in the order of their rows. */
function nearestColour(pixel: readonly number[]): number {
  const off = COLOURS.map((colour) => colour.reduce((sum, part, i) => sum + (part - pixel[i]) ** 2, 0));
  return CLASS_OF_COLOUR[off.indexOf(Math.min(...off))];
}

const CLASS_OF_COLOUR = [0, 1, 2];
