import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BlockRunner, blocksOfPage, compileBlocks, makeFolder } from "../../../scripts/lib/docs.mjs";
import { describeInBrowser } from "./kit/browser.js";

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html",
  js: "text/javascript",
  json: "application/json",
};

describeInBrowser("the page of docs/tutorial.md", (browser) => {
  let folder = "";
  beforeAll(async () => {
    folder = makeFolder();
    const needed = /to-csv|coppice fit|mkdir -p site|esbuild page\.mjs/;
    const all = blocksOfPage("docs/tutorial.md");
    const blocks = all.filter(({ mode, code }) => mode === "run" && needed.test(code));
    const complaint = await compileBlocks([{ folder, blocks }]);
    const runner = new BlockRunner();
    for (const block of blocks) {
      expect(complaint(folder, block)).toBeUndefined();
      const { code, output } = await runner.run(folder, block);
      expect(code, output).toBe(0);
    }
    runner.stop();
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("predicts and explains, and follows the form", async () => {
    const page = await browser().newPage();
    const errors: unknown[] = [];
    page.on("pageerror", (error) => errors.push(error));
    await page.route("http://site.test/**", (route) => {
      const { pathname } = new URL(route.request().url());
      const name = pathname === "/" ? "index.html" : pathname.slice(1);
      const contentType = TYPES[name.split(".").pop()!];
      if (contentType === undefined) return route.fulfill({ status: 404 });
      return route.fulfill({ contentType, body: readFileSync(join(folder, "site", name), "utf8") });
    });
    await page.goto("http://site.test/");
    await expect.poll(() => page.textContent("output"), { timeout: 20_000 }).toBe("Chinstrap (98%)");
    expect(await page.textContent("pre")).toContain("AND Island = Dream  THEN Chinstrap  (59 rows, 98%)");
    await page.fill('[name="Beak Length (mm)"]', "38");
    expect(await page.textContent("output")).toBe("Adelie (99%)");
    expect(errors).toEqual([]);
    await page.close();
  });
});
