import {
  fitSync,
  importance,
  isSplit,
  pruneAt,
  pruningSequence,
  type ReadResult,
  sizeOf,
  type TreeModel,
} from "coppice";
import { crossValidate, predictTable, scoreOf, truthOf } from "coppice/evaluate";
import { beforeAll, expect, it } from "vitest";
import { describeStudio } from "./kit/describeStudio.js";
import { readPenguins } from "./kit/penguins.js";
import { type OpenOptions, PENGUINS, type StudioPage } from "./kit/studioPage.js";

const percent = (share: number, digits = 0) => `${(share * 100).toFixed(digits)}%`;

describeStudio("the tree screen", (bench) => {
  let studio: StudioPage;
  let read: ReadResult;
  let model: TreeModel;

  beforeAll(async () => {
    read = await readPenguins();
    model = fitSync(read, { target: "Species" });
  });

  async function open(options: OpenOptions = {}): Promise<void> {
    studio = await bench.open({ file: PENGUINS, reducedMotion: "no-preference", ...options });
    await studio.go("Tree");
  }

  const stage = () => studio.page.getByRole("tree");
  const active = () => stage().getAttribute("aria-activedescendant");
  const sentence = () => studio.text("[data-sentence]");

  it("has the model, the scores and the importance of the library", async () => {
    await open();
    const { nodes, leaves, depth } = sizeOf(model);
    const bar = (await studio.text(".score")).replaceAll("\n", " ");
    expect(bar).toContain(`Nodes ${nodes} Leaves ${leaves} Depth ${depth}`);
    const score = scoreOf(truthOf(model.target, read.table), predictTable(model, read.table));
    if (score.kind !== "classification") throw new Error("classes are predicted");
    expect(await studio.text("[data-score=train]")).toBe(percent(score.accuracy, 1));
    const estimate = await crossValidate(read, { target: "Species", folds: 10 });
    if (estimate.kind !== "classification") throw new Error("classes are predicted");
    const { low, high } = estimate.interval;
    const spread = `95% CI ${percent(low, 1)} to ${percent(high, 1)}`;
    expect(await studio.text("[data-score=validation]")).toBe(`${percent(estimate.accuracy, 1)} ${spread}`);
    const [[first, value]] = Object.entries(importance(model).values);
    const shown = (await studio.text("[data-importance]")).replaceAll("\n", " ");
    expect(shown.startsWith(`${first} ${percent(value)}`)).toBe(true);
    expect(await studio.axeFaults()).toEqual([]);
    expect(studio.faults).toEqual([]);
  });

  it("is walked by keys, and shows each node as the model has it", async () => {
    await open();
    await stage().focus();
    for (let node = 0; node < model.nodes.length; node++) {
      expect(await active()).toBe(`node-${node}`);
      const facts = model.nodes[node];
      if (!("counts" in facts)) throw new Error("classes are predicted");
      for (const [code, name] of model.target.levels!.entries()) {
        const shown = await studio.text(`[data-count="${name}"]`);
        expect(shown.split(" ")[0], `${name} at ${node}`).toBe(String(facts.counts[code]));
      }
      await studio.page.keyboard.press("ArrowDown");
    }
    expect(await active()).toBe(`node-${model.nodes.length - 1}`);
    await studio.page.keyboard.press("Home");
    expect(await active()).toBe("node-0");
  });

  it("says the path of a node in one sentence", async () => {
    await open();
    await stage().focus();
    await studio.page.keyboard.press("ArrowRight");
    await studio.page.keyboard.press("ArrowRight");
    await studio.page.keyboard.press("ArrowRight");
    await expect
      .poll(sentence)
      .toBe("If Flipper Length (mm) ≤ 206.5 and Beak Length (mm) ≤ 42.35 then Adelie, in 99% of 141 rows.");
    expect(await stage().getByRole("treeitem", { selected: true }).innerText()).toContain(
      "Beak Length (mm) ≤ 42.35",
    );
  });

  it("closes and opens subtrees, and leaves the selected node where it is", async () => {
    await open();
    const right = () => studio.page.locator("#node-1");
    await stage().focus();
    await studio.page.keyboard.press("ArrowRight");
    const before = await place(1);
    await studio.page.keyboard.press("ArrowLeft");
    expect(await right().getAttribute("aria-expanded")).toBe("false");
    expect(await place(1)).toEqual(before);
    await studio.page.keyboard.press("Enter");
    expect(await right().getAttribute("aria-expanded")).toBe("true");
    expect(await place(1)).toEqual(before);
  });

  /** Where a node other than the root is on the screen: clicks on a grid of points, until one selects it. */
  async function place(node: number): Promise<readonly [number, number] | undefined> {
    await stage().focus();
    await studio.page.keyboard.press("Home");
    await expect.poll(active).toBe("node-0");
    return studio.page.evaluate(async (wanted) => {
      const stage = document.querySelector<HTMLElement>(".stage")!;
      const box = stage.getBoundingClientRect();
      for (let y = 10; y < box.height; y += 8) {
        for (let x = 10; x < box.width; x += 40) {
          const at = { clientX: box.x + x, clientY: box.y + y };
          stage.dispatchEvent(new MouseEvent("click", { bubbles: true, ...at }));
          await new Promise((resolve) => setTimeout(resolve));
          if (stage.getAttribute("aria-activedescendant") === wanted) return [x, y] as const;
        }
      }
    }, `node-${node}`);
  }

  it("finds nodes by words and figures", async () => {
    await open();
    await stage().focus();
    await studio.page.keyboard.press("/");
    await studio.page.keyboard.type("leaves n<20");
    const few = model.nodes.filter((node) => !isSplit(node) && node.weight < 20).length;
    expect(await studio.text("[data-found]")).toBe(`${few} matches`);
    await studio.page.keyboard.press("Enter");
    const found = Number((await active())!.slice("node-".length));
    expect(isSplit(model.nodes[found])).toBe(false);
    expect(model.nodes[found].weight).toBeLessThan(20);
    await studio.page.keyboard.press("Escape");
    expect(await studio.page.locator("[data-found]").count()).toBe(0);
  });

  it("selects by click, and focuses a subtree by double click", async () => {
    await open();
    const box = (await stage().boundingBox())!;
    const middle = await studio.page.evaluate(
      () => document.querySelector<HTMLElement>(".stage canvas")!.dataset.marks,
    );
    expect(Number(middle)).toBeGreaterThan(model.nodes.length);
    const at = await place(2);
    expect(at).toBeDefined();
    await studio.page.mouse.dblclick(box.x + at![0], box.y + at![1]);
    await expect.poll(() => studio.text(".crumbs")).toContain("All rows");
    await studio.page.getByRole("button", { name: "All rows" }).click();
    expect(await studio.page.locator(".crumbs").count()).toBe(0);
  });

  it("lights the path of a row", async () => {
    await open();
    await studio.page.getByLabel("Rows of the node").getByRole("button", { name: "1", exact: true }).click();
    await expect.poll(() => studio.text(".crumbs")).toContain("Row 1: Adelie");
    const node = Number((await active())!.slice("node-".length));
    expect(isSplit(model.nodes[node])).toBe(false);
  });

  it("shows distributions when near, and draws an icicle", async () => {
    await open();
    await stage().focus();
    await studio.page.keyboard.press("3");
    await studio.settled();
    expect(await studio.page.locator(".minimap").count()).toBe(1);
    await studio.page.keyboard.press("f");
    await expect.poll(() => studio.page.locator(".minimap").count()).toBe(0);
    await studio.page.getByRole("button", { name: "Icicle" }).click();
    await studio.settled();
    expect(await studio.axeFaults()).toEqual([]);
    expect(studio.faults).toEqual([]);
  });

  it("learns again with other options, as the library does", async () => {
    await open();
    await studio.page.getByLabel("Max depth").fill("2");
    await studio.page.getByLabel("Criterion").selectOption("entropy");
    await studio.grow();
    const shallow = fitSync(read, { target: "Species", options: { maxDepth: 2, criterion: "entropy" } });
    const { nodes, leaves } = sizeOf(shallow);
    expect((await studio.text(".score")).replaceAll("\n", " ")).toContain(`Nodes ${nodes} Leaves ${leaves}`);
  });

  it("explains an option that the library refuses, and keeps the tree", async () => {
    await open();
    await studio.page.getByLabel("Max depth").fill("0");
    await studio.grow();
    expect(await studio.text("[role=alert]")).toContain("maxDepth");
    expect(await studio.text(".score")).toContain("Nodes");
  });

  it("walks along the pruning sequence with a slider", async () => {
    await open();
    await studio.page.getByRole("button", { name: "Walk along the pruning sequence" }).click();
    await studio.settled();
    const grown = fitSync(read, { target: "Species", options: { prune: "none" } });
    const sequence = pruningSequence(grown);
    const slider = studio.page.getByLabel("Size of the tree");
    expect(await slider.getAttribute("max")).toBe(String(sequence.rows.length - 1));
    await slider.focus();
    for (const step of [0, 2, sequence.rows.length - 1]) {
      await slider.fill(String(step));
      await studio.settled();
      const pruned = pruneAt(grown, sequence, sequence.rows[step].alpha);
      const { nodes } = sizeOf(pruned);
      await expect
        .poll(async () => (await studio.text(".score")).replaceAll("\n", " "))
        .toContain(`Nodes ${nodes} `);
    }
    await studio.page.getByRole("button", { name: "Back to the learner's choice" }).click();
    await studio.settled();
    expect((await studio.text(".score")).replaceAll("\n", " ")).toContain(`Nodes ${model.nodes.length} `);
  });

  it("says that no split was good enough", async () => {
    await open();
    await studio.page.getByLabel("Min leaf", { exact: true }).fill("300");
    await studio.grow();
    expect(await studio.text("[data-stump]")).toContain("the tree is its root");
    expect(studio.faults).toEqual([]);
  });

  it("is usable in a narrow window", async () => {
    await open({ viewport: { width: 390, height: 800 } });
    expect(await studio.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await studio.page.getByRole("button", { name: "Learner", exact: true }).click();
    expect(await studio.page.getByLabel("Max depth").isVisible()).toBe(true);
    expect(await studio.axeFaults()).toEqual([]);
  });

  it("has enough contrast in the dark", async () => {
    await open({ colorScheme: "dark" });
    expect(await studio.axeFaults()).toEqual([]);
  });
});
