import { cutAt, fitSync, isSplit, type TreeModel } from "coppice";
import {
  candidates,
  type Edit,
  editSync,
  nodeAt,
  nodeCounts,
  nodePaths,
  parseEdits,
  parseWorkbook,
  profileCut,
  replaySync,
  splitProfile,
} from "coppice/edit";
import { wilson } from "coppice/evaluate";
import { beforeEach, expect, it } from "vitest";
import { partsOf } from "../src/work/parts.js";
import { describeStudio } from "./kit/describeStudio.js";
import { grown, penguins, scoreOn, target, textOf } from "./kit/penguins.js";
import type { StudioPage } from "./kit/studioPage.js";

const { table } = penguins;
const edited = (...edits: readonly Edit[]) => editSync(grown, table, edits);
const ranked = candidates(grown, table, "0").candidates;
const { test } = ranked.find(({ attribute }) => attribute === "Island")!;
const byIsland = edited({ kind: "split", node: "0", test });

const percent = (share: number, digits = 1) => `${(share * 100).toFixed(digits)}%`;
const accuracyOn = (model: TreeModel, rows = table) => scoreOn(model, rows).accuracy;

/** How a change of accuracy is shown. */
const changeOf = (change: number) =>
  Math.abs(change) < 5e-5 ? "no change" : `${change > 0 ? "▲" : "▼"} ${percent(Math.abs(change))}`;

/** The tree with the branches of a node as leaves. */
function withLeaves(model: TreeModel, path: string): TreeModel {
  const node = model.nodes[nodeAt(model, path)];
  return isSplit(node) ? cutAt(model, node.branches) : model;
}

