import { cutAt, fitSync, isSplit, type ReadResult, saveModel, sizeOf, type TreeModel } from "coppice";
import {
  candidates,
  type Edit,
  editSync,
  nodeAt,
  nodeCounts,
  nodePaths,
  profileCut,
  splitProfile,
} from "coppice/edit";
import { wilson } from "coppice/evaluate";
import { beforeAll, describe, expect, it } from "vitest";
import { runHere } from "../../coppice/src/cli/testIo.js";
import { folder } from "../../coppice/test/kit/folder.js";
import { partsOf } from "../src/work/parts.js";
import { describeStudio } from "./kit/describeStudio.js";
import { accuracyOn, readPenguins } from "./kit/penguins.js";
import { type OpenOptions, PENGUINS, type StudioPage } from "./kit/studioPage.js";

const percent = (share: number, digits = 1) => `${(share * 100).toFixed(digits)}%`;

/** How a change of accuracy is shown. */
function changeOf(change: number): string {
  return Math.abs(change) < 5e-5 ? "no change" : `${change > 0 ? "▲" : "▼"} ${percent(Math.abs(change))}`;
}

/** The tree with the branches of a node as leaves. */
function withLeaves(model: TreeModel, path: string): TreeModel {
  const node = model.nodes[nodeAt(model, path)];
  return isSplit(node) ? cutAt(model, node.branches) : model;
}

