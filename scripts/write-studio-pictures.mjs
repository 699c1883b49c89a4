import { join } from "node:path";
import { serveStudio } from "../packages/coppice/dist/targets/studioServer.js";
import { findChromium } from "./lib/chromium.mjs";
import { root } from "./lib/root.mjs";

/** Takes the pictures of docs/studio.md: every screen, wide in both themes, and narrow. Build first. */
const { chromium } = await import("playwright-core");
const PENGUINS = join(root, "packages/studio/dist/samples/penguins.json");
const SIZES = { wide: { width: 1360, height: 850 }, narrow: { width: 400, height: 820 } };

const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ["--headless", "--no-sandbox", "--disable-gpu"],
});
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ["light", "dark"]) await shoot(size, viewport, colorScheme);
}
await browser.close();

async function shoot(size, viewport, colorScheme) {
  const server = await serveStudio({ file: PENGUINS });
  const page = await (await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" })).newPage();
  const take = async (name) => {
    await settled(page);
    await page.screenshot({ path: join(root, `docs/images/studio-${name}-${size}-${colorScheme}.png`) });
  };
  const go = async (screen) => {
    await page.getByRole("navigation").getByRole("button", { name: screen, exact: true }).click();
    await settled(page);
  };
  const grow = async (learner, options) => {
    await page.evaluate(
      async ([learner, options]) => {
        await globalThis.studio.choose({ learner, options });
        await globalThis.studio.grow();
      },
      [learner, options],
    );
    await settled(page);
  };
  await page.goto(`http://127.0.0.1:${server.port}/`);
  await take("welcome");
  await page.goto("about:blank");
  await page.goto(server.url);
  await take("data");
  await go("Tree");
  await page.getByRole("tree").focus();
  await page.keyboard.press("ArrowRight");
  await take("tree");
  if (size === "wide") {
    await page.keyboard.press("3");
    await take("near");
    await page.getByRole("button", { name: "Icicle" }).click();
    await take("icicle");
    await page.getByRole("button", { name: "Tree", exact: true }).last().click();
    await page.locator('[data-candidate="Island"]').click();
    await settled(page);
    await page.getByLabel("Change this node").scrollIntoViewIfNeeded();
    await take("edit");
    await page.getByRole("button", { name: "Undo" }).click();
    await settled(page);
    await page.getByText("Export", { exact: true }).click();
    await take("export");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await take("palette");
    await page.keyboard.press("Escape");
  }
  await argue(page, take);
  await go("Rules");
  await take("rules");
  await go("Understand");
  await page.getByRole("button", { name: "Explain" }).click();
  await take("understand");
  await viewPictures(page, take, go);
  await watchPictures(page, take, go);
  await judgePictures(page, take, go, grow, size);
  await page.context().close();
  await server.close();
}

/** Two columns: dots and a mosaic. */
async function viewPictures(page, take, go) {
  await go("Data");
  const pairs = page.getByLabel("Two columns");
  await page.getByRole("button", { name: /^Distribution of Beak Length/ }).click();
  await page.waitForSelector(".large svg");
  await take("column");
  await page.getByRole("button", { name: /^Distribution of Beak Length/ }).click();
  for (const [name, across, up] of [
    ["dots", "Flipper Length (mm)", "Beak Length (mm)"],
    ["mosaic", "Island", "Species"],
    ["boxes", "Species", "Body Mass (g)"],
  ]) {
    await page.getByLabel("Across").selectOption(across);
    await page.getByLabel("Up", { exact: true }).selectOption(up);
    await page.waitForTimeout(300);
    await pairs.scrollIntoViewIfNeeded();
    await take(name);
  }
}

/** A tree in the middle of its growth, and some lessons. */
async function watchPictures(page, take, go) {
  await go("Watch");
  for (let i = 0; i < 4; i++) await page.getByRole("button", { name: "Step", exact: true }).click();
  await page.waitForSelector("[data-gain]");
  await take("watch");
  for (const [lesson, step] of [
    ["tennis", 4],
    ["fruit", 3],
    ["rules", 2],
    ["pruning", 3],
    ["missing", 4],
    ["surrogates", 3],
    ["ripper", 2],
  ]) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `/lesson/${lesson}/${step}`);
    await page.waitForSelector(`[data-lesson="${lesson}"] > p`);
    await take(`lesson-${lesson}`);
  }
}

/** Rows held out, and a threshold that is being moved. */
async function argue(page, take) {
  await page.evaluate(async () => {
    await globalThis.studio.choose({ judge: { kind: "holdOut", validation: 0.25, test: 0.2 } });
    await globalThis.studio.grow();
  });
  await settled(page);
  const slider = page.getByRole("slider", { name: /^Threshold of/ });
  await slider.scrollIntoViewIfNeeded();
  const { x, y, width } = await slider.boundingBox();
  await page.mouse.move(x + width * 0.6, y + 60);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.45, y + 60, { steps: 4 });
  await take("argue");
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await page.evaluate(async () => {
    const { recipe } = globalThis.studio.store.get();
    globalThis.studio.store.set({ recipe: { ...recipe, judge: undefined } });
    await globalThis.studio.grow();
  });
  await settled(page);
}

/** Views that judge a model and compare runs, and the six questions. */
async function judgePictures(page, take, go, grow, size) {
  await go("Understand");
  for (const [label, name] of [
    ["Probabilities", "probabilities"],
    ["Decision regions", "regions"],
  ]) {
    if (name === "regions") {
      await grow("forest", { trees: 100 });
      await go("Understand");
    }
    await shown(page.getByLabel(label, { exact: true }));
    await take(name);
  }
  await shown(page.getByLabel("Member trees"));
  await take("members");
  await grow("c45", {});
  await grow("cart", { maxDepth: 2 });
  await go("Compare");
  await page.getByRole("button", { name: /^Compare \d/ }).click();
  await page.locator("[data-verdicts]").waitFor();
  await take("compare");
  await shown(page.getByLabel("Side by side"));
  await take("side-by-side");
  await go("Tree");
  if (size === "narrow") await page.getByRole("button", { name: "Learner", exact: true }).click();
  await page.getByRole("button", { name: "Six questions" }).click();
  await page.locator(".question").nth(2).locator("summary").first().click();
  await take("questions");
}

/** Scrolls to the top of a card, and waits for its chart. */
async function shown(card) {
  await card.evaluate((element) => element.scrollIntoView({ block: "start" }));
}

async function settled(page) {
  await page.waitForFunction(() => {
    const state = globalThis.studio?.store.get();
    return state?.model !== undefined && state.job === undefined && !state.validating;
  });
  await page.waitForTimeout(400);
}
