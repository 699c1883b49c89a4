import { fitSync, modelSize, type ReadResult } from "coppice";
import { beforeAll, expect, it } from "vitest";
import { percent } from "../src/base/text.js";
import { describeStudio } from "./kit/describeStudio.js";
import { accuracyOn, readPenguins } from "./kit/penguins.js";
import { NARROW, PENGUINS, type StudioPage } from "./kit/studioPage.js";

describeStudio("six questions", (bench) => {
  let studio: StudioPage;
  let read: ReadResult;
  const target = "Species";

  beforeAll(async () => {
    read = await readPenguins();
  });

  /** The training accuracy and the leaves that are shown, and those of the library. */
  const check = async (learner: "cart" | "c45", options: object) => {
    const model = fitSync(read, { target, learner, options });
    expect(await studio.text('[data-score="train"]')).toContain(percent(accuracyOn(model, read.table), 1));
    const size = modelSize(model) as { readonly leaves: number };
    expect(await studio.text(".score")).toMatch(new RegExp(`Leaves\\s+${size.leaves}\\b`));
  };
  const question = (title: string) => studio.page.locator("summary", { hasText: title }).click();

  it("set up a tree learner, whose tree is the library's", async () => {
    studio = await bench.open({ file: PENGUINS });
    await studio.go("Tree");
    await studio.page.getByRole("button", { name: "Six questions" }).click();
    expect(await studio.text('[data-answers="1"]')).toBe("subset · threshold");
    expect(await studio.text('[data-answers="4"]')).toBe("costComplexity · min");
    await question("Which test?");
    await studio.page.getByLabel("Criterion", { exact: true }).selectOption("entropy");
    await question("When to stop?");
    await studio.page.getByLabel("Max depth", { exact: true }).fill("2");
    await question("What about missing data?");
    await studio.page.getByLabel("Missing", { exact: true }).selectOption("surrogate");
    expect(await studio.text('[data-answers="2"]')).toContain("entropy");
    expect(await studio.text('[data-answers="3"]')).toContain("max depth 2");
    expect(await studio.axeFaults()).toEqual([]);
    await studio.grow();
    const answers = { criterion: "entropy", maxDepth: 2, missing: "surrogate" };
    await check("cart", answers);

    // Another start keeps what was answered.
    await studio.page.getByLabel("Start from").selectOption("c45");
    expect(await studio.text('[data-answers="1"]')).toBe("perLevel · threshold");
    expect(await studio.text('[data-answers="4"]')).toContain("errorBased");
    await studio.grow();
    await check("c45", answers);
    await studio.page.getByRole("button", { name: "Back to the answers of c45" }).click();
    await studio.grow();
    await check("c45", {});
    expect(studio.faults).toEqual([]);
  });

  it("are asked of a learner that has them, also narrow and dark", async () => {
    studio = await bench.open({ file: PENGUINS });
    await studio.learn("oneR");
    await studio.page.emulateMedia({ colorScheme: "dark" });
    await studio.page.setViewportSize(NARROW);
    await studio.page.getByRole("button", { name: "Learner", exact: true }).click();
    await studio.page.getByRole("button", { name: "Six questions" }).click();
    expect(await studio.page.getByLabel("Start from").inputValue()).toBe("cart");
    await question("How to prune?");
    await studio.page.getByLabel("Prune", { exact: true }).selectOption("none");
    expect(await studio.axeFaults()).toEqual([]);
    await studio.grow();
    await check("cart", { prune: "none" });
    expect(studio.faults).toEqual([]);
  });
});
