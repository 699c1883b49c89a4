import { fitSync, type Model, modelSize, predict, type TreeModel } from "coppice";
import { formulaNotes } from "coppice/draw";
import { beforeAll, describe, expect, it } from "vitest";
import type { ModelFacts } from "../src/work/protocol.js";
import { Asker } from "./kit/asker.js";
import { FORMATS } from "./kit/formats.js";
import { classes, PENGUINS_TEXT, penguins, rowOf, scoreOn, target, textOf } from "./kit/penguins.js";
import { regionLabels } from "./kit/regions.js";

const COLUMNS = Object.entries({ size: "numeric", kind: "nominal" });

/** What the page is told, without a page: the figures of the library, whatever the learner. */
describe("the studio's worker", () => {
  it.each(Object.keys(FORMATS))("reads the same rows from %s", async (name) => {
    const asker = new Asker();
    const { columns, ...facts } = await asker.open(name, FORMATS[name]());
    expect(facts).toMatchObject({ name, rows: 40, target: "kind" });
    expect(columns.map((column) => [column.name, column.type])).toEqual(COLUMNS);
    // One test separates them: size ≤ 19.5.
    const { size, tree } = await asker.fit({ target: "kind" });
    expect(size).toMatchObject({ nodes: 3, leaves: 2 });
    expect(tree!.threshold[0]).toBe(19.5);
  });

  describe.each([
    ["a tree", "cart", {}, false],
    ["a tree with formulas", "linearTree", {}, true],
    ["a tree of scores", "ruleFit", {}, true],
    ["an ensemble", "forest", { trees: 12 }, false],
    ["a set of rules", "ripper", {}, false],
  ] as const)("of %s, by %s,", (_, learner, options, hasFormulas) => {
    const asker = new Asker();
    let facts: ModelFacts;
    let model: Model;

    beforeAll(async () => {
      await asker.open("penguins.json", PENGUINS_TEXT);
      facts = await asker.fit({ target, learner, options: { ...options } });
      model = fitSync(penguins, { target, learner, options } as never);
    });

    it("has the size and the training accuracy of the library's model", () => {
      expect(facts).toMatchObject({ learner, target, size: { ...modelSize(model) } });
      expect(facts.train!.main).toBe(scoreOn(model).accuracy);
    });

    it("has the regions that the library predicts", async () => {
      const { columns, rows, labels } = await asker.ask("regions", { x: "Flipper Length (mm)", y: "Island" });
      expect([columns, rows]).toEqual([128, 3]);
      expect([...labels!]).toEqual(regionLabels(model, "Flipper Length (mm)", "Island"));
    });

    it("answers rows of the table, and cells that are changed, as the library does", async () => {
      for (const row of [1, 199, 299]) {
        const cells = rowOf(row);
        const changed = { ...cells, "Flipper Length (mm)": 230, Island: "Biscoe" };
        for (const [question, asked] of [
          [{ row }, cells],
          [{ cells: changed }, changed],
        ] as const) {
          const wanted = classes(predict(model, asked));
          const { prediction, probabilities } = await asker.ask("row", question);
          expect(prediction).toBe(wanted.label);
          const shares = Object.fromEntries(probabilities!.map(({ name, share }) => [name, share]));
          expect(shares).toEqual(wanted.probabilities);
        }
      }
    });

    it.runIf(hasFormulas)("has the formulas by their names", async () => {
      const notes = formulaNotes(model as TreeModel).filter(({ name, text }) => name !== text);
      expect(notes.length).toBeGreaterThan(0);
      const { formulas } = await asker.ask("rules", {});
      for (const { name, text } of notes)
        expect(formulas!.join("\n")).toContain(name === "" ? text.trim() : `${name} = ${text}`);
    });

    it("saves the file that the library saves", async () => {
      const { name, content } = await asker.ask("save", { form: "model", name: "penguins.json" });
      expect(name).toBe("penguins-model.json");
      expect(content).toBe(await textOf(model));
    });
  });
});
