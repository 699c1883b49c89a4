import { fitSync, type Model, modelSize, predict, type TreeModel } from "coppice";
import { formulaNotes } from "coppice/draw";
import { beforeAll, describe, expect, it } from "vitest";
import { Asker } from "./kit/asker.js";
import { FORMATS } from "./kit/formats.js";
import { classes, PENGUINS_TEXT, penguins, rowOf, scoreOn, target, textOf } from "./kit/penguins.js";
import { regionLabels } from "./kit/regions.js";

/** What the page is told, without a page: the figures of the library, whatever the learner. */
describe("the studio's worker", () => {
  it.each(Object.keys(FORMATS))("reads the same rows from %s", async (name) => {
    const asker = new Asker();
    const facts = await asker.open(name, FORMATS[name]());
    expect(facts).toMatchObject({
      name,
      rows: 40,
      target: "kind",
      columns: [
        { name: "size", type: "numeric" },
        { name: "kind", type: "nominal" },
      ],
    });
    // One test separates them: size ≤ 19.5.
    const { size, tree } = await asker.fit({ target: "kind" });
    expect(size).toMatchObject({ nodes: 3, leaves: 2 });
    expect(tree!.threshold[0]).toBe(19.5);
  });

  describe.each([
    ["a tree", "cart", {}],
    ["a tree with formulas", "linearTree", {}],
    ["a tree of scores", "ruleFit", {}],
    ["an ensemble", "forest", { trees: 12 }],
    ["a set of rules", "ripper", {}],
  ] as const)("of %s, by %s,", (_, learner, options) => {
    let asker: Asker;
    let model: Model;

    beforeAll(async () => {
      asker = new Asker();
      await asker.open("penguins.json", PENGUINS_TEXT);
      await asker.fit({ target, learner, options: { ...options } });
      model = fitSync(penguins, { target, learner, options } as never);
    });

    it("has the size and the training accuracy of the library's model", () => {
      const { train, ...facts } = asker.facts!;
      expect(facts).toMatchObject({ learner, target, size: { ...modelSize(model) } });
      expect(train!.main).toBe(scoreOn(model).accuracy);
    });

    it("has the regions that the library predicts", async () => {
      const { columns, rows, labels } = await asker.ask("regions", { x: "Flipper Length (mm)", y: "Island" });
      expect([columns, rows]).toEqual([128, 3]);
      expect([...labels!]).toEqual(regionLabels(model, penguins.table, "Flipper Length (mm)", "Island"));
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

    it.runIf(learner === "linearTree" || learner === "ruleFit")(
      "has the formulas by their names",
      async () => {
        const notes = formulaNotes(model as TreeModel).filter(({ name, text }) => name !== text);
        expect(notes.length).toBeGreaterThan(0);
        const { formulas } = await asker.ask("rules", {});
        for (const { name, text } of notes)
          expect(formulas!.join("\n")).toContain(name === "" ? text.trim() : `${name} = ${text}`);
      },
    );

    it("saves the file that the library saves", async () => {
      const { name, content } = await asker.ask("save", { form: "model", name: "penguins.json" });
      expect(name).toBe("penguins-model.json");
      expect(content).toBe(await textOf(model));
    });
  });
});
