import { fitSync, type ReadResult } from "coppice";
import {
  compare,
  crossValidate,
  foldSplits,
  localRunner,
  stratifiedFolds,
  TESTS,
  trialOf,
  truthOf,
} from "coppice/evaluate";
import { beforeAll, expect, it } from "vitest";
import { percent } from "../src/base/text.js";
import { describeStudio } from "./kit/describeStudio.js";
import { readPenguins } from "./kit/penguins.js";
import { NARROW, PENGUINS, type StudioPage } from "./kit/studioPage.js";

describeStudio("runs", (bench) => {
  let studio: StudioPage;
  let read: ReadResult;
  const target = "Species";

  beforeAll(async () => {
    read = await readPenguins();
  });

  const run = (number: number) => studio.page.locator(`[data-run="${number}"]`);

  it("are listed with their scores, compared by the tests of the library, brought back, and kept", async () => {
    studio = await bench.visit({ file: PENGUINS });
    await studio.learn("c45");
    await studio.learn("cart", { maxDepth: 1 });
    await studio.go("Compare");
    const recipes = [{ learner: "cart" }, { learner: "c45" }, { learner: "cart", options: { maxDepth: 1 } }];
    for (const [i, recipe] of recipes.entries()) {
      const found = await crossValidate(read, { target, folds: 10, ...recipe } as never);
      if (found.kind !== "classification") throw new Error("classes are predicted");
      const text = await run(i + 1).innerText();
      expect(text).toContain(recipe.learner);
      expect(text).toContain(percent(found.accuracy, 1));
      expect(text).toContain(`${percent(found.interval.low, 1)} to ${percent(found.interval.high, 1)}`);
    }
    expect(await run(3).innerText()).toContain("maxDepth 1");
    expect(await run(3).innerText()).toContain("2 leaves");
    expect(await run(3).getAttribute("aria-current")).toBe("true");

    await studio.page.getByRole("button", { name: "Compare 3" }).click();
    await studio.page.locator("[data-verdicts]").waitFor();
    const truth = truthOf(fitSync(read, { target }).target, read.table);
    if (truth.kind !== "classification") throw new Error("classes are predicted");
    const attributes = read.table.columns.map(({ name }) => name).filter((name) => name !== target);
    const trials = recipes.map((recipe) => trialOf<string>({ target, attributes, seed: 1, ...recipe }));
    const expected = await compare(localRunner(trials, read.table), {
      ...{ truth, names: ["1: cart", "2: c45", "3: cart"], tests: TESTS, against: 0, seed: 1 },
      splits: foldSplits(stratifiedFolds(truth.codes, 10, 1)),
    });
    for (const { name, mean, versus } of expected.entries) {
      const line = studio.page.locator(`[data-compared="${name}"]`);
      expect(await line.innerText()).toContain(`${mean.mean.toFixed(4)} ± ${mean.sd.toFixed(4)}`);
      if (versus === undefined) continue;
      expect(await line.innerText()).toContain(`${versus.wins}/${versus.ties}/${versus.losses}`);
      for (const [test, { p }] of versus.tests) {
        const shown = await line.locator(`[data-test="${test}"]`).innerText();
        expect(shown).toBe(p < 0.001 ? "<0.001" : p.toFixed(3));
      }
    }
    const { versus } = expected.entries[2];
    expect(Math.max(...[...versus!.tests.values()].map(({ p }) => p))).toBeLessThan(0.05);
    expect(await studio.text("[data-verdicts]")).toContain(
      "Run 3: cart is significantly worse than run 1: cart",
    );
    const chart = studio.page.getByRole("img", { name: /^accuracy by fold/ });
    expect(await chart.locator("circle").count()).toBe(30);
    expect(await studio.axeFaults()).toEqual([]);

    await studio.page.getByRole("button", { name: "Bring back run 1" }).click();
    await studio.settled();
    const leaves = fitSync(read, { target }).nodes.filter((node) => !("test" in node)).length;
    expect(await studio.text(".score")).toContain(String(leaves));
    await studio.go("Compare");
    expect(await run(1).getAttribute("aria-current")).toBe("true");
    expect(await studio.page.locator("[data-run]").count()).toBe(3);

    await studio.page.getByRole("button", { name: "Forget run 2" }).click();
    expect(await studio.page.locator("[data-run]").count()).toBe(2);
    await expect.poll(() => studio.keptRuns()).toBe(2);
    await expect.poll(async () => (await studio.kept())?.recipe).toBeDefined();
    await studio.page.reload();
    await studio.settled();
    await studio.go("Compare");
    expect(await studio.page.locator("[data-run]").count()).toBe(2);
    expect(await run(2).innerText()).toContain("maxDepth 1");
    expect(studio.faults).toEqual([]);
  });

  it("of numbers are compared with each other alone, also narrow and dark", async () => {
    studio = await bench.visit({ file: PENGUINS });
    await studio.choose({ target: "Body Mass (g)" });
    await studio.learn("modelTree");
    await studio.page.emulateMedia({ colorScheme: "dark" });
    await studio.page.setViewportSize(NARROW);
    await studio.go("Compare");
    // The first run has another target: it is listed, and not compared.
    expect(await studio.page.locator("[data-run]").count()).toBe(3);
    expect(await studio.page.getByLabel("Compare run 1").isDisabled()).toBe(true);
    await studio.page.getByLabel("Folds").selectOption("5");
    await studio.page.getByRole("button", { name: "Compare 2" }).click();
    await studio.page.locator("[data-verdicts]").waitFor();
    const heads = await studio.page.getByLabel("Tests").locator("th").allInnerTexts();
    expect(heads).toEqual(["run", "rmse ± sd", "w/t/l", "5×2cv F", "t", "corrected t"]);
    expect(await studio.axeFaults()).toEqual([]);
    expect(studio.faults).toEqual([]);
  });
});
