import { fitSync, isSplit, type TreeModel } from "coppice";
import { candidates, nodePaths } from "coppice/edit";
import { expect, it } from "vitest";
import type { Recipe } from "../src/work/protocol.js";
import { describeStudio } from "./kit/describeStudio.js";
import { penguins, grown as pruned, target } from "./kit/penguins.js";
import { type OpenOptions, PENGUINS, type StudioPage } from "./kit/studioPage.js";

const grown = fitSync(penguins, { target, options: { prune: "none" } });
const splits = grown.nodes.filter(isSplit).length;

describeStudio("watch it learn", (bench) => {
  let studio: StudioPage;

  /** The growth of the first tree, or of one that was learned by another recipe. */
  const watch = async (options: OpenOptions = {}, recipe: Partial<Recipe> = {}) => {
    studio = await bench.open({ file: PENGUINS, ...options });
    await studio.page.evaluate((change) => {
      const { store } = globalThis.studio;
      store.set({ grownBy: { ...store.get().grownBy!, ...change } });
    }, recipe);
    await studio.go("Watch");
  };
  const gains = () =>
    studio.page.locator("[data-gain]").evaluateAll((all) => all.map((each) => Number(each.dataset.gain)));
  const found = (model: TreeModel, path: string) =>
    candidates(model, penguins.table, path, { limit: 12 }).candidates;
  const nodes = async () => {
    const label = await studio.page.getByRole("tree").getAttribute("aria-label");
    return Number(/([\d,]+) nodes?$/.exec(label!)![1]);
  };
  const step = () => studio.page.locator("[data-step]").getAttribute("data-step");
  const button = (name: string) => studio.page.getByRole("button", { name, exact: true });

  it("has the library's candidates at every node, in the order of the learner", async () => {
    await watch();
    const paths = nodePaths(grown);
    const order = grown.nodes.flatMap((node, i) => (isSplit(node) ? [i] : []));
    expect(await studio.text(".watch-head")).toContain("depth first");
    for (const [at, node] of order.slice(0, 4).entries()) {
      const wanted = found(grown, paths[node]);
      await expect.poll(gains).toEqual(wanted.map(({ gain }) => gain));
      const first = await studio.text(".contest li.best .text");
      expect(first).toBe(wanted[0].text.replace("<=", "≤").replace("!=", "≠"));
      // Two branches at every node, so that many nodes are shown.
      expect(await nodes()).toBe(1 + 2 * at);
      await button("Step").click();
    }
  });

  it("ends with the pruned tree", async () => {
    await watch();
    await studio.page.getByRole("slider", { name: "Step" }).focus();
    await studio.page.keyboard.press("End");
    expect(await step()).toBe(String(splits + 1));
    expect(await studio.text("[data-words]")).toContain("Pruned");
    expect(await nodes()).toBe(pruned.nodes.length);
    await studio.page.keyboard.press("ArrowLeft");
    expect(await studio.text("[data-words]")).toBe("Grown");
    expect(await nodes()).toBe(grown.nodes.length);
    await studio.page.keyboard.press("Home");
    expect(await nodes()).toBe(1);
  });

  it("plays, pauses and steps by keys", async () => {
    const options = { maxDepth: 2, prune: "none" } as const;
    await watch({ reducedMotion: "no-preference" }, { options });
    const last = fitSync(penguins, { target, options }).nodes.filter(isSplit).length;
    await studio.page.getByLabel("Speed").selectOption("fast");
    await button("Play").click();
    await expect.poll(step).toBe(String(last));
    await expect.poll(() => button("Play").isVisible()).toBe(true);
    await studio.page.keyboard.press(",");
    expect(await step()).toBe(String(last - 1));
    await studio.page.keyboard.press(".");
    expect(await step()).toBe(String(last));
    await button("Back to the beginning").click();
    expect(await step()).toBe("0");
    await studio.page.getByRole("tree").focus();
    await studio.page.keyboard.press("p");
    await expect.poll(() => button("Pause").isVisible()).toBe(true);
    await studio.page.keyboard.press("p");
    await expect.poll(() => button("Play").isVisible()).toBe(true);
  });

  it("keeps every node in its place while the tree grows", async () => {
    await watch();
    /** The first row of pixels with something on it, and the middle of what is there: the root. */
    const root = () =>
      studio.page.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>(".stage canvas")!;
        const { data, width } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
        for (let y = 0; y < canvas.height; y++) {
          const drawn: number[] = [];
          for (let x = 0; x < width; x++) if (data[(y * width + x) * 4 + 3] > 0) drawn.push(x);
          if (drawn.length > 0) return { y, x: drawn[drawn.length >> 1] };
        }
        throw new Error("nothing is drawn");
      });
    const before = await root();
    await button("Step").click();
    await expect.poll(step).toBe("1");
    await studio.settled();
    const after = await root();
    expect(Math.abs(after.y - before.y)).toBeLessThanOrEqual(2);
    expect(Math.abs(after.x - before.x)).toBeLessThanOrEqual(2);
  });

  it("follows the order that the options ask for, and names the measure", async () => {
    const options = { maxLeaves: 4, prune: "none", criterion: "entropy" } as const;
    await watch({}, { options });
    await expect.poll(() => studio.text(".watch-head")).toContain("best first");
    const model = fitSync(penguins, { target, options });
    await expect.poll(gains).toEqual(found(model, "root").map(({ gain }) => gain));
    expect(await studio.text(".division")).toContain("Gain in bits");
  });

  it("shows a tree that is found as a whole from the top", async () => {
    await watch({}, { learner: "optimalTree", options: { maxDepth: 2 } });
    await expect.poll(() => studio.text(".watch-head")).toContain("finds its tree as a whole");
    expect(await studio.text(".division")).toContain("no gains to show");
    expect(await nodes()).toBe(1);
    await button("Step").click();
    expect(await nodes()).toBe(3);
  });

  it("says why, where nothing can be watched", async () => {
    await watch({}, { learner: "forest", options: { trees: 3 } });
    const why = "only the growth of a single tree can be watched";
    await expect.poll(() => studio.text(".watch")).toContain(why);
  });
});
