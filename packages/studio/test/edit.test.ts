import { fitSync, type ReadResult, saveModel, sizeOf, type TreeModel } from "coppice";
import { candidates, type Edit, editSync, parseWorkbook, replaySync, splitProfile } from "coppice/edit";
import { beforeAll, expect, it } from "vitest";
import { describeStudio } from "./kit/describeStudio.js";
import { readPenguins } from "./kit/penguins.js";
import { PENGUINS, type StudioPage } from "./kit/studioPage.js";

describeStudio("editing a tree", (bench) => {
  let studio: StudioPage;
  let read: ReadResult;
  let grown: TreeModel;

  beforeAll(async () => {
    read = await readPenguins();
    grown = fitSync(read, { target: "Species" });
  });

  async function open(): Promise<void> {
    studio = await bench.open({ file: PENGUINS });
    await studio.go("Tree");
    await stage().focus();
  }

  const stage = () => studio.page.getByRole("tree");
  const history = () => studio.page.getByLabel("History");

  async function textOf(model: TreeModel): Promise<string> {
    return new TextDecoder().decode(await saveModel(model, { format: "json", gzip: false }));
  }

  async function sizeShown(model: TreeModel): Promise<void> {
    const { nodes, leaves } = sizeOf(model);
    await expect
      .poll(async () => (await studio.text(".score")).replaceAll("\n", " "))
      .toContain(`Nodes ${nodes} Leaves ${leaves} `);
  }

  it("ranks the tests of a node as the library does, and splits by one", async () => {
    await open();
    await studio.page.keyboard.press("ArrowRight");
    const ranked = candidates(grown, read.table, "0").candidates;
    const shown = studio.page.locator("[data-candidate]");
    await expect.poll(() => shown.count()).toBe(ranked.length);
    const names = await shown.evaluateAll((all) =>
      all.map((each) => (each as HTMLElement).dataset.candidate),
    );
    expect(names).toEqual(ranked.map(({ attribute }) => attribute));
    await studio.page.locator('[data-candidate="Island"]').click();
    await studio.settled();
    const { test } = ranked.find(({ attribute }) => attribute === "Island")!;
    const mine = editSync(grown, read.table, [{ kind: "split", node: "0", test }]);
    await sizeShown(mine);
    expect(await studio.savedText("model")).toBe(await textOf(mine));
    expect(await studio.axeFaults()).toEqual([]);
    expect(studio.faults).toEqual([]);
  });

  it("moves a threshold by the mouse, shows what would follow, and refits", async () => {
    await open();
    const slider = studio.page.getByRole("slider", { name: /^Threshold of Flipper/ });
    const box = (await slider.boundingBox())!;
    await studio.page.mouse.move(box.x + box.width * 0.6, box.y + 20);
    await studio.page.mouse.down();
    await studio.page.mouse.move(box.x + box.width * 0.4, box.y + 20, { steps: 5 });
    const profile = splitProfile(grown, read.table, "root", "Flipper Length (mm)");
    if (profile.kind !== "numeric") throw new Error("a numeric attribute");
    const at = Number(await slider.getAttribute("aria-valuenow"));
    expect(profile.thresholds).toContain(at);
    // Rows with a value up to the threshold: the sum of the classes there.
    const place = profile.values.findLastIndex((value) => value <= at);
    const left = profile.sums.slice(place * 3, place * 3 + 3).reduce((sum, weight) => sum + weight, 0);
    expect(await studio.text("[data-branches]")).toContain(`≤ ${left} rows`);
    await studio.page.mouse.up();
    await studio.settled();
    const mine = editSync(grown, read.table, [{ kind: "threshold", node: "root", threshold: at }]);
    await sizeShown(mine);
    expect(await studio.savedText("model")).toBe(await textOf(mine));
  });

  it("moves a threshold by keys", async () => {
    await open();
    const slider = studio.page.getByRole("slider", { name: /^Threshold of Flipper/ });
    await slider.focus();
    await expect
      .poll(async () => {
        await slider.press("ArrowRight");
        return studio.page.locator("[data-branches]").count();
      })
      .toBe(1);
    const at = Number(await slider.getAttribute("aria-valuenow"));
    await slider.press("Enter");
    await studio.settled();
    await sizeShown(editSync(grown, read.table, [{ kind: "threshold", node: "root", threshold: at }]));
  });

  it("prunes, locks and regrows by keys; undoes and redoes all of it; keeps it over a reload", async () => {
    await open();
    const press = async (...keys: string[]) => {
      for (const key of keys) await studio.page.keyboard.press(key);
      await studio.settled();
      await stage().focus();
    };
    await press("ArrowRight", "ArrowRight", "p");
    await press("ArrowLeft", "l");
    await press("Home", "r");
    const edits: Edit[] = [
      { kind: "prune", node: "0.0" },
      { kind: "lock", node: "0" },
      { kind: "regrow", node: "root" },
    ];
    await expect.poll(() => history().getByRole("listitem").count()).toBe(4);
    const all = editSync(grown, read.table, edits);
    await sizeShown(all);
    await studio.page.keyboard.press("Control+z");
    await studio.settled();
    await studio.page.keyboard.press("Control+z");
    await studio.settled();
    const one = editSync(grown, read.table, edits.slice(0, 1));
    expect(await studio.savedText("model")).toBe(await textOf(one));
    await studio.page.getByRole("button", { name: "as grown" }).click();
    await studio.settled();
    await sizeShown(grown);
    for (let i = 0; i < 3; i++) {
      await studio.page.getByRole("button", { name: "Redo" }).click();
      await studio.settled();
    }
    await expect.poll(async () => (await studio.kept())?.done, { timeout: 5000 }).toBe(3);
    // Left again while it is opened: the edits are not in the tree yet, but must not be forgotten.
    await studio.page.reload();
    await studio.page.waitForFunction(() => globalThis.studio?.store.get().source !== undefined);
    await studio.page.reload();
    await studio.settled();
    await expect.poll(() => history().getByRole("listitem").count(), { timeout: 20_000 }).toBe(4);
    await sizeShown(all);
    expect(await studio.savedText("model")).toBe(await textOf(all));
    const book = parseWorkbook(JSON.parse(await studio.savedText("workbook")));
    expect(await textOf(replaySync(book, read.table))).toBe(await textOf(all));
    expect(studio.faults).toEqual([]);
  });

  it("explains an edit that a lock forbids, and changes nothing", async () => {
    await open();
    await studio.page.keyboard.press("l");
    await studio.settled();
    await stage().focus();
    await studio.page.keyboard.press("p");
    await studio.settled();
    expect(await studio.text("[role=alert]")).toContain("lock");
    await expect.poll(() => history().getByRole("listitem").count()).toBe(2);
    await sizeShown(grown);
  });

  it("saves a picture and a report", async () => {
    await open();
    expect(await studio.savedText("svg")).toMatch(/^<svg[\s\S]*Flipper Length/);
    expect(await studio.savedText("report")).toMatch(/^<!doctype html>/i);
  });

  it("keeps a step of the pruning sequence by its alpha, and edits it", async () => {
    await open();
    await studio.page.getByRole("button", { name: "Walk along the pruning sequence" }).click();
    await studio.settled();
    expect(await studio.page.getByLabel("Change this node").count()).toBe(0);
    await studio.page.getByRole("button", { name: "Keep this tree" }).click();
    await studio.settled();
    expect(await studio.page.getByLabel("Change this node").count()).toBe(1);
  });
});
