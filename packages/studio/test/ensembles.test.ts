import { explain, fitSync, memberCount, memberTree, predict, type ReadResult } from "coppice";
import { firstTrees } from "coppice/evaluate";
import { ensembleRules } from "coppice/rules";
import { beforeAll, expect, it } from "vitest";
import { describeStudio } from "./kit/describeStudio.js";
import { accuracyOn, readPenguins, rowOf } from "./kit/penguins.js";
import { NARROW, PENGUINS, type StudioPage } from "./kit/studioPage.js";

describeStudio("views of ensembles", (bench) => {
  let studio: StudioPage;
  let read: ReadResult;
  const target = "Species";

  beforeAll(async () => {
    read = await readPenguins();
  });

  it("shows a forest: its out-of-bag error, its trees, the paths that carried a vote, its rules", async () => {
    studio = await bench.open({ file: PENGUINS });
    await studio.learn("forest", { trees: 30 });
    const model = fitSync(read, { target, learner: "forest", options: { trees: 30 } });
    await studio.go("Understand");
    const { values } = model.report!.curves!.find(({ on }) => on === "oob")!;
    const chart = studio.page.getByRole("img", { name: /^Error by trees/ });
    const label = await chart.getAttribute("aria-label");
    expect(label).toContain(`out-of-bag ${Number(values.at(-1)!.toPrecision(4))} after 30`);
    const accuracy = accuracyOn(firstTrees(model, 30), read.table);
    expect(label).toContain(`training ${Number((1 - accuracy).toPrecision(4))} after 30`);

    await studio.page.getByLabel("Tree", { exact: true }).fill("4");
    const { nodes } = memberTree(model, 3);
    await expect.poll(() => studio.text("[data-member]")).toContain(`This one has ${nodes.length} nodes.`);
    await studio.page.getByRole("tree", { name: `Member tree of Species, ${nodes.length} nodes` }).waitFor();
    await studio.page.getByRole("button", { name: "Next" }).click();
    const next = memberTree(model, 4).nodes.length;
    await expect.poll(() => studio.text("[data-member]")).toContain(`This one has ${next} nodes.`);

    await studio.page.getByLabel("Row", { exact: true }).fill("200");
    const row = rowOf(read, 199);
    const [{ because }] = explain(model, row).explanations;
    if (because.kind !== "trees") throw new Error("an ensemble explains by votes");
    const found = predict(model, row);
    if (found.kind !== "classification") throw new Error("classes are predicted");
    await expect
      .poll(() => studio.text("[data-carrying]"))
      .toContain(`${because.carrying} of 30 trees are for ${found.label}`);
    const first = (100 * because.rules[0].weight).toFixed(1);
    expect(await studio.text("[data-vote]")).toContain(`+${first}%`);
    expect(await studio.axeFaults()).toEqual([]);

    await studio.go("Rules");
    const rules = ensembleRules(model);
    await expect
      .poll(() => studio.text("[data-rules]"))
      .toContain(`${rules.length.toLocaleString("en-GB")} rules, `);
    await studio.page.getByRole("button", { name: "Trees" }).click();
    const line = (await studio.text(".rules tbody tr")).split("\t");
    expect(Number(line[5])).toBe(Math.max(...rules.slice(0, 500).map(({ trees }) => trees)));
    await studio.page.getByLabel("Search rules").fill("torgersen gentoo");
    expect(await studio.axeFaults()).toEqual([]);
    expect(studio.faults).toEqual([]);
  });

  it("shows boosting by rounds, and which class a tree is for; narrow and dark", async () => {
    studio = await bench.open({ file: PENGUINS });
    const options = { rounds: 12, validation: 0.3 };
    await studio.learn("gradientBoost", options);
    const model = fitSync(read, { target, learner: "gradientBoost", options });
    await studio.page.emulateMedia({ colorScheme: "dark" });
    await studio.page.setViewportSize(NARROW);
    await studio.go("Understand");
    const curve = model.report!.curves!.find(({ on }) => on === "validation")!;
    const label = await studio.page.getByRole("img", { name: /^Error by rounds/ }).getAttribute("aria-label");
    expect(label).toContain(
      `validation ${Number(curve.values.at(-1)!.toPrecision(4))} after ${curve.values.length}`,
    );
    expect(await studio.text("[data-member]")).toContain(
      `${memberCount(model)} trees: their scores are added up`,
    );
    await studio.page.getByLabel("Tree", { exact: true }).fill("3");
    await expect.poll(() => studio.text("[data-member]")).toContain("adds to the score of Gentoo");
    expect(await studio.axeFaults()).toEqual([]);
    expect(studio.faults).toEqual([]);
  });
});