describeStudio("editing a tree", (bench) => {
  let studio: StudioPage;

  beforeEach(async () => {
    studio = await bench.tree();
  });

  const shown = (selector: string) => expect.poll(() => studio.flat(selector));
  const chip = (name: RegExp) => studio.field("Branches").getByRole("button", { name });
  const candidate = (name?: string) =>
    studio.page.locator(name === undefined ? "[data-candidate]" : `[data-candidate="${name}"]`);
  const forbid = async () => {
    await studio.button("Forbid").click();
    await studio.settled();
  };
  const steps = () => expect.poll(() => studio.page.getByLabel("History").getByRole("listitem").count());
  const slider = () => studio.page.getByRole("slider", { name: /^Threshold of Flipper/ });

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
    await studio.page.keyboard.down("Alt");
    const threshold = await drag(0.5, 0.4137);
    expect(flipper.kind === "numeric" && flipper.thresholds).not.toContain(threshold);
    await studio.page.mouse.up();
    await studio.page.keyboard.up("Alt");
    await studio.hasSize(edited({ kind: "threshold", node: "root", threshold }));
  });

  it("explains an edit that a lock forbids, and changes nothing", async () => {
    await studio.press("l");
    await studio.stage.focus();
    await studio.press("p");
    expect(await studio.text("[role=alert]")).toContain("lock");
    await steps().toBe(2);
    await studio.hasSize(grown);
  });

  it("ranks the tests of a node as the library does, and splits by one", async () => {
    await studio.press("ArrowRight");
    const shown = await candidate().evaluateAll((all) => all.map((each) => each.dataset.candidate));
    expect(shown).toEqual(ranked.map(({ attribute }) => attribute));
    await candidate("Island").click();
    await studio.hasSize(byIsland);
    expect(await studio.savedText("model")).toBe(await textOf(byIsland));
  });

  it("moves a level to the other branch by the mouse; counts, gain and score follow as the library has them", async () => {
    await studio.press("ArrowRight");
    await candidate("Island").click();
    await studio.settled();
    const from = (await chip(/^Torgersen/).boundingBox())!;
    const to = (await studio.page.locator("[data-zone='1']").boundingBox())!;
    await studio.page.mouse.move(from.x + 10, from.y + 10);
    await studio.page.mouse.down();
    await studio.page.mouse.move(to.x + 30, to.y + to.height - 8, { steps: 6 });
    const profile = splitProfile(byIsland, table, "0", "Island");
    if (profile.kind !== "levels") throw new Error("levels");
    const cut = profileCut(profile, { left: [profile.levels.indexOf("Biscoe")] });
    const rows = (sums: Float64Array) => sums.reduce((sum, weight) => sum + weight, 0);
    const mine = editSync(byIsland, table, [{ kind: "levels", node: "0", levels: ["Torgersen"], to: 1 }]);
    const score = accuracyOn(withLeaves(mine, "0"));
    const change = changeOf(score - accuracyOn(withLeaves(byIsland, "0")));
    await shown("[data-branches]").toContain(`Biscoe ${rows(cut.left)} rows`);
    const draft = await studio.flat("[data-branches]");
    expect(draft).toContain(`Dream, Torgersen ${rows(cut.right)} rows`);
    expect(draft).toContain(`gain ${Number(cut.gain!.toPrecision(4))}`);
    expect(draft).toContain(`training accuracy ${percent(score)} ${change}`);
    expect(await studio.flat("[data-score=considered]")).toBe(`${percent(score)} ${change}`);
    await studio.page.mouse.up();
    await studio.hasSize(mine);
    expect(await studio.savedText("model")).toBe(await textOf(mine));
  });

  it("moves missing values by keys, and leaves them where they were with Escape", async () => {
    const missing = chip(/^missing/);
    const isIn = (branch: number) =>
      expect.poll(() => missing.getAttribute("aria-label")).toContain(`in branch ${branch}`);
    for (const key of ["Escape", "Enter"]) {
      await missing.focus();
      await missing.press("ArrowRight");
      await isIn(2);
      await missing.press(key);
      if (key === "Escape") await isIn(1);
    }
    const mine = edited({ kind: "missing", node: "root", to: 1 });
    await studio.hasSize(mine);
    expect(await studio.savedText("model")).toBe(await textOf(mine));
  });

  it("sets a label, notes, forbids, prefers, swaps and locks; the saved edits make the same model", async () => {
    // A note by key, a forbidden attribute by mouse, a preferred one from the list of tests by key.
    const text = "Light birds <b>are</b> another story";
    await studio.press("ArrowRight", "a");
    await studio.page.keyboard.type(text);
    await studio.press("Control+Enter");
    expect(await studio.text("[data-note-text]")).toBe(text);
    await studio.page.getByLabel("Attribute to forbid or prefer").selectOption("Island");
    await forbid();
    await shown("[data-constraint=Island]").toContain("forbidden");
    await candidate("Body Mass (g)").focus();
    await studio.press("v");
    await shown('[data-constraint="Body Mass (g)"]').toContain("preferred");
    // An answer by key.
    await studio.stage.focus();
    await studio.press("End", "e");
    await studio.page.locator("[data-label]").selectOption({ label: "Gentoo" });
    await studio.button("Set").click();
    await studio.settled();
    expect(await studio.flat("[data-sentence]")).toContain("Gentoo");
    const edits: Edit[] = [
      { kind: "note", node: "0", text },
      { kind: "forbid", node: "0", attributes: ["Island"] },
      { kind: "prefer", node: "0", attributes: ["Body Mass (g)"] },
    ];
    edits.push({ kind: "label", node: nodePaths(edited(...edits)).at(-1)!, label: "Gentoo" });
    // A swap by key: the branch's test goes up, the node's own down.
    await studio.stage.focus();
    await studio.press("Home", "w");
    await expect
      .poll(() => studio.page.getByLabel("History").getByText("swap", { exact: true }).count())
      .toBe(1);
    await studio.stage.focus();
    await studio.press("Home", "l");
    expect(await studio.page.getByLabel("Locked parts").count()).toBe(1);
    expect(await studio.flat("[data-locked]")).toContain("It is locked");
    expect(await studio.axeFaults()).toEqual([]);
    const written = parseEdits(JSON.parse(await studio.savedText("edits")));
    expect(written.slice(0, 4)).toEqual(edits);
    expect(written.map(({ kind }) => kind).slice(4)).toEqual(expect.arrayContaining(["split", "lock"]));
    expect(await studio.savedText("model")).toBe(await textOf(edited(...written)));
  });

  it("unlocks a part from another node, and lifts what was forbidden", async () => {
    await studio.press("ArrowRight", "l");
    await studio.stage.focus();
    await studio.press("End");
    await studio.page.getByLabel("Locked parts").getByRole("button", { name: "Unlock" }).click();
    await expect.poll(() => studio.page.getByLabel("Locked parts").count()).toBe(0);
    await studio.stage.focus();
    await studio.press("End");
    await forbid();
    await studio.page.getByRole("button", { name: /^Lift: Island/ }).click();
    await expect.poll(() => studio.page.locator("[data-constraint]").count()).toBe(0);
    await studio.hasSize(grown);
    await steps().toBe(5);
  });

  it("judges by rows held out: the tree, candidates, drafts and edits; the test score is sealed and looks are counted", async () => {
    await studio.page.emulateMedia({ colorScheme: "dark" });
    await studio.page.getByLabel("Judged by").selectOption("holdOut");
    await studio.grow();
    const recipe = { target, ignore: [], use: [], learner: "cart", options: {}, seed: 1 };
    const parts = partsOf(penguins, recipe, { kind: "holdOut", validation: 0.25, test: 0.2 });
    const { validation: held, test: sealed } = parts;
    const train = parts.train.table;
    expect(parts.trainRows.length + held.rows + sealed.rows).toBe(table.rows);
    const model = fitSync(parts.train, { target });
    const spread = (share: number, rows: number) => {
      const { low, high } = wilson(share, rows);
      return `${percent(share)} 95% CI ${percent(low)} to ${percent(high)}`;
    };
    const score = accuracyOn(model, held);
    expect(await studio.text("[data-score=train]")).toBe(percent(accuracyOn(model, train)));
    expect(await studio.flat("[data-score=validation]")).toBe(spread(score, held.rows));
    // Validation rows at a node.
    const { weights, losses } = nodeCounts(model, held);
    const right = percent(1 - losses[0] / weights[0], 0);
    expect(await studio.flat("[data-held]")).toBe(`Validation: ${weights[0]} rows, ${right} of them so`);
    // Candidates, in the list and considered.
    await studio.stage.focus();
    await studio.press("ArrowRight");
    const judged = candidates(model, train, "0", { validation: held }).candidates;
    for (const { attribute, validation } of judged)
      expect(await studio.flat(`[data-validation-change="${attribute}"]`)).toContain(
        changeOf(validation!.change),
      );
    const island = judged.find(({ attribute }) => attribute === "Island")!.validation!;
    await candidate("Island").hover();
    await shown("[data-score=considered]").toBe(`${percent(island.score)} ${changeOf(island.change)}`);
    await studio.page.mouse.move(700, 400);
    // A threshold that is being moved, by keys.
    const slider = studio.page.getByRole("slider", { name: /^Threshold of/ });
    await slider.focus();
    await slider.press("ArrowRight");
    await slider.press("ArrowRight");
    const threshold = Number(await slider.getAttribute("aria-valuenow"));
    const mine = editSync(model, train, [{ kind: "threshold", node: "0", threshold }]);
    const draft = accuracyOn(withLeaves(mine, "0"), held);
    const change = changeOf(draft - accuracyOn(withLeaves(model, "0"), held));
    await shown("[data-draft-score]").toContain(`validation accuracy ${percent(draft)} ${change}`);
    await slider.press("Enter");
    await studio.settled();
    expect(await studio.flat("[data-score=change]")).toContain(
      `validation ${changeOf(accuracyOn(mine, held) - score)}`,
    );
    expect(await studio.savedText("model")).toBe(await textOf(mine));
    // Sealed until it is asked for; a look is counted, and kept over a reload.
    expect(await studio.flat("[data-score=test]")).toBe("Look");
    await studio.button("Look").click();
    await shown("[data-score=test]").toBe(`${spread(accuracyOn(mine, sealed), sealed.rows)} 1 look`);
    await studio.page.getByRole("button", { name: "Undo" }).click();
    await studio.settled();
    expect(await studio.flat("[data-score=test]")).toBe("Look 1 look");
    expect(await studio.axeFaults()).toEqual([]);
    await expect.poll(async () => (await studio.kept())?.looks).toBe(1);
    await studio.page.reload();
    await studio.settled();
    await shown("[data-score=test]").toBe("Look 1 look");
  });

  it("prunes, locks and regrows by keys; undoes and redoes all of it; keeps it over a reload", async () => {
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
