import { fitSync, isSplit, type TreeModel } from "coppice";
import { candidates, nodePaths } from "coppice/edit";
import { expect, it } from "vitest";
import { folder } from "../../coppice/test/kit/folder.js";
import { isDeep } from "../../coppice/test/kit/length.js";
import { LESSONS } from "../src/lessons/index.js";
import { lessonAnswer } from "../src/work/lessonAnswer.js";
import type { Recipe } from "../src/work/protocol.js";
import { describeStudio } from "./kit/describeStudio.js";
import { FORMATS } from "./kit/formats.js";
import { penguins, grown as pruned, target } from "./kit/penguins.js";
import { NARROW, type OpenOptions, PENGUINS, type StudioPage } from "./kit/studioPage.js";

const grown = fitSync(penguins, { target, options: { prune: "none" } });
const splits = grown.nodes.filter(isSplit).length;

let studio: StudioPage;

describeStudio("watch it learn", (bench) => {
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
    const label = await studio.stage.getAttribute("aria-label");
    return Number(/([\d,]+) nodes?$/.exec(label!)![1]);
  };
  const step = () => studio.page.locator("[data-step]").getAttribute("data-step");

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
      await studio.button("Step").click();
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
    await studio.button("Play").click();
    await expect.poll(step).toBe(String(last));
    await expect.poll(() => studio.button("Play").isVisible()).toBe(true);
    await studio.page.keyboard.press(",");
    expect(await step()).toBe(String(last - 1));
    await studio.page.keyboard.press(".");
    expect(await step()).toBe(String(last));
    await studio.button("Back to the beginning").click();
    expect(await step()).toBe("0");
    await studio.stage.focus();
    await studio.page.keyboard.press("p");
    await expect.poll(() => studio.button("Pause").isVisible()).toBe(true);
    await studio.page.keyboard.press("p");
    await expect.poll(() => studio.button("Play").isVisible()).toBe(true);
  });

  it("keeps every node in its place while the tree grows", async () => {
    await watch();
    /** The first pixel with something on it: the root's. */
    const root = () =>
      studio.page.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>(".stage canvas")!;
        const { data, width } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
        const at = data.findIndex((alpha, i) => i % 4 === 3 && alpha > 0) >> 2;
        return { x: at % width, y: Math.floor(at / width) };
      });
    const before = await root();
    await studio.button("Step").click();
    await expect.poll(step).toBe("1");
    await studio.settled();
    const after = await root();
    expect(before.y).toBeGreaterThan(0);
    expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeLessThanOrEqual(2);
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
    await studio.button("Step").click();
    expect(await nodes()).toBe(3);
  });

  it("says why, where nothing can be watched", async () => {
    await watch({}, { learner: "forest", options: { trees: 3 } });
    const why = "only the growth of a single tree can be watched";
    await expect.poll(() => studio.text(".watch")).toContain(why);
  });
});

describeStudio("lessons", (bench) => {
  const files = folder();

  const goTo = (hash: string) =>
    studio.page.evaluate((to) => {
      location.hash = to;
    }, hash);
  const stepText = () => studio.text(".lesson-step");

  /** The step of a lesson that axe looks at in a normal run: together they have all parts. */
  const LOOKED: Readonly<Record<string, number>> = { tennis: 2, missing: 0, pruning: 4, ripper: 1 };

  it.each(LESSONS)(
    "$id: the page says in every step what the library answers here",
    async ({ id, steps }) => {
      studio = await bench.open({ colorScheme: "dark", viewport: NARROW });
      await goTo(`/lesson/${id}`);
      for (const [at, step] of steps.entries()) {
        await studio.page.waitForSelector(`[data-lesson="${id}"][data-at="${at}"] > p`);
        const found = lessonAnswer(step.ask);
        const text = await studio.flat(".lesson-step");
        expect(text).toContain(step.title);
        for (const line of [...step.say(found), ...(step.formula?.(found) ?? [])])
          expect(text).toContain(line.replaceAll("*", "").replaceAll(/\s+/g, " "));
        for (const { gain } of step.show?.gains === "candidates" ? found.candidates! : [])
          expect(text).toContain(gain.toFixed(3));
        expect(await studio.page.locator(".lesson-table tbody tr").count()).toBe(found.page.rows.length);
        expect(await studio.isTooWide()).toBe(false);
        if (isDeep || LOOKED[id] === at) expect(await studio.axeFaults(), `${id} ${at}`).toEqual([]);
        if (at + 1 < steps.length) await studio.button("Next").click();
      }
    },
  );

  it("are linked to by their addresses, the way back works, and the open table stays as it is", async () => {
    studio = await bench.open({ file: files.put("t.csv", FORMATS["t.csv"]()) });
    await studio.go("Watch");
    await studio.page.getByRole("button", { name: /^Which question first/ }).click();
    await studio.button("Next").click();
    await expect.poll(() => new URL(studio.page.url()).hash).toBe("#/lesson/tennis/2");
    await studio.page.reload();
    await studio.settled();
    await expect.poll(stepText).toContain("How mixed are they?");
    await studio.page.keyboard.press("Tab");
    await studio.page.locator(".steps button").first().focus();
    await studio.page.keyboard.press(".");
    await expect.poll(stepText).toContain("Try Outlook");
    expect(await studio.axeFaults()).toEqual([]);
    await studio.go("Tree");
    // The open table is as it was.
    expect(await studio.stage.getAttribute("aria-label")).toContain("Tree of kind");
    expect(new URL(studio.page.url()).hash).toBe("#/tree");
    await studio.page.goBack();
    await expect.poll(stepText).toContain("Try Outlook");
    await goTo("/lesson/unknown");
    await expect.poll(() => studio.text("main")).toContain("There is no lesson of this name");
  });
});
