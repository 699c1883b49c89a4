import { candidates, type Edit, editSync, parseWorkbook, replaySync, splitProfile } from "coppice/edit";
import { expect, it } from "vitest";
import { describeStudio } from "./kit/describeStudio.js";
import { grown, penguins, textOf } from "./kit/penguins.js";
import type { StudioPage } from "./kit/studioPage.js";

const { table } = penguins;
const edited = (...edits: readonly Edit[]) => editSync(grown, table, edits);

describeStudio("editing a tree", (bench) => {
  let studio: StudioPage;

  const open = async () => {
    studio = await bench.tree();
  };
  const steps = () => expect.poll(() => studio.page.getByLabel("History").getByRole("listitem").count());
  const slider = () => studio.page.getByRole("slider", { name: /^Threshold of Flipper/ });

  it("ranks the tests of a node as the library does, and splits by one", async () => {
    await open();
    await studio.press("ArrowRight");
    const ranked = candidates(grown, table, "0").candidates;
    const shown = studio.page.locator("[data-candidate]");
    const names = await shown.evaluateAll((all) => all.map((each) => each.dataset.candidate));
    expect(names).toEqual(ranked.map(({ attribute }) => attribute));
    await studio.page.locator('[data-candidate="Island"]').click();
    const { test } = ranked.find(({ attribute }) => attribute === "Island")!;
    const mine = edited({ kind: "split", node: "0", test });
    await studio.hasSize(mine);
    expect(await studio.savedText("model")).toBe(await textOf(mine));
  });

  /** Presses the mouse on the slider and moves it by parts of its width; gives the threshold that is shown. */
  async function drag(from: number, to: number): Promise<number> {
    await studio.page.locator(".gains").waitFor();
    const { x, y, width } = (await slider().boundingBox())!;
    await studio.page.mouse.move(x + width * from, y + 20);
    await studio.page.mouse.down();
    await studio.page.mouse.move(x + width * to, y + 20, { steps: 5 });
    return Number(await slider().getAttribute("aria-valuenow"));
  }

  const flipper = splitProfile(grown, table, "root", "Flipper Length (mm)");

  it("moves a threshold by the mouse, shows what would follow, and refits", async () => {
    await open();
    const threshold = await drag(0.6, 0.4);
    if (flipper.kind !== "numeric") throw new Error("a numeric attribute");
    expect(flipper.thresholds).toContain(threshold);
    // Rows with a value up to the threshold: the sum of the classes there.
    const at = flipper.values.findLastIndex((value) => value <= threshold);
    const left = flipper.sums.slice(at * 3, at * 3 + 3).reduce((sum, weight) => sum + weight, 0);
    expect(await studio.text("[data-branches]")).toContain(`≤ ${left} rows`);
    await studio.page.mouse.up();
    const mine = edited({ kind: "threshold", node: "root", threshold });
    await studio.hasSize(mine);
    expect(await studio.savedText("model")).toBe(await textOf(mine));
  });

  it("frees a threshold from the midpoints with Alt", async () => {
    await open();
    await studio.page.keyboard.down("Alt");
    const threshold = await drag(0.5, 0.4137);
    expect(flipper.kind === "numeric" && flipper.thresholds).not.toContain(threshold);
    await studio.page.mouse.up();
    await studio.page.keyboard.up("Alt");
    await studio.hasSize(edited({ kind: "threshold", node: "root", threshold }));
  });

  it("explains an edit that a lock forbids, and changes nothing", async () => {
    await open();
    await studio.press("l");
    await studio.stage.focus();
    await studio.press("p");
    expect(await studio.text("[role=alert]")).toContain("lock");
    await steps().toBe(2);
    await studio.hasSize(grown);
  });

  it("prunes, locks and regrows by keys; undoes and redoes all of it; keeps it over a reload", async () => {
    await open();
    const edits: Edit[] = [
      { kind: "prune", node: "0.0" },
      { kind: "lock", node: "0" },
      { kind: "regrow", node: "root" },
    ];
    for (const keys of [
      ["ArrowRight", "ArrowRight", "p"],
      ["ArrowLeft", "l"],
      ["Home", "r"],
    ]) {
      await studio.press(...keys);
      await studio.stage.focus();
    }
    await steps().toBe(4);
    const all = edited(...edits);
    await studio.hasSize(all);
    await studio.press("Control+z");
    await studio.press("Control+z");
    expect(await studio.savedText("model")).toBe(await textOf(edited(edits[0])));
    await studio.button("as grown").click();
    await studio.hasSize(grown);
    for (const _ of edits) {
      await studio.button("Redo").click();
      await studio.settled();
    }
    await expect.poll(async () => (await studio.kept())?.done).toBe(3);
    // Left again while it is opened: the edits are not in the tree yet, but must not be forgotten.
    await studio.page.reload();
    await studio.page.waitForFunction(() => globalThis.studio?.store.get().source !== undefined);
    await studio.page.reload();
    await studio.settled();
    await steps().toBe(4);
    await studio.hasSize(all);
    expect(await studio.savedText("model")).toBe(await textOf(all));
    const book = parseWorkbook(JSON.parse(await studio.savedText("workbook")));
    expect(await textOf(replaySync(book, table))).toBe(await textOf(all));
  });
});