describeStudio("arguing with a tree", (bench) => {
  let studio: StudioPage;
  let read: ReadResult;
  let grown: TreeModel;
  const files = folder();

  beforeAll(async () => {
    read = await readPenguins();
    grown = fitSync(read, { target: "Species" });
  });

  async function open(options: OpenOptions = {}): Promise<void> {
    studio = await bench.open({ file: PENGUINS, ...options });
    await studio.go("Tree");
    await stage().focus();
  }

  const stage = () => studio.page.getByRole("tree");
  const history = () => studio.page.getByLabel("History");
  const chip = (name: RegExp) =>
    studio.page.getByLabel("Branches", { exact: true }).getByRole("button", { name });
  const flat = (selector: string) => studio.flat(selector);
  const press = (...keys: string[]) => studio.press(...keys);

  async function textOf(model: TreeModel): Promise<string> {
    return new TextDecoder().decode(await saveModel(model, { format: "json", gzip: false }));
  }

  async function sizeShown(model: TreeModel): Promise<void> {
    const { nodes, leaves } = sizeOf(model);
    await expect.poll(() => flat(".score")).toContain(`Nodes ${nodes} Leaves ${leaves} `);
  }

  const byIsland = (): Edit => ({
    ...{ kind: "split", node: "0" },
    test: candidates(grown, read.table, "0").candidates.find(({ attribute }) => attribute === "Island")!.test,
  });

  it("moves a level to the other branch by the mouse; counts, gain and score follow as the library has them", async () => {
    await open();
    await press("ArrowRight");
    await studio.page.locator('[data-candidate="Island"]').click();
    await studio.settled();
    const split = editSync(grown, read.table, [byIsland()]);
    const from = (await chip(/^Torgersen/).boundingBox())!;
    const to = (await studio.page.locator("[data-zone='1']").boundingBox())!;
    await studio.page.mouse.move(from.x + 10, from.y + 10);
    await studio.page.mouse.down();
    await studio.page.mouse.move(to.x + 30, to.y + to.height - 8, { steps: 6 });
    const profile = splitProfile(split, read.table, "0", "Island");
    if (profile.kind !== "levels") throw new Error("levels");
    const left = [profile.levels.indexOf("Biscoe")];
    const cut = profileCut(profile, { left });
    const rows = (sums: Float64Array) => sums.reduce((sum, weight) => sum + weight, 0);
    const edit: Edit = { kind: "levels", node: "0", levels: ["Torgersen"], to: 1 };
    const mine = editSync(split, read.table, [edit]);
    const score = accuracyOn(withLeaves(mine, "0"), read.table);
    const now = accuracyOn(withLeaves(split, "0"), read.table);
    await expect.poll(() => flat("[data-branches]")).toContain(`Biscoe ${rows(cut.left)} rows`);
    const draft = await flat("[data-branches]");
    expect(draft).toContain(`Dream, Torgersen ${rows(cut.right)} rows`);
    expect(draft).toContain(`gain ${Number(cut.gain!.toPrecision(4))}`);
    expect(draft).toContain(`training accuracy ${percent(score)} ${changeOf(score - now)}`);
    expect(await flat("[data-score=considered]")).toBe(`${percent(score)} ${changeOf(score - now)}`);
    await studio.page.mouse.up();
    await studio.settled();
    await sizeShown(mine);
    expect(await studio.savedText("model")).toBe(await textOf(mine));
    expect(studio.faults).toEqual([]);
  });

  it("moves missing values by keys, and leaves them where they were with Escape", async () => {
    await open();
    const missing = () => chip(/^missing/);
    await missing().focus();
    await missing().press("ArrowRight");
    await expect.poll(() => missing().getAttribute("aria-label")).toContain("in branch 2");
    await missing().press("Escape");
    await expect.poll(() => missing().getAttribute("aria-label")).toContain("in branch 1");
    await missing().focus();
    await missing().press("ArrowRight");
    await expect.poll(() => missing().getAttribute("aria-label")).toContain("in branch 2");
    await missing().press("Enter");
    await studio.settled();
    const mine = editSync(grown, read.table, [{ kind: "missing", node: "root", to: 1 }]);
    await sizeShown(mine);
    expect(await studio.savedText("model")).toBe(await textOf(mine));
    expect(await studio.axeFaults()).toEqual([]);
  });

  it("frees a threshold from the midpoints with Alt", async () => {
    await open();
    const slider = studio.page.getByRole("slider", { name: /^Threshold of Flipper/ });
    await studio.page.locator(".gains").waitFor();
    const box = (await slider.boundingBox())!;
    await studio.page.keyboard.down("Alt");
    await studio.page.mouse.move(box.x + box.width * 0.5, box.y + 60);
    await studio.page.mouse.down();
    await studio.page.mouse.move(box.x + box.width * 0.4137, box.y + 60, { steps: 3 });
    const profile = splitProfile(grown, read.table, "root", "Flipper Length (mm)");
    if (profile.kind !== "numeric") throw new Error("a numeric attribute");
    const at = Number(await slider.getAttribute("aria-valuenow"));
    expect(profile.thresholds).not.toContain(at);
    await studio.page.mouse.up();
    await studio.page.keyboard.up("Alt");
    await studio.settled();
    await sizeShown(editSync(grown, read.table, [{ kind: "threshold", node: "root", threshold: at }]));
  });

  it("sets a label, notes, forbids, prefers, swaps and locks; the command makes the same model of the saved edits", async () => {
    await open();
    // A note by key, a forbidden attribute by mouse, a preferred one from the list of tests by key.
    await press("ArrowRight", "a");
    await studio.page.keyboard.type("Light birds <b>are</b> another story");
    await press("Control+Enter");
    expect(await studio.text("[data-note-text]")).toBe("Light birds <b>are</b> another story");
    await studio.page.getByLabel("Attribute to forbid or prefer").selectOption("Island");
    await studio.page.getByRole("button", { name: "Forbid", exact: true }).click();
    await studio.settled();
    await expect.poll(() => flat("[data-constraint=Island]")).toContain("forbidden");
    await studio.page.locator('[data-candidate="Body Mass (g)"]').focus();
    await press("v");
    await expect.poll(() => flat('[data-constraint="Body Mass (g)"]')).toContain("preferred");
    // An answer by key.
    await stage().focus();
    await press("End", "e");
    await studio.page.locator("[data-label]").selectOption({ label: "Gentoo" });
    await studio.page.getByRole("button", { name: "Set", exact: true }).click();
    await studio.settled();
    const edits: Edit[] = [
      { kind: "note", node: "0", text: "Light birds <b>are</b> another story" },
      { kind: "forbid", node: "0", attributes: ["Island"] },
      { kind: "prefer", node: "0", attributes: ["Body Mass (g)"] },
    ];
    const before = editSync(grown, read.table, edits);
    const path = before.nodes.length - 1;
    edits.push({ kind: "label", node: nodePaths(before)[path], label: "Gentoo" });
    expect(await flat("[data-sentence]")).toContain("Gentoo");
    // A swap by key: the branch's test goes up, the node's own down.
    await stage().focus();
    await press("Home", "w");
    await expect.poll(() => history().getByText("swap", { exact: true }).count()).toBe(1);
    await stage().focus();
    await press("Home", "l");
    expect(await studio.page.getByLabel("Locked parts").count()).toBe(1);
    expect(await flat("[data-locked]")).toContain("It is locked");
    expect(await studio.axeFaults()).toEqual([]);
    const written = JSON.parse(await studio.savedText("edits")) as Edit[];
    expect(written.slice(0, 4)).toEqual(edits);
    expect(written.map(({ kind }) => kind).slice(4)).toEqual(expect.arrayContaining(["split", "lock"]));
    // The command replays what was done by mouse and keys, to the same bytes.
    files.put("edits.json", JSON.stringify(written));
    const target = ["--target", "Species", "--out", files.at("grown.json")];
    expect((await runHere("fit", PENGUINS, ...target)).code).toBe(0);
    const replayed = await runHere(
      ...[
        "edit",
        files.at("grown.json"),
        PENGUINS,
        "--edits",
        files.at("edits.json"),
        "--out",
        files.at("mine.json"),
      ],
    );
    expect(replayed.code, replayed.err).toBe(0);
    expect(await studio.savedText("model")).toBe(files.text("mine.json"));
    expect(studio.faults).toEqual([]);
  });

  it("unlocks a part from another node, and lifts what was forbidden", async () => {
    await open();
    await press("ArrowRight", "l");
    await stage().focus();
    await press("End");
    await studio.page.getByLabel("Locked parts").getByRole("button", { name: "Unlock" }).click();
    await studio.settled();
    await expect.poll(() => studio.page.getByLabel("Locked parts").count()).toBe(0);
    await stage().focus();
    await press("End");
    await studio.page.getByRole("button", { name: "Forbid", exact: true }).click();
    await studio.settled();
    await studio.page.getByRole("button", { name: /^Lift: Island/ }).click();
    await studio.settled();
    await expect.poll(() => studio.page.locator("[data-constraint]").count()).toBe(0);
    await sizeShown(grown);
    await expect.poll(() => history().getByRole("listitem").count()).toBe(5);
  });

  describe("with rows held out", () => {
    const judge = { kind: "holdOut", validation: 0.25, test: 0.2 } as const;
    const recipe = { target: "Species", ignore: [], use: [], learner: "cart", options: {}, seed: 1 } as const;

    async function holdOut(): Promise<void> {
      await studio.page.getByLabel("Judged by").selectOption("holdOut");
      await studio.grow();
    }

    it("judges the tree, candidates, drafts and edits by them; the test score is sealed and looks are counted", async () => {
      await open();
      await holdOut();
      const parts = partsOf(read, recipe, judge);
      const known = parts.trainRows.length + parts.validation.rows + parts.test.rows;
      expect(known).toBe(read.table.rows);
      const model = fitSync(parts.train, { target: "Species" });
      const train = parts.train.table;
      const held = parts.validation;
      const spread = ({ low, high }: { low: number; high: number }) =>
        `95% CI ${percent(low)} to ${percent(high)}`;
      const score = accuracyOn(model, held);
      expect(await studio.text("[data-score=train]")).toBe(percent(accuracyOn(model, train)));
      expect(await flat("[data-score=validation]")).toBe(
        `${percent(score)} ${spread(wilson(score, held.rows))}`,
      );
      // Validation rows at a node.
      const { weights, losses } = nodeCounts(model, held);
      expect(await flat("[data-held]")).toBe(
        `Validation: ${weights[0]} rows, ${percent(1 - losses[0] / weights[0], 0)} of them so`,
      );
      // Candidates, in the list and considered.
      await stage().focus();
      await press("ArrowRight");
      const ranked = candidates(model, train, "0", { validation: held });
      for (const { attribute, validation } of ranked.candidates) {
        const shown = flat(`[data-validation-change="${attribute}"]`);
        expect(await shown, attribute).toContain(changeOf(validation!.change));
      }
      const island = ranked.candidates.find(({ attribute }) => attribute === "Island")!;
      await studio.page.locator('[data-candidate="Island"]').hover();
      await expect
        .poll(() => flat("[data-score=considered]"))
        .toBe(`${percent(island.validation!.score)} ${changeOf(island.validation!.change)}`);
      await studio.page.mouse.move(700, 400);
      // A threshold that is being moved.
      const slider = studio.page.getByRole("slider", { name: /^Threshold of/ });
      await slider.focus();
      await slider.press("ArrowRight");
      await slider.press("ArrowRight");
      const at = Number(await slider.getAttribute("aria-valuenow"));
      const mine = editSync(model, train, [{ kind: "threshold", node: "0", threshold: at }]);
      const draft = accuracyOn(withLeaves(mine, "0"), held);
      const now = accuracyOn(withLeaves(model, "0"), held);
      await expect
        .poll(() => flat("[data-draft-score]"))
        .toContain(`validation accuracy ${percent(draft)} ${changeOf(draft - now)}`);
      await slider.press("Enter");
      await studio.settled();
      const after = accuracyOn(mine, held);
      expect(await flat("[data-score=change]")).toContain(`validation ${changeOf(after - score)}`);
      expect(await studio.savedText("model")).toBe(await textOf(mine));
      // Sealed until it is asked for; a look is counted, and kept over a reload.
      const test = accuracyOn(mine, parts.test);
      expect(await flat("[data-score=test]")).toBe("Look");
      await studio.page.getByRole("button", { name: "Look", exact: true }).click();
      await expect
        .poll(() => flat("[data-score=test]"))
        .toBe(`${percent(test)} ${spread(wilson(test, parts.test.rows))} 1 look`);
      await studio.page.getByRole("button", { name: "Undo" }).click();
      await studio.settled();
      expect(await flat("[data-score=test]")).toBe("Look 1 look");
      expect(await studio.axeFaults()).toEqual([]);
      await expect.poll(async () => (await studio.kept())?.looks).toBe(1);
      await studio.page.reload();
      await studio.settled();
      await expect.poll(() => flat("[data-score=test]"), { timeout: 20_000 }).toBe("Look 1 look");
      expect(studio.faults).toEqual([]);
    });

    it("has enough contrast in the dark, and fits a narrow window", async () => {
      await open({ colorScheme: "dark", viewport: { width: 390, height: 800 } });
      await studio.page.getByRole("button", { name: "Learner", exact: true }).click();
      await holdOut();
      await studio.page.getByRole("button", { name: "Close", exact: true }).first().click();
      await studio.page.locator("[data-candidate]").first().focus();
      expect(await studio.axeFaults()).toEqual([]);
      expect(await studio.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await studio.page.keyboard.press("Control+k");
      await studio.page.getByRole("combobox", { name: "Search commands" }).waitFor();
      expect(await studio.axeFaults()).toEqual([]);
    });
  });

  it("lists the surrogates of a node with their agreement", async () => {
    await open();
    await studio.page.getByText(/more options$/).click();
    await studio.page.locator("#option-missing").selectOption("surrogate");
    await studio.grow();
    const model = fitSync(read, { target: "Species", options: { missing: "surrogate" } });
    const root = model.nodes[0];
    if (!("missing" in root) || root.missing.kind !== "surrogates") throw new Error("surrogates");
    const rows = studio.page.locator("[data-surrogate]");
    await expect.poll(() => rows.count()).toBe(root.missing.surrogates.length);
    for (const [i, { test, agreement, adjusted }] of root.missing.surrogates.entries()) {
      const text = await rows.nth(i).innerText();
      expect(text).toContain(model.attributes[test.attribute].name);
      expect(text).toContain(percent(agreement, 0));
      expect(text).toContain(adjusted.toFixed(2));
    }
    expect(await studio.axeFaults()).toEqual([]);
  });

  it("closes subtrees with few rows by a slider", async () => {
    await open();
    const slider = studio.page.getByLabel("Close subtrees with fewer rows than");
    await slider.fill("7");
    const least = grown.nodes[0].weight * 0.25;
    const light = grown.nodes.flatMap((node, i) => (isSplit(node) && node.weight < least ? [i] : []));
    expect(light.length).toBeGreaterThan(0);
    for (const node of light) {
      const item = studio.page.locator(`#node-${node}`);
      // A node in a closed subtree is not there at all.
      if ((await item.count()) > 0) expect(await item.getAttribute("aria-expanded")).toBe("false");
    }
    expect(await studio.page.getByRole("treeitem").count()).toBeLessThan(grown.nodes.length);
    await slider.fill("0");
    await expect.poll(() => studio.page.getByRole("treeitem").count()).toBe(grown.nodes.length);
  });

  it("does by the palette what keys do", async () => {
    await open();
    await press("ArrowRight");
    await studio.page.keyboard.press("Control+k");
    await studio.page.getByRole("combobox", { name: "Search commands" }).waitFor();
    expect(await studio.axeFaults()).toEqual([]);
    await studio.page.keyboard.type("prune");
    const options = studio.page.getByRole("listbox", { name: "Commands" }).getByRole("option");
    expect(await options.first().innerText()).toContain("Prune");
    await press("Enter");
    await sizeShown(editSync(grown, read.table, [{ kind: "prune", node: "0" }]));
    await studio.page.keyboard.press("Control+k");
    await studio.page.keyboard.type("undo");
    await press("Enter");
    await sizeShown(grown);
    await studio.page.keyboard.press("Control+k");
    await studio.page.keyboard.type("rules");
    await studio.page.keyboard.press("Escape");
    await expect.poll(() => studio.page.getByRole("combobox", { name: "Search commands" }).count()).toBe(0);
    expect(studio.faults).toEqual([]);
  });
});
