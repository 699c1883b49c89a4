import { join } from "node:path";
import { serveStudio } from "../packages/coppice/dist/targets/studioServer.js";
import { findChromium } from "./lib/chromium.mjs";
import { root } from "./lib/root.mjs";
import { screens, settled } from "./lib/studioPictures.mjs";

/** Takes the pictures of docs/studio.md: every view, wide and narrow, in both themes. Build first. */
const { chromium } = await import("playwright-core");
const PENGUINS = join(root, "packages/studio/dist/samples/penguins.json");
const SIZES = { wide: { width: 1360, height: 850 }, narrow: { width: 400, height: 820 } };
/** Only these screens, if any are named: `npm run studio-pictures -- watch lessons`. */
const wanted = process.argv.slice(2);

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
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const take = async (name) => {
    await settled(page);
    await page.screenshot({ path: join(root, `docs/images/studio-${name}-${size}-${colorScheme}.png`) });
  };
  const go = async (screen) => {
    const tabs = page.getByRole("navigation", { name: "Screens" });
    await tabs.getByRole("button", { name: screen, exact: true }).click();
    await settled(page);
  };
  const welcome = `http://127.0.0.1:${server.port}/`;
  for (const [name, shootScreen] of Object.entries(screens)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await page.goto("about:blank");
    await page.goto(name === "welcome" ? welcome : server.url);
    await settled(page);
    await shootScreen({ page, take, go, isWide: size === "wide" });
  }
  await context.close();
  await server.close();
}
