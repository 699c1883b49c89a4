import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fitSync, modelJson, tableFrom } from "coppice";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, program, StudioPage } from "./browser.js";

if (program === undefined) console.log("large.test.ts: no Chromium found, so the studio is not opened");

/** A tree of more than 20,000 nodes: two classes by chance, grown until every leaf is pure. */
function largeModel(): string {
  const rows = 30_000;
  let state = 7;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const x = Float64Array.from({ length: rows }, next);
  const y = Float64Array.from({ length: rows }, next);
  const kind = Array.from({ length: rows }, () => (next() < 0.5 ? "a" : "b"));
  const model = fitSync(tableFrom({ x, y, kind }), { target: "kind", options: { prune: "none" } });
  return JSON.stringify(modelJson(model));
}

describe.skipIf(program === undefined)("a tree of 20,000 nodes", () => {
  let browser: Browser;
  let folder: string;
  let studio: StudioPage;

  beforeAll(async () => {
    browser = await launch();
    folder = mkdtempSync(join(tmpdir(), "coppice-studio-"));
    writeFileSync(join(folder, "large.json"), largeModel());
    studio = await StudioPage.open(browser, { file: join(folder, "large.json") });
  });
  afterAll(async () => {
    await studio?.close();
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const marks = () =>
    studio.page.evaluate(() => Number(document.querySelector<HTMLElement>(".stage canvas")!.dataset.marks));
  const stage = () => studio.page.getByRole("tree");

  it("opens with its light subtrees closed", async () => {
    expect(
      Number(/([\d,]+) nodes/.exec((await stage().getAttribute("aria-label"))!)![1].replace(",", "")),
    ).toBeGreaterThan(20_000);
    expect(await marks()).toBeGreaterThan(20);
    expect(await marks()).toBeLessThan(2000);
  });

  it("draws a few thousand marks at most, however many nodes are open", async () => {
    await studio.page.evaluate(() => {
      const { studio: own } = globalThis as unknown as { studio: { setView(change: object): void } };
      own.setView({ collapsed: new Set() });
    });
    await stage().focus();
    await studio.page.keyboard.press("f");
    await studio.settled();
    expect(await marks()).toBeGreaterThan(100);
    expect(await marks()).toBeLessThan(6000);
    for (const key of ["2", "1", "+", "-"]) {
      await studio.page.keyboard.press(key);
      await studio.settled();
      expect(await marks(), key).toBeLessThan(6000);
    }
    await studio.page.getByRole("button", { name: "Icicle" }).click();
    await studio.settled();
    expect(await marks()).toBeLessThan(6000);
  });

  it("reaches its last node by a key, and finds nodes in it", async () => {
    await studio.page.getByRole("button", { name: "Tree", exact: true }).last().click();
    await stage().focus();
    await studio.page.keyboard.press("End");
    const last = await stage().getAttribute("aria-activedescendant");
    expect(Number(last!.slice("node-".length))).toBeGreaterThan(20_000);
    // A screen reader is given the neighbourhood, not all of it.
    expect(await stage().getByRole("treeitem").count()).toBeLessThan(120);
    await studio.page.keyboard.press("/");
    await studio.page.keyboard.type("leaves depth>20");
    expect(await studio.text("[data-found]")).toMatch(/^[\d,]+ matches$/);
    expect(studio.faults).toEqual([]);
  });
});
