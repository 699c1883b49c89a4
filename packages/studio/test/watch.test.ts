import { fitSync, isSplit, type ReadResult, type TreeModel } from "coppice";
import { candidates, nodePaths } from "coppice/edit";
import { beforeAll, expect, it } from "vitest";
import { describeStudio } from "./kit/describeStudio.js";
import { readPenguins } from "./kit/penguins.js";
import { NARROW, type OpenOptions, PENGUINS, type StudioPage } from "./kit/studioPage.js";

describeStudio("watch it learn", (bench) => {
  let studio: StudioPage;
  let read: ReadResult;
  let grown: TreeModel;
  let pruned: TreeModel;

  beforeAll(async () => {
    read = await readPenguins();
    grown = fitSync(read, { target: "Species", options: { prune: "none" } });
    pruned = fitSync(read, { target: "Species" });
  });

  const watch = async (options: OpenOptions = {}) => {
    studio = await bench.open({ file: PENGUINS, ...options });
    await studio.go("Watch");
    await studio.page.waitForSelector("[data-gain]");
  };
  const splits = (model: TreeModel) => model.nodes.filter(isSplit).length;
  const gains = () =>
    studio.page.locator("[data-gain]").evaluateAll((all) => all.map((each) => Number(each.dataset.gain)));
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
      const found = candidates(grown, read.table, paths[node], { limit: 12 }).candidates;
      await expect.poll(gains).toEqual(found.map(({ gain }) => gain));
      const first = await studio.text(".contest li.best .text");
      expect(first).toBe(found[0].text.replace("<=", "≤").replace("!=", "≠"));
      // Two branches at every node, so that many nodes are shown.
      expect(await nodes()).toBe(1 + 2 * at);
      await button("Step").click();
    }
    expect(await studio.axeFaults()).toEqual([]);
    expect(studio.faults).toEqual([]);
  });

  it("ends with the pruned tree", async () => {
    await watch();
    const scrubber = studio.page.getByRole("slider", { name: "Step" });
    await scrubber.focus();
    await studio.page.keyboard.press("End");
    expect(await step()).toBe(String(splits(grown) + 1));
    expect(await studio.text("[data-words]")).toContain("Pruned");
    expect(await nodes()).toBe(pruned.nodes.length);
    await studio.page.keyboard.press("ArrowLeft");
    expect(await studio.text("[data-words]")).toBe("Grown");
    expect(await nodes()).toBe(grown.nodes.length);
    await studio.page.keyboard.press("Home");
    expect(await nodes()).toBe(1);
    expect(studio.faults).toEqual([]);
  });

  it("plays, pauses and steps by keys", async () => {
    await watch({ reducedMotion: "no-preference" });
    await studio.page.getByLabel("Speed").selectOption("fast");
    await button("Play").click();
    await expect.poll(step, { timeout: 15_000 }).toBe(String(splits(grown) + 1));
    await expect.poll(() => button("Play").isVisible()).toBe(true);
    await studio.page.keyboard.press(",");
    expect(await step()).toBe(String(splits(grown)));
    await studio.page.keyboard.press(".");
    expect(await step()).toBe(String(splits(grown) + 1));
    await button("Back to the beginning").click();
    expect(await step()).toBe("0");
    await studio.page.getByLabel("Speed").focus();
    await button("Step back").isDisabled();
    await studio.page.getByRole("tree").focus();
    await studio.page.keyboard.press("p");
    await expect.poll(() => button("Pause").isVisible()).toBe(true);
    await studio.page.keyboard.press("p");
    await expect.poll(() => button("Play").isVisible()).toBe(true);
    expect(studio.faults).toEqual([]);
  });

  it("keeps every node in its place while the tree grows", async () => {
    await watch();
    const middle = () =>
      studio.page.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>(".stage canvas")!;
        const ctx = canvas.getContext("2d")!;
        const { data, width } = ctx.getImageData(0, 0, canvas.width, canvas.height);
        // The first row of pixels with something on it, and the middle of what is there: the root.
        for (let y = 0; y < canvas.height; y++) {
          const drawn: number[] = [];
          for (let x = 0; x < width; x++) if (data[(y * width + x) * 4 + 3] > 0) drawn.push(x);
          if (drawn.length > 0) return [y, drawn[drawn.length >> 1]];
        }
        return [];
      });
    const before = await middle();
    await button("Step").click();
    await expect.poll(step).toBe("1");
    await studio.settled();
    const after = await middle();
    expect(Math.abs(after[0] - before[0])).toBeLessThanOrEqual(2);
    expect(Math.abs(after[1] - before[1])).toBeLessThanOrEqual(2);
  });

  const learnBy = async (learner: string, options: object = {}) => {
    studio = await bench.open({ file: PENGUINS });
    await studio.page.evaluate((change) => globalThis.studio.choose(change), { learner, options });
    await studio.page.evaluate(() => globalThis.studio.grow());
    await studio.settled();
    await studio.go("Watch");
  };

  it("follows the order that the options ask for, and names the measure", async () => {
    const options = { maxLeaves: 4, prune: "none", criterion: "entropy" } as const;
    await learnBy("cart", options);
    await expect.poll(() => studio.text(".watch-head")).toContain("best first");
    const model = fitSync(read, { target: "Species", options });
    await expect
      .poll(gains)
      .toEqual(candidates(model, read.table, "root", { limit: 12 }).candidates.map(({ gain }) => gain));
    expect(await studio.text(".division")).toContain("Gain in bits");
    expect(studio.faults).toEqual([]);
  });

  it("shows a tree that is found as a whole from the top", async () => {
    await learnBy("optimalTree", { maxDepth: 2 });
    await expect.poll(() => studio.text(".watch-head")).toContain("finds its tree as a whole");
    expect(await studio.text(".division")).toContain("no gains to show");
    expect(await nodes()).toBe(1);
    await button("Step").click();
    expect(await nodes()).toBe(3);
    expect(await studio.axeFaults()).toEqual([]);
    expect(studio.faults).toEqual([]);
  });

  it("says why, where nothing can be watched", async () => {
    await learnBy("forest", { trees: 3 });
    await expect
      .poll(() => studio.text(".watch"))
      .toContain("only the growth of a single tree can be watched");
    expect(studio.faults).toEqual([]);
  });

  it.each([
    ["dark", { colorScheme: "dark" }],
    ["narrow", { viewport: NARROW }],
  ] as const)("has no fault that axe finds: %s", async (_, context) => {
    await watch(context);
    await button("Step").click();
    await studio.page.waitForSelector("[data-gain]");
    expect(await studio.axeFaults()).toEqual([]);
    expect(await studio.isTooWide()).toBe(false);
  });

  it("grows the tree of the first page, at once if less motion is wanted", async () => {
    const drawn = () =>
      studio.page.evaluate(() => Number(document.querySelector<HTMLElement>(".stage canvas")!.dataset.marks));
    const wanted = 2 * pruned.nodes.length - 1;
    for (const reducedMotion of ["no-preference", "reduce"] as const) {
      studio = await bench.visit({ reducedMotion });
      await studio.page.waitForSelector("[data-grown=true]", { timeout: 20_000 });
      await expect.poll(drawn).toBe(wanted);
    }
  });
});
