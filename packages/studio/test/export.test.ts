import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bytesOf, fitSync, loadModel, parseModel, predict, readSource } from "coppice";
import { drawDot, drawReport, drawSvg, drawText } from "coppice/draw";
import { editSync, parseEdits, parseWorkbook, replaySync } from "coppice/edit";
import { asRules, gridMarkdown, ruleGrid, rulesModule, rulesText } from "coppice/rules";
import { beforeAll, expect, it } from "vitest";
import { root } from "../../../scripts/lib/root.mjs";
import { describeStudio } from "./kit/describeStudio.js";
import { classes, grown, penguins, rowOf, target } from "./kit/penguins.js";
import type { StudioPage } from "./kit/studioPage.js";

const { table } = penguins;
const model = editSync(grown, table, [{ kind: "prune", node: "0" }]);

describeStudio("what is taken home", (bench) => {
  let studio: StudioPage;

  beforeAll(async () => {
    studio = await bench.tree();
    await studio.press("ArrowRight", "p");
  });

  it("is drawn and written as the library does it", async () => {
    expect(await studio.savedText("svg")).toBe(drawSvg(model));
    expect(await studio.savedText("dot")).toBe(drawDot(model));
    expect(await studio.savedText("text")).toBe(drawText(model));
    expect(await studio.savedText("report")).toBe(drawReport({ model }));
    expect(await studio.savedText("rules")).toBe(rulesText(model, { lift: true }));
    expect(await studio.savedText("rulesMarkdown")).toBe(gridMarkdown(ruleGrid(model)));
    expect(await studio.savedText("typescript")).toBe(rulesModule(asRules(model)));
    const csv = await readSource(bytesOf("rules.csv", await studio.savedText("rulesCsv")));
    expect(csv.table.columns.map(({ name }) => name)).toEqual(ruleGrid(model).head);
    expect(csv.table.rows).toBe(ruleGrid(model).rows.length);
  });

  it("can be read again: the model in both forms, the edits, the workbook and the training rows", async () => {
    expect(parseModel(JSON.parse(await studio.savedText("model")))).toEqual(model);
    expect(await loadModel(new Uint8Array((await studio.saved("compact")).bytes))).toEqual(model);
    expect(parseEdits(JSON.parse(await studio.savedText("edits")))).toEqual(model.edits);
    const book = parseWorkbook(JSON.parse(await studio.savedText("workbook")));
    expect(JSON.stringify(replaySync(book, table))).toBe(JSON.stringify(model));
    const train = await readSource(bytesOf("train.csv", await studio.savedText("train")));
    expect(train.table.rows).toBe(table.rows);
    expect(fitSync(train, { target }).nodes).toEqual(grown.nodes);
  });

  it("has code that loads the model and predicts a row", async () => {
    const code = await studio.saved("code");
    const file = await studio.saved("model");
    // Beside the installed packages, so that the import is found.
    const folder = mkdtempSync(join(root, "node_modules/.coppice-export-"));
    try {
      writeFileSync(join(folder, code.name), code.bytes);
      writeFileSync(join(folder, file.name), file.bytes);
      const out = execFileSync(process.execPath, [join(folder, code.name)], { encoding: "utf8" });
      expect(out.startsWith(classes(predict(model, rowOf(0))).label)).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("is a picture as well, with the whole tree on it", async () => {
    const { name, bytes } = await studio.saved("png");
    expect(name).toBe("penguins-tree.png");
    expect([...bytes.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    // Width and height.
    for (const at of [16, 20]) expect(bytes.readUInt32BE(at)).toBeGreaterThan(400);
  });

  it("is chosen from a menu that everyone can use", async () => {
    await studio.page.getByText("Export", { exact: true }).click();
    expect(await studio.axeFaults({ within: ".exports" })).toEqual([]);
    await studio.page.keyboard.press("Escape");
  });
});
