import { explain, fitSync, predict, type ReadResult, type TreeModel } from "coppice";
import { formulaNotes } from "coppice/draw";
import { crossValidate, predictTable, scoreOf, truthOf } from "coppice/evaluate";
import { rulesJson } from "coppice/rules";
import { beforeAll, expect, it } from "vitest";
import { isDeep } from "../../coppice/test/kit/length.js";
import { describeStudio } from "./kit/describeStudio.js";
import { readPenguins, rowOf } from "./kit/penguins.js";
import { PENGUINS, type StudioPage } from "./kit/studioPage.js";

const FORMULAS = [
  ["linearTree", /^linear 1 = .*Flipper|Beak|Body/],
  ["ruleFit", /greatest sum/],
] as const;

describeStudio("rules and understanding", (bench) => {
  let studio: StudioPage;
  let read: ReadResult;
  let model: TreeModel;

  beforeAll(async () => {
    read = await readPenguins();
    model = fitSync(read, { target: "Species" });
  });

  const open = async () => {
    studio = await bench.open({ file: PENGUINS });
  };

  it("lists the rules of the library, sorted and searched", async () => {
    await open();
    await studio.go("Rules");
    const { rules, conditions } = rulesJson(model);
    await expect
      .poll(() => studio.text("[data-rules]"))
      .toBe(`${rules.length} rules, ${conditions} conditions`);
    const lines = () => studio.page.locator(".rules tbody tr").allInnerTexts();
    const first = (await lines())[0].split("\t");
    expect(first[1]).toBe(rules[0].if.join(" and ").replaceAll("<=", "≤"));
    expect(first[2]).toBe(rules[0].then);
    expect(first[3].split(" ")[0]).toBe(String(rules[0].support));
    await studio.page.getByRole("button", { name: "Rows" }).click();
    const supports = (await lines()).map((line) => Number(line.split("\t")[3].split(" ")[0]));
    expect(supports).toEqual(rules.map(({ support }) => support).sort((a, b) => b - a));
    await studio.page.getByLabel("Search rules").fill("gentoo");
    const gentoo = rules.filter((rule) =>
      `${rule.if.join(" ")} ${rule.then}`.toLowerCase().includes("gentoo"),
    );
    expect(await lines()).toHaveLength(gentoo.length);
    expect(await studio.axeFaults()).toEqual([]);
    expect(studio.faults).toEqual([]);
  });

  it.each(isDeep ? FORMULAS : FORMULAS.slice(0, 1))(
    "spells out the formulas of %s",
    async (learner, line) => {
      await open();
      await studio.learn(learner);
      const known = formulaNotes(fitSync(read, { target: "Species", learner }) as TreeModel);
      await expect.poll(() => studio.page.locator("[data-formula]").count()).toBe(1);
      const shown = await studio.text("[data-formula]");
      expect(shown).toMatch(line);
      await studio.go("Rules");
      const all = await studio.page.getByLabel("Formulas").innerText();
      for (const { name, text } of known)
        expect(all).toContain(name === "" ? text.trim() : `${name} = ${text}`);
      expect(await studio.axeFaults()).toEqual([]);
    },
  );

  it("has the confusion matrices of the library, whose cells lead to rows", async () => {
    await open();
    await studio.go("Understand");
    const cells = async () =>
      (await studio.page.locator("[data-cell]").allInnerTexts()).map((text) => Number(text.replace(",", "")));
    const estimate = await crossValidate(read, { target: "Species", folds: 10 });
    if (estimate.kind !== "classification") throw new Error("classes are predicted");
    const { classes, confusion } = estimate;
    expect(await cells()).toEqual(
      classes.flatMap((truth) => classes.map((label) => confusion[truth][label])),
    );
    await studio.page.getByLabel("Confusion matrix").getByRole("button", { name: "Training" }).click();
    const score = scoreOf(truthOf(model.target, read.table), predictTable(model, read.table));
    if (score.kind !== "classification") throw new Error("classes are predicted");
    expect(await cells()).toEqual(score.confusion.flat());
    const [truth, label] = [0, 1].find((t) => score.confusion[t][1 - t] > 0) === 1 ? [1, 0] : [0, 1];
    await studio.page.locator(`[data-cell="${truth},${label}"] button`).click();
    const rows = studio.page.getByLabel(/^Rows of .* predicted as/).locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(score.confusion[truth][label]);
    expect(await studio.axeFaults()).toEqual([]);
    expect(studio.faults).toEqual([]);
  });

  it("explains a row, and answers what if", async () => {
    await open();
    await studio.go("Understand");
    await studio.page.getByLabel("Row", { exact: true }).fill("200");
    await expect.poll(() => studio.text("[data-answer]")).toContain("it is");
    const answer = async () => (await studio.text("[data-answer]")).replace(/.* it is (.*)\.$/, "$1");
    const row = rowOf(read, 199);
    const expected = predict(model, row);
    if (expected.kind !== "classification") throw new Error("classes are predicted");
    expect(await answer()).toBe(expected.label);
    const [{ because }] = explain(model, row).explanations;
    if (because.kind !== "tree") throw new Error("a tree explains by paths");
    await studio.page.getByLabel("Flipper Length (mm)", { exact: true }).fill("230");
    await studio.page.getByLabel("Island", { exact: true }).selectOption("Biscoe");
    const changed = predict(model, { ...row, "Flipper Length (mm)": 230, Island: "Biscoe" });
    if (changed.kind !== "classification") throw new Error("classes are predicted");
    await expect.poll(answer).toBe(changed.label);
    for (const [name, share] of Object.entries(changed.probabilities)) {
      const text = `${(share * 100).toFixed(1)}%`;
      await expect
        .poll(() => studio.text(`[data-probability="${name}"]`))
        .toBe(share > 0 && share < 0.0005 ? "<0.1%" : text);
    }
    await studio.page.getByRole("button", { name: "Show the path in the tree" }).click();
    await studio.settled();
    expect(await studio.text(".crumbs")).toContain(changed.label);
  });
});
