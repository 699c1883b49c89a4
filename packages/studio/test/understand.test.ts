import { explain, fitSync, importance, memberCount, memberTree, nearestChange, predict } from "coppice";
import { formulaNotes } from "coppice/draw";
import { calibration, firstTrees, predictTable, rankFigures, rankFor, truthOf } from "coppice/evaluate";
import { ensembleRules, rulesJson } from "coppice/rules";
import { expect, it } from "vitest";
import { folder } from "../../coppice/test/kit/folder.js";
import { percent } from "../src/base/text.js";
import { describeStudio } from "./kit/describeStudio.js";
import { classes, folds, grown, penguins, rowOf, scoreOn, target } from "./kit/penguins.js";
import { regionLabels } from "./kit/regions.js";
import { NARROW, PENGUINS, type StudioPage } from "./kit/studioPage.js";

const { table } = penguins;
const toFour = (x: number) => Number(x.toPrecision(4));

describeStudio("rules and understanding", (bench) => {
  let studio: StudioPage;
  const files = folder();

  const open = async (screen: "Rules" | "Understand", learner = "cart", options = {}) => {
    studio = await bench.open({ file: PENGUINS });
    if (learner !== "cart") await studio.learn(learner, options);
    await studio.go(screen);
  };
  const shown = (selector: string) => expect.poll(() => studio.text(selector));
  const card = (name: string) => studio.page.getByRole("region", { name, exact: true });
  const button = (name: string) => studio.page.getByRole("button", { name });

  it("lists the rules of the library, sorted and searched", async () => {
    await open("Rules");
    const { rules, conditions } = rulesJson(grown);
    await shown("[data-rules]").toBe(`${rules.length} rules, ${conditions} conditions`);
    const lines = async () =>
      (await studio.page.locator(".rules tbody tr").allInnerTexts()).map((line) => line.split("\t"));
    const [, conditionsShown, then, support] = (await lines())[0];
    expect(conditionsShown).toBe(rules[0].if.join(" and ").replaceAll("<=", "≤"));
    expect(then).toBe(rules[0].then);
    expect(support.split(" ")[0]).toBe(String(rules[0].support));
    await button("Rows").click();
    const supports = (await lines()).map((cells) => Number(cells[3].split(" ")[0]));
    expect(supports).toEqual(rules.map((rule) => rule.support).sort((a, b) => b - a));
    await studio.field("Search rules").fill("gentoo");
    const gentoo = rules.filter((rule) =>
      `${rule.if.join(" ")} ${rule.then}`.toLowerCase().includes("gentoo"),
    );
    expect(await lines()).toHaveLength(gentoo.length);
  });

  it("has the confusion matrices of the library, whose cells lead to rows", async () => {
    await open("Understand");
    const cells = async () =>
      (await studio.page.locator("[data-cell]").allInnerTexts()).map((text) => Number(text.replace(",", "")));
    expect(await cells()).toEqual(classes(folds().assessment.score).confusion.flat());
    await card("Confusion matrix").getByRole("button", { name: "Training" }).click();
    const { confusion } = scoreOn(grown);
    expect(await cells()).toEqual(confusion.flat());
    const [truth, label] = confusion[1][0] > 0 ? [1, 0] : [0, 1];
    await studio.page.locator(`[data-cell="${truth},${label}"] button`).click();
    const rows = studio.page.getByLabel(/^Rows of .* predicted as/).locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(confusion[truth][label]);
    expect(await studio.axeFaults()).toEqual([]);
  });

  it("has the ROC curves, the calibration and the importance of the library, of training and of folds", async () => {
    await open("Understand");
    const { pooled, score } = folds().assessment;
    const judged = card("Probabilities");
    const check = async (of: typeof pooled) => {
      const truth = classes(of.truth);
      const prediction = classes(of.prediction);
      for (const [code, name] of truth.classes.entries()) {
        const { auc } = rankFigures(rankFor(code, truth, prediction));
        await shown(`[data-auc="${name}"]`).toContain(auc.toFixed(4));
      }
      const { error, bins } = calibration(2, truth, prediction);
      await judged.getByLabel("Class").selectOption(truth.classes[2]);
      await shown('[data-figure="calibration"]').toBe(percent(error, 1));
      const label = await judged
        .getByRole("img", { name: /^Calibration of Gentoo/ })
        .getAttribute("aria-label");
      expect(label?.split(";")).toHaveLength(bins.length);
    };
    await check(pooled);
    expect(await studio.text('[data-figure="brier"]')).toBe(classes(score).brier.toFixed(4));
    await judged.getByRole("button", { name: "Training" }).click();
    await check({ ...pooled, truth: truthOf(grown.target, table), prediction: predictTable(grown, table) });
    const [[name, value]] = Object.entries(importance(grown).values);
    const inFolds = folds().models.map((model) => importance(model).values[name]);
    const [all, least, most] = [value, Math.min(...inFolds), Math.max(...inFolds)].map((x) => percent(x));
    const label = await studio.page.getByRole("img", { name: /^Importance: / }).getAttribute("aria-label");
    expect(label).toContain(`${name} ${all} (${least} to ${most})`);
  });

  it("explains a row, and answers what if", async () => {
    await open("Understand");
    await studio.field("Row").fill("200");
    const answer = expect.poll(async () =>
      (await studio.text("[data-answer]")).replace(/.* it is (.*)\.$/, "$1"),
    );
    const row = rowOf(199);
    await answer.toBe(classes(predict(grown, row)).label);
    await studio.field("Flipper Length (mm)").fill("230");
    await studio.field("Island").selectOption("Biscoe");
    const { label, probabilities } = classes(
      predict(grown, { ...row, "Flipper Length (mm)": 230, Island: "Biscoe" }),
    );
    await answer.toBe(label);
    for (const [name, share] of Object.entries(probabilities))
      await shown(`[data-probability="${name}"]`).toBe(percent(share, 1));
    await button("Show the path in the tree").click();
    await studio.settled();
    expect(await studio.text(".crumbs")).toContain(label);
  });

  it("finds the nearest change that flips the answer, and tries it", async () => {
    await open("Understand");
    await button("Explain").click();
    await studio.page.locator("[data-nearest]").waitFor();
    const { cells, prediction, probability } = nearestChange(grown, table, rowOf(0))!;
    const words = await studio.text("[data-nearest]");
    for (const { attribute, from, to } of cells)
      expect(words).toContain(`${attribute} ${to} instead of ${from}`);
    expect(words).toContain(`Then it is ${prediction} (${Math.round(100 * probability)}%)`);
    await button("Try it").click();
    await shown("[data-answer]").toContain(`it is ${prediction}.`);
    expect(await studio.axeFaults()).toEqual([]);
  });

  // What other learners predict is compared in worker.test.ts.
  it("draws the regions in the colours of the classes", async () => {
    await open("Understand");
    const map = card("Decision regions");
    await map.getByLabel("Across").selectOption("Flipper Length (mm)");
    await map.getByLabel("Up").selectOption("Island");
    await expect.poll(() => map.locator("canvas").getAttribute("data-regions")).toBe("128x3");
    const pixels = await map.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      return Array.from({ length: data.length / 4 }, (_, i) => [...data.slice(4 * i, 4 * i + 3)]);
    });
    const codes = pixels.map(nearestColour);
    const drawn = [2, 1, 0].flatMap((line) => codes.slice(line * 128, (line + 1) * 128));
    expect(drawn).toEqual(regionLabels(grown, "Flipper Length (mm)", "Island"));
  });

  it("draws the regions of numbers, and of levels on both axes, also with a row's cells", async () => {
    const rows = Array.from({ length: 36 }, (_, i) => ["abc"[i % 3], "mf"[i % 2], "xyz"[(i >> 2) % 3], i]);
    const file = files.put("sizes.csv", ["kind,sex,place,size", ...rows].join("\n"));
    studio = await bench.open({ file, colorScheme: "dark", viewport: NARROW });
    await studio.go("Understand");
    const map = card("Decision regions");
    await map.getByLabel("Across").selectOption("sex");
    await map.getByLabel("Up").selectOption("kind");
    await expect.poll(() => map.locator("canvas").getAttribute("data-regions")).toBe("2x3");
    const label = await map.getByRole("img").getAttribute("aria-label");
    expect(label).toMatch(/^Predictions over sex and kind: from [\d.]+ to [\d.]+$/);
    await studio.field("Row").fill("7");
    await map.getByRole("button", { name: "Others as in the row above" }).click();
    await shown("[data-held]").toContain("place y");
    expect(await studio.axeFaults()).toEqual([]);
  });

  it("spells out the formulas of a tree with formulas", async () => {
    await open("Rules", "linearTree");
    const all = await card("Formulas").innerText();
    for (const { name, text } of formulaNotes(fitSync(penguins, { target, learner: "linearTree" })))
      expect(all).toContain(name === "" ? text.trim() : `${name} = ${text}`);
    await studio.go("Tree");
    await expect.poll(() => studio.page.locator("[data-formula]").count()).toBe(1);
    expect(await studio.text("[data-formula]")).toMatch(/^linear 1 = /);
    expect(await studio.axeFaultsOfRepeat()).toEqual([]);
  });

  it("has views of rule sets: rules that match a row, no importance", async () => {
    await open("Understand", "ripper");
    const model = fitSync(penguins, { target, learner: "ripper" });
    await studio.field("Row").fill("300");
    await shown("[data-answer]").toContain(classes(predict(model, rowOf(299))).label);
    expect(await studio.page.locator("[data-vote]").count()).toBe(1);
    expect(await studio.page.getByLabel("Importance").count()).toBe(0);
  });

  it("shows a forest: its out-of-bag error, its trees, the paths that carried a vote, its rules", async () => {
    const options = { trees: 12 };
    await open("Understand", "forest", options);
    const model = fitSync(penguins, { target, learner: "forest", options });
    const { values } = model.report!.curves!.find(({ on }) => on === "oob")!;
    const chart = studio.page.getByRole("img", { name: /^Error by trees/ });
    const label = await chart.getAttribute("aria-label");
    expect(label).toContain(`out-of-bag ${toFour(values.at(-1)!)} after 12`);
    expect(label).toContain(`training ${toFour(1 - scoreOn(firstTrees(model, 12)).accuracy)} after 12`);

    await studio.field("Tree").fill("4");
    const { nodes } = memberTree(model, 3);
    await shown("[data-member]").toContain(`This one has ${nodes.length} nodes.`);
    await studio.page.getByRole("tree", { name: `Member tree of Species, ${nodes.length} nodes` }).waitFor();
    await button("Next").click();
    await shown("[data-member]").toContain(`This one has ${memberTree(model, 4).nodes.length} nodes.`);

    await studio.field("Row").fill("200");
    const [{ because }] = explain(model, rowOf(199)).explanations;
    if (because.kind !== "trees") throw new Error("an ensemble explains by votes");
    const found = classes(predict(model, rowOf(199)));
    await shown("[data-carrying]").toContain(`${because.carrying} of 12 trees are for ${found.label}`);
    expect(await studio.text("[data-vote]")).toContain(`+${(100 * because.rules[0].weight).toFixed(1)}%`);
    expect(await studio.axeFaults()).toEqual([]);

    await studio.go("Rules");
    const rules = ensembleRules(model);
    await shown("[data-rules]").toContain(`${rules.length.toLocaleString("en-GB")} rules, `);
    await button("Trees").click();
    const line = (await studio.text(".rules tbody tr")).split("\t");
    expect(Number(line[5])).toBe(Math.max(...rules.slice(0, 500).map(({ trees }) => trees)));
    await studio.field("Search rules").fill("torgersen gentoo");
    expect(await studio.axeFaultsOfRepeat()).toEqual([]);
  });

  it("shows boosting by rounds, and which class a tree is for", async () => {
    const options = { rounds: 6, validation: 0.3 };
    await open("Understand", "gradientBoost", options);
    const model = fitSync(penguins, { target, learner: "gradientBoost", options });
    const { values } = model.report!.curves!.find(({ on }) => on === "validation")!;
    const label = await studio.page.getByRole("img", { name: /^Error by rounds/ }).getAttribute("aria-label");
    expect(label).toContain(`validation ${toFour(values.at(-1)!)} after ${values.length}`);
    expect(await studio.text("[data-member]")).toContain(
      `${memberCount(model)} trees: their scores are added up`,
    );
    await studio.field("Tree").fill("3");
    await shown("[data-member]").toContain("adds to the score of Gentoo");
    expect(await studio.axeFaultsOfRepeat()).toEqual([]);
  });
});

/** The class whose colour is the nearest: what is drawn is mixed with the ground. */
function nearestColour(pixel: readonly number[]): number {
  const off = COLOURS.map((colour) => colour.reduce((sum, part, i) => sum + (part - pixel[i]) ** 2, 0));
  return off.indexOf(Math.min(...off));
}

/** Of Adelie, Chinstrap and Gentoo. */
const COLOURS = [
  [0x00, 0x72, 0xb2],
  [0xe6, 0x9f, 0x00],
  [0x00, 0x9e, 0x73],
];
