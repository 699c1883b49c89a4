import { fitSync, modelSize } from "coppice";
import { expect, it } from "vitest";
import { percent } from "../src/base/text.js";
import { describeStudio } from "./kit/describeStudio.js";
import { penguins, scoreOn, target } from "./kit/penguins.js";
import { NARROW, type StudioPage } from "./kit/studioPage.js";

describeStudio("six questions", (bench) => {
  let studio: StudioPage;

  /** Grows; the training accuracy and the leaves that are shown are those of the library's model, which is given back. */
  const grow = async (learner: "cart" | "c45", options: object) => {
    await studio.grow();
    const model = fitSync(penguins, { target, learner, options });
    expect(await studio.text('[data-score="train"]')).toContain(percent(scoreOn(model).accuracy, 1));
    const { leaves } = modelSize(model) as { readonly leaves: number };
    expect(await studio.text(".score")).toMatch(new RegExp(`Leaves\\s+${leaves}\\b`));
    return model;
  };
  const question = (title: string) => studio.page.locator("summary", { hasText: title }).click();
  const field = (label: string) => studio.page.getByLabel(label, { exact: true });
  const answers = (number: number) => studio.text(`[data-answers="${number}"]`);

  it("set up a tree learner, whose tree is the library's, with its surrogates", async () => {
    studio = await bench.tree();
    await studio.choose({ judge: { kind: "folds", folds: 2 } });
    await studio.button("Six questions").click();
    expect(await answers(1)).toBe("subset · threshold");
    expect(await answers(4)).toBe("costComplexity · min");
    await question("Which test?");
    await field("Criterion").selectOption("entropy");
    await question("When to stop?");
    await field("Max depth").fill("2");
    await question("What about missing data?");
    await field("Missing").selectOption("surrogate");
    expect(await answers(2)).toContain("entropy");
    expect(await answers(3)).toContain("max depth 2");
    expect(await studio.axeFaults({ within: ".questions" })).toEqual([]);
    const answered = { criterion: "entropy", maxDepth: 2, missing: "surrogate" };
    const model = await grow("cart", answered);

    const [root] = model.nodes;
    if (!("missing" in root) || root.missing.kind !== "surrogates") throw new Error("surrogates");
    const { surrogates } = root.missing;
    const rows = studio.page.locator("[data-surrogate]");
    await expect.poll(() => rows.count()).toBe(surrogates.length);
    for (const [i, { test, agreement, adjusted }] of surrogates.entries()) {
      const text = await rows.nth(i).innerText();
      expect(text).toContain(model.attributes[test.attribute].name);
      expect(text).toContain(percent(agreement));
      expect(text).toContain(adjusted.toFixed(2));
    }
    expect(await studio.axeFaults({ within: ".side.right" })).toEqual([]);

    // Another start keeps what was answered.
    await studio.page.getByLabel("Start from").selectOption("c45");
    expect(await answers(1)).toBe("perLevel · threshold");
    expect(await answers(4)).toContain("errorBased");
    await grow("c45", answered);
    await studio.button("Back to the answers of c45").click();
    await grow("c45", {});
  });

  it("are asked of a learner that has them, also narrow and dark", async () => {
    studio = await bench.tree({ viewport: NARROW, colorScheme: "dark" });
    await studio.button("Learner").click();
    await studio.page.locator("#learner").selectOption("oneR");
    await studio.button("Six questions").click();
    expect(await studio.page.getByLabel("Start from").inputValue()).toBe("cart");
    await question("How to prune?");
    await field("Prune").selectOption("none");
    expect(await studio.axeFaults({ within: ".questions" })).toEqual([]);
    await grow("cart", { prune: "none" });
  });
});
