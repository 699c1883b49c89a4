import { bytesOf, fitSync, readSource } from "coppice";
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
import { expect, it } from "vitest";
import { folder } from "../../coppice/test/kit/folder.js";
import { percent } from "../src/base/text.js";
import { describeStudio } from "./kit/describeStudio.js";
import { classes } from "./kit/penguins.js";
import { NARROW, type StudioPage } from "./kit/studioPage.js";

/** Three classes by one number, some of them by chance: two leaves are too few. */
const TABLE = [
  "a,b,kind",
  ...Array.from({ length: 90 }, (_, i) => {
    const a = (i * 37) % 90;
    return [a, (i * 29) % 31, "pqr"[i % 13 === 0 ? i % 3 : Math.floor(a / 30)]];
  }),
].join("\n");

const target = "kind";
const recipes = [
  { learner: "cart" },
  { learner: "c45" },
  { learner: "cart", options: { maxDepth: 1 } },
] as const;

describeStudio("runs", (bench) => {
  let studio: StudioPage;
  const files = folder();

  const open = async (options = {}) => {
    studio = await bench.open({ file: files.put("runs.csv", TABLE), ...options });
  };
  const runs = () => studio.page.locator("[data-run]");
  const run = (number: number) => studio.page.locator(`[data-run="${number}"]`);
  const compared = async (button: string) => {
    await studio.button(button).click();
    await studio.page.locator("[data-verdicts]").waitFor();
  };

  it("are listed with their scores, compared by the tests of the library, brought back, and kept", async () => {
    await open();
    const before = await studio.keptRuns();
    await studio.learn("c45", {}, 10);
    await studio.learn("cart", { maxDepth: 1 }, 10);
    await studio.go("Compare");
    const read = await readSource(bytesOf("runs.csv", TABLE));
    for (const [i, recipe] of recipes.entries()) {
      const { accuracy, interval } = classes(await crossValidate(read, { target, folds: 10, ...recipe }));
      const text = await run(i + 1).innerText();
      expect(text).toContain(recipe.learner);
      expect(text).toContain(percent(accuracy, 1));
      expect(text).toContain(`${percent(interval.low, 1)} to ${percent(interval.high, 1)}`);
    }
    expect(await run(3).innerText()).toContain("maxDepth 1");
    expect(await run(3).innerText()).toContain("2 leaves");
    expect(await run(3).getAttribute("aria-current")).toBe("true");

    await compared("Compare 3");
    const model = fitSync(read, { target });
    const truth = classes(truthOf(model.target, read.table));
    const trials = recipes.map((recipe) =>
      trialOf<string>({ target, attributes: ["a", "b"], seed: 1, ...recipe }),
    );
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
    const verdict = "Run 3: cart is significantly worse than run 1: cart";
    expect(await studio.text("[data-verdicts]")).toContain(verdict);
    const chart = studio.page.getByRole("img", { name: /^accuracy by fold/ });
    expect(await chart.locator("circle").count()).toBe(30);
    expect(await studio.axeFaults()).toEqual([]);

    await studio.button("Bring back run 1").click();
    await studio.hasSize(model);
    await studio.go("Compare");
    expect(await run(1).getAttribute("aria-current")).toBe("true");
    expect(await runs().count()).toBe(3);

    await studio.button("Forget run 2").click();
    expect(await runs().count()).toBe(2);
    await expect.poll(() => studio.keptRuns()).toBe(before + 1);
    await expect.poll(async () => (await studio.kept())?.recipe).toBeDefined();
    await studio.page.reload();
    await studio.settled();
    await studio.go("Compare");
    expect(await runs().count()).toBe(2);
    expect(await run(2).innerText()).toContain("maxDepth 1");
  });

  it("of numbers are compared with each other alone, also narrow and dark", async () => {
    await open({ viewport: NARROW, colorScheme: "dark" });
    await studio.choose({ target: "b" });
    await studio.choose({ learner: "modelTree" });
    await studio.page.evaluate(() => globalThis.studio.grow());
    await studio.go("Compare");
    // The first runs have another target: they are listed, and not compared.
    expect(await studio.page.getByLabel("Compare run 1").isDisabled()).toBe(true);
    await studio.page.getByLabel("Folds").selectOption("5");
    await compared("Compare 2");
    const heads = await studio.page.getByLabel("Tests").locator("th").allInnerTexts();
    expect(heads).toEqual(["run", "rmse ± sd", "w/t/l", "5×2cv F", "t", "corrected t"]);
    expect(await studio.axeFaults()).toEqual([]);
  });
});
