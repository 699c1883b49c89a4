import {
  fitSync,
  importance,
  isSplit,
  modelJson,
  modelSize,
  pruneAt,
  pruningSequence,
  sizeOf,
} from "coppice";
import { editSync } from "coppice/edit";
import { wilson } from "coppice/evaluate";
import { numbers, randomTable } from "coppice/testing";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { folder } from "../../coppice/test/kit/folder.js";
import { percent } from "../src/base/text.js";
import { describeStudio } from "./kit/describeStudio.js";
import { classes, folds, grown, penguins, scoreOn, target } from "./kit/penguins.js";
import { NARROW, type StudioPage } from "./kit/studioPage.js";

let studio: StudioPage;

describeStudio("the tree screen", (bench) => {
  beforeEach(async () => {
    studio = await bench.tree();
  });

  const active = () => studio.stage.getAttribute("aria-activedescendant");
  const answeringNode = async () => grown.nodes[Number((await active())!.slice("node-".length))];

  /** Where a click selects a node: the first such point of a grid. */
  const place = (node: number) =>
    studio.page.evaluate((wanted) => {
      const stage = document.querySelector<HTMLElement>(".stage")!;
      const box = stage.getBoundingClientRect();
      for (let y = 4; y < box.height; y += 4) {
        for (let x = 4; x < box.width; x += 8) {
          globalThis.studio.store.set({ selected: 0 });
          const at = { clientX: box.x + x, clientY: box.y + y };
          stage.dispatchEvent(new MouseEvent("click", { bubbles: true, ...at }));
          if (globalThis.studio.store.get().selected === wanted) return [at.clientX, at.clientY] as const;
        }
      }
      throw new Error("the node is not on the screen");
    }, node);

  it("has the model, the scores and the importance of the library", async () => {
    const { nodes, leaves, depth } = sizeOf(grown);
    expect(await studio.flat(".score")).toContain(`Nodes ${nodes} Leaves ${leaves} Depth ${depth}`);
    expect(await studio.text("[data-score=train]")).toBe(percent(scoreOn(grown).accuracy, 1));
    const { accuracy } = classes(folds().assessment.score);
    const { low, high } = wilson(accuracy, penguins.table.rows);
    expect(await studio.text("[data-score=validation]")).toBe(
      `${percent(accuracy, 1)} 95% CI ${percent(low, 1)} to ${percent(high, 1)}`,
    );
    const [[first, value]] = Object.entries(importance(grown).values);
    expect(await studio.flat("[data-importance]")).toMatch(`${first} ${percent(value)}`);
  });

  it("is walked by keys, and shows each node as the model has it", async () => {
    for (const [node, facts] of grown.nodes.entries()) {
      expect(await active()).toBe(`node-${node}`);
      const shown = await studio.page.locator("[data-count]").allInnerTexts();
      expect(shown.map((text) => Number(text.split(" ")[0]))).toEqual("counts" in facts && facts.counts);
      await studio.page.keyboard.press("ArrowDown");
    }
    expect(await active()).toBe(`node-${grown.nodes.length - 1}`);
    await studio.page.keyboard.press("Home");
    expect(await active()).toBe("node-0");
  });

  it("says the path of a node in one sentence", async () => {
    await studio.press("ArrowRight", "ArrowRight", "ArrowRight");
    expect(await studio.text("[data-sentence]")).toBe(
      "If Flipper Length (mm) ≤ 206.5 and Beak Length (mm) ≤ 42.35 then Adelie, in 99% of 141 rows.",
    );
    const selected = studio.stage.getByRole("treeitem", { selected: true });
    expect(await selected.innerText()).toContain("Beak Length (mm) ≤ 42.35");
  });

  it("closes and opens subtrees, and leaves the selected node where it is", async () => {
    await studio.page.emulateMedia({ reducedMotion: "no-preference" });
    const isOpen = () => studio.page.locator("#node-1").getAttribute("aria-expanded");
    await studio.press("ArrowRight");
    const before = await place(1);
    await studio.press("ArrowLeft");
    expect(await isOpen()).toBe("false");
    expect(await place(1)).toEqual(before);
    await studio.press("Enter");
    expect(await isOpen()).toBe("true");
    expect(await place(1)).toEqual(before);
  });

  it("closes subtrees with few rows by a slider", async () => {
    const slider = studio.page.getByLabel("Close subtrees with fewer rows than");
    await slider.fill("7");
    const least = grown.nodes[0].weight * 0.25;
    const light = grown.nodes.flatMap((node, i) => (isSplit(node) && node.weight < least ? [i] : []));
    expect(light.length).toBeGreaterThan(0);
    for (const node of light) {
      const item = studio.page.locator(`#node-${node}`);
      // A node in a closed subtree is not there at all.
      if ((await item.count()) > 0) expect(await item.getAttribute("aria-expanded")).toBe("false");
    }
    const items = studio.page.getByRole("treeitem");
    expect(await items.count()).toBeLessThan(grown.nodes.length);
    await slider.fill("0");
    await expect.poll(() => items.count()).toBe(grown.nodes.length);
  });

  it("finds nodes by words and figures", async () => {
    await studio.page.keyboard.press("/");
    await studio.page.keyboard.type("leaves n<20");
    const few = grown.nodes.filter((node) => !isSplit(node) && node.weight < 20).length;
    expect(await studio.text("[data-found]")).toBe(`${few} matches`);
    await studio.page.keyboard.press("Enter");
    const found = await answeringNode();
    expect(isSplit(found)).toBe(false);
    expect(found.weight).toBeLessThan(20);
    await studio.page.keyboard.press("Escape");
    expect(await studio.page.locator("[data-found]").count()).toBe(0);
  });

  it("selects by click, and focuses a subtree by double click", async () => {
    await studio.page.emulateMedia({ reducedMotion: "no-preference" });
    const canvas = studio.page.locator(".stage canvas");
    expect(Number(await canvas.getAttribute("data-marks"))).toBeGreaterThan(grown.nodes.length);
    const [x, y] = await place(2);
    await studio.page.mouse.dblclick(x + 4, y + 4);
    await expect.poll(() => studio.text(".crumbs")).toContain("All rows");
    await studio.button("All rows").click();
    expect(await studio.page.locator(".crumbs").count()).toBe(0);
  });

  it("lights the path of a row", async () => {
    await studio.page.getByLabel("Rows of the node").getByRole("button", { name: "1", exact: true }).click();
    await expect.poll(() => studio.text(".crumbs")).toContain("Row 1: Adelie");
    expect(isSplit(await answeringNode())).toBe(false);
  });

  it("shows distributions when near, and draws an icicle", async () => {
    await studio.press("3");
    expect(await studio.page.locator(".minimap").count()).toBe(1);
    await studio.page.keyboard.press("f");
    await expect.poll(() => studio.page.locator(".minimap").count()).toBe(0);
    await studio.button("Icicle").click();
    await studio.settled();
  });

  it("explains an option that the library refuses, and keeps the tree", async () => {
    await studio.page.getByLabel("Max depth").fill("0");
    await studio.grow();
    expect(await studio.text("[role=alert]")).toContain("maxDepth");
    expect(await studio.text(".score")).toContain("Nodes");
  });

  it("does by the palette what keys do", async () => {
    const search = studio.page.getByRole("combobox", { name: "Search commands" });
    const command = async (words: string, key: string) => {
      await studio.page.keyboard.press("Control+k");
      await search.waitFor();
      await studio.page.keyboard.type(words);
      const first = studio.page.getByRole("listbox", { name: "Commands" }).getByRole("option").first();
      expect((await first.innerText()).toLowerCase()).toContain(words);
      if (words === "prune") expect(await studio.axeFaults({ within: ".palette" })).toEqual([]);
      await studio.press(key);
    };
    await studio.press("ArrowRight");
    await command("prune", "Enter");
    await studio.hasSize(editSync(grown, penguins.table, [{ kind: "prune", node: "0" }]));
    await command("undo", "Enter");
    await studio.hasSize(grown);
    await command("rules", "Escape");
    await expect.poll(() => search.count()).toBe(0);
  });

  it("walks along the pruning sequence with a slider, and keeps a step by its alpha", async () => {
    const unpruned = fitSync(penguins, { target, options: { prune: "none" } });
    const sequence = pruningSequence(unpruned);
    const last = sequence.rows.length - 1;
    await studio.choose({ judge: { kind: "folds", folds: 2 } });
    const change = () => studio.page.getByLabel("Change this node").count();
    const walk = async () => {
      await studio.button("Walk along the pruning sequence").click();
      await studio.settled();
      expect(await change()).toBe(0);
    };
    await walk();
    const slider = studio.page.getByLabel("Size of the tree");
    expect(await slider.getAttribute("max")).toBe(String(last));
    for (const step of [0, 2, last]) {
      await slider.fill(String(step));
      await studio.hasSize(pruneAt(unpruned, sequence, sequence.rows[step].alpha));
    }
    await studio.button("Back to the learner's choice").click();
    await studio.hasSize(grown);
    await walk();
    await slider.fill("2");
    await studio.button("Keep this tree").click();
    const options = { prune: "costComplexity", alpha: sequence.rows[2].alpha } as const;
    await studio.hasSize(fitSync(penguins, { target, options }));
    expect(await change()).toBe(1);
  });

  it("says that no split was good enough", async () => {
    await studio.choose({ judge: { kind: "folds", folds: 2 } });
    await studio.field("Min leaf").fill("300");
    await studio.grow();
    expect(await studio.text("[data-stump]")).toContain("the tree is its root");
  });
});

