import { fitSync, modelJson, tableFrom } from "coppice";
import { beforeAll, expect, it } from "vitest";
import { folder } from "../../coppice/test/kit/folder.js";
import { describeStudio } from "./kit/describeStudio.js";
import type { StudioPage } from "./kit/studioPage.js";

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

describeStudio("a tree of 20,000 nodes", (bench) => {
  let studio: StudioPage;
  const files = folder();

  beforeAll(async () => {
    studio = await bench.open({ file: files.put("large.json", largeModel()) });
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
    await studio.page.evaluate(() => globalThis.studio.setView({ collapsed: new Set() }));
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
