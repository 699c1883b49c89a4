import { fitSync, modelJson } from "coppice";
import { numbers, randomTable } from "coppice/testing";
import { beforeAll, expect, it } from "vitest";
import { folder } from "../../coppice/test/kit/folder.js";
import { describeStudio } from "./kit/describeStudio.js";
import type { StudioPage } from "./kit/studioPage.js";

/** A tree of more than 20,000 nodes: two classes by chance, grown until every leaf is pure. */
function largeModel(): string {
  const attributes = { a: numbers("uniform"), b: numbers("uniform") };
  const table = randomTable({ seed: 7, rows: 30_000, attributes, classes: 2 });
  return JSON.stringify(modelJson(fitSync(table, { target: "y", options: { prune: "none" } })));
}

describeStudio("a tree of 20,000 nodes", (bench) => {
  let studio: StudioPage;
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