describeStudio("six questions", (bench) => {
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
  const answers = (number: number) => studio.text(`[data-answers="${number}"]`);

  it("set up a tree learner, whose tree is the library's, with its surrogates", async () => {
    studio = await bench.tree();
    await studio.choose({ judge: { kind: "folds", folds: 2 } });
    await studio.button("Six questions").click();
    expect(await answers(1)).toBe("subset · threshold");
    expect(await answers(4)).toBe("costComplexity · min");
    await question("Which test?");
    await studio.field("Criterion").selectOption("entropy");
    await question("When to stop?");
    await studio.field("Max depth").fill("2");
    await question("What about missing data?");
    await studio.field("Missing").selectOption("surrogate");
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
    await studio.field("Prune").selectOption("none");
    expect(await studio.axeFaults()).toEqual([]);
    expect(await studio.isTooWide()).toBe(false);
    await grow("cart", { prune: "none" });
  });
});

/** A tree of more than 20,000 nodes: two classes by chance, grown until every leaf is pure. */
function largeModel(): string {
  const attributes = { a: numbers("uniform"), b: numbers("uniform") };
  const table = randomTable({ seed: 7, rows: 30_000, attributes, classes: 2 });
  return JSON.stringify(modelJson(fitSync(table, { target: "y", options: { prune: "none" } })));
}

