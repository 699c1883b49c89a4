import { cutAt, fitSync, isSplit, type TreeModel } from "coppice";
import {
  candidates,
  type Edit,
  editSync,
  nodeAt,
  nodeCounts,
  nodePaths,
  parseEdits,
  profileCut,
  splitProfile,
} from "coppice/edit";
import { wilson } from "coppice/evaluate";
import { expect, it } from "vitest";
import { partsOf } from "../src/work/parts.js";
import { describeStudio } from "./kit/describeStudio.js";
import { grown, penguins, scoreOn, target, textOf } from "./kit/penguins.js";
import type { OpenOptions, StudioPage } from "./kit/studioPage.js";

const { table } = penguins;
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

describeStudio("arguing with a tree", (bench) => {
  let studio: StudioPage;

  const open = async (options: OpenOptions = {}) => {
    studio = await bench.tree(options);
  };
  const flat = (selector: string) => studio.flat(selector);
  const shown = (selector: string) => expect.poll(() => flat(selector));
  const press = (...keys: string[]) => studio.press(...keys);
  const history = () => studio.page.getByLabel("History");
  const chip = (name: RegExp) =>
    studio.page.getByLabel("Branches", { exact: true }).getByRole("button", { name });
  const forbid = async () => {
    await studio.button("Forbid").click();
    await studio.settled();
  };

  it("moves a level to the other branch by the mouse; counts, gain and score follow as the library has them", async () => {
    await open();
    await press("ArrowRight");
    await studio.page.locator('[data-candidate="Island"]').click();
    await studio.settled();
    const { test } = candidates(grown, table, "0").candidates.find(
      ({ attribute }) => attribute === "Island",
    )!;
    const split = editSync(grown, table, [{ kind: "split", node: "0", test }]);
    const from = (await chip(/^Torgersen/).boundingBox())!;
    const to = (await studio.page.locator("[data-zone='1']").boundingBox())!;
    await studio.page.mouse.move(from.x + 10, from.y + 10);
    await studio.page.mouse.down();
    await studio.page.mouse.move(to.x + 30, to.y + to.height - 8, { steps: 6 });
    const profile = splitProfile(split, table, "0", "Island");
    if (profile.kind !== "levels") throw new Error("levels");
    const cut = profileCut(profile, { left: [profile.levels.indexOf("Biscoe")] });
    const rows = (sums: Float64Array) => sums.reduce((sum, weight) => sum + weight, 0);
    const mine = editSync(split, table, [{ kind: "levels", node: "0", levels: ["Torgersen"], to: 1 }]);
    const score = accuracyOn(withLeaves(mine, "0"));
    const change = changeOf(score - accuracyOn(withLeaves(split, "0")));
    await shown("[data-branches]").toContain(`Biscoe ${rows(cut.left)} rows`);
    const draft = await flat("[data-branches]");
    expect(draft).toContain(`Dream, Torgersen ${rows(cut.right)} rows`);
    expect(draft).toContain(`gain ${Number(cut.gain!.toPrecision(4))}`);
    expect(draft).toContain(`training accuracy ${percent(score)} ${change}`);
    expect(await flat("[data-score=considered]")).toBe(`${percent(score)} ${change}`);
    await studio.page.mouse.up();
    await studio.hasSize(mine);
    expect(await studio.savedText("model")).toBe(await textOf(mine));
  });

  it("moves missing values by keys, and leaves them where they were with Escape", async () => {
    await open();
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
    const mine = editSync(grown, table, [{ kind: "missing", node: "root", to: 1 }]);
    await studio.hasSize(mine);
    expect(await studio.savedText("model")).toBe(await textOf(mine));
  });

  it("sets a label, notes, forbids, prefers, swaps and locks; the saved edits make the same model", async () => {
    await open();
    // A note by key, a forbidden attribute by mouse, a preferred one from the list of tests by key.
    const text = "Light birds <b>are</b> another story";
    await press("ArrowRight", "a");
    await studio.page.keyboard.type(text);
    await press("Control+Enter");
    expect(await studio.text("[data-note-text]")).toBe(text);
    await studio.page.getByLabel("Attribute to forbid or prefer").selectOption("Island");
    await forbid();
    await shown("[data-constraint=Island]").toContain("forbidden");
    await studio.page.locator('[data-candidate="Body Mass (g)"]').focus();
    await press("v");
    await shown('[data-constraint="Body Mass (g)"]').toContain("preferred");
    // An answer by key.
    await studio.stage.focus();
    await press("End", "e");
    await studio.page.locator("[data-label]").selectOption({ label: "Gentoo" });
    await studio.button("Set").click();
    await studio.settled();
    expect(await flat("[data-sentence]")).toContain("Gentoo");
    const edits: Edit[] = [
      { kind: "note", node: "0", text },
      { kind: "forbid", node: "0", attributes: ["Island"] },
      { kind: "prefer", node: "0", attributes: ["Body Mass (g)"] },
    ];
    edits.push({ kind: "label", node: nodePaths(editSync(grown, table, edits)).at(-1)!, label: "Gentoo" });
    // A swap by key: the branch's test goes up, the node's own down.
    await studio.stage.focus();
    await press("Home", "w");
    await expect.poll(() => history().getByText("swap", { exact: true }).count()).toBe(1);
    await studio.stage.focus();
    await press("Home", "l");
    expect(await studio.page.getByLabel("Locked parts").count()).toBe(1);
    expect(await flat("[data-locked]")).toContain("It is locked");
    expect(await studio.axeFaults()).toEqual([]);
    const written = parseEdits(JSON.parse(await studio.savedText("edits")));
    expect(written.slice(0, 4)).toEqual(edits);
    expect(written.map(({ kind }) => kind).slice(4)).toEqual(expect.arrayContaining(["split", "lock"]));
    expect(await studio.savedText("model")).toBe(await textOf(editSync(grown, table, written)));
  });

  it("unlocks a part from another node, and lifts what was forbidden", async () => {
    await open();
    await press("ArrowRight", "l");
    await studio.stage.focus();
    await press("End");
    await studio.page.getByLabel("Locked parts").getByRole("button", { name: "Unlock" }).click();
    await expect.poll(() => studio.page.getByLabel("Locked parts").count()).toBe(0);
    await studio.stage.focus();
    await press("End");
    await forbid();
    await studio.page.getByRole("button", { name: /^Lift: Island/ }).click();
    await expect.poll(() => studio.page.locator("[data-constraint]").count()).toBe(0);
    await studio.hasSize(grown);
    await expect.poll(() => history().getByRole("listitem").count()).toBe(5);
  });

  it("judges by rows held out: the tree, candidates, drafts and edits; the test score is sealed and looks are counted", async () => {
    await open({ colorScheme: "dark" });
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
    expect(await flat("[data-score=validation]")).toBe(spread(score, held.rows));
    // Validation rows at a node.
    const { weights, losses } = nodeCounts(model, held);
    const right = percent(1 - losses[0] / weights[0], 0);
    expect(await flat("[data-held]")).toBe(`Validation: ${weights[0]} rows, ${right} of them so`);
    // Candidates, in the list and considered.
    await studio.stage.focus();
    await press("ArrowRight");
    const ranked = candidates(model, train, "0", { validation: held }).candidates;
    for (const { attribute, validation } of ranked)
      expect(await flat(`[data-validation-change="${attribute}"]`)).toContain(changeOf(validation!.change));
    const island = ranked.find(({ attribute }) => attribute === "Island")!.validation!;
    await studio.page.locator('[data-candidate="Island"]').hover();
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
    expect(await flat("[data-score=change]")).toContain(
      `validation ${changeOf(accuracyOn(mine, held) - score)}`,
    );
    expect(await studio.savedText("model")).toBe(await textOf(mine));
    // Sealed until it is asked for; a look is counted, and kept over a reload.
    expect(await flat("[data-score=test]")).toBe("Look");
    await studio.button("Look").click();
    await shown("[data-score=test]").toBe(`${spread(accuracyOn(mine, sealed), sealed.rows)} 1 look`);
    await studio.page.getByRole("button", { name: "Undo" }).click();
    await studio.settled();
    expect(await flat("[data-score=test]")).toBe("Look 1 look");
    expect(await studio.axeFaults()).toEqual([]);
    await expect.poll(async () => (await studio.kept())?.looks).toBe(1);
    await studio.page.reload();
    await studio.settled();
    await shown("[data-score=test]").toBe("Look 1 look");
  });
});