describeStudio("a tree of 20,000 nodes", (bench) => {
  const files = folder();

  beforeAll(async () => {
    studio = await bench.open({ file: files.put("large.json", largeModel()) });
  });

  const marks = async () => Number(await studio.stage.locator("[data-marks]").getAttribute("data-marks"));

  it("opens with its light subtrees closed", async () => {
    expect(await studio.stage.getAttribute("aria-label")).toMatch(/ [2-9]\d,\d{3} nodes$/);
    expect(await marks()).toBeGreaterThan(20);
    expect(await marks()).toBeLessThan(2000);
  });

  it("draws a few thousand marks at most, however many nodes are open", async () => {
    await studio.page.evaluate(() => globalThis.studio.setView({ collapsed: new Set() }));
    await studio.stage.focus();
    await studio.press("f");
    expect(await marks()).toBeGreaterThan(100);
    expect(await marks()).toBeLessThan(6000);
    for (const key of ["2", "1", "+", "-"]) {
      await studio.press(key);
      expect(await marks(), key).toBeLessThan(6000);
    }
    await studio.button("Icicle").click();
    await studio.settled();
    expect(await marks()).toBeLessThan(6000);
  });

  it("reaches its last node by a key, and finds nodes in it", async () => {
    await studio.button("Tree").last().click();
    await studio.stage.focus();
    await studio.page.keyboard.press("End");
    const last = await studio.stage.getAttribute("aria-activedescendant");
    expect(Number(last!.slice("node-".length))).toBeGreaterThan(20_000);
    // A screen reader is given the neighbourhood, not all of it.
    expect(await studio.stage.getByRole("treeitem").count()).toBeLessThan(120);
    await studio.page.keyboard.press("/");
    await studio.page.keyboard.type("leaves depth>20");
    expect(await studio.text("[data-found]")).toMatch(/^[\d,]+ matches$/);
  });
});
