import { expect, it } from "vitest";
import { tennis } from "../synthetic/index.js";
import { fitSync } from "./fitSync.js";
import * as library from "./library.js";
import { loadModel as loadInNode, saveModel as saveInNode } from "./modelFiles.js";

const { explain, importance, loadModel, modelJson, predict, predictor, saveModel, tableFrom } = library;
const model: library.Model = fitSync(tennis(), { target: "Play", learner: "id3" });
const row = { Outlook: "Sunny" };

it.each<[string, (options: never) => unknown, object, string]>([
  ["predict", (o) => predict(model, row, o), { unknownkeys: "ignore" }, 'did you mean "unknownKeys"?'],
  ["predict", (o) => predict(model, [row], o), { allow_missing: true }, 'did you mean "allowMissing"?'],
  ["predictor", (o) => predictor(model, o), { unknownKey: "ignore" }, 'did you mean "unknownKeys"?'],
  ["explain", (o) => explain(model, row, o), { unknownKey: "ignore" }, 'did you mean "unknownKeys"?'],
  ["explain", (o) => explain(model, [row], o), { row: [0] }, 'did you mean "rows"?'],
  ["tableFrom", (o) => tableFrom([row], o), { type: { Outlook: "nominal" } }, 'did you mean "types"?'],
  ["saveModel", (o) => saveModel(model, o), { fromat: "json" }, 'did you mean "format"?'],
  ["saveModel", (o) => saveInNode(model, o), { zip: false }, 'did you mean "gzip"?'],
  ["saveModel", (o) => saveInNode(model, "/none/m.json", o), { zip: false }, 'did you mean "gzip"?'],
])("misspelt options in JavaScript are refused: %s", async (what, call, options, hint) => {
  const name = Object.keys(options)[0];
  const asked = async () => call(options as never);
  await expect(asked).rejects.toThrow(`${what} has no option "${name}"; ${hint}`);
});

it.each<[string, (options: never) => unknown]>([
  ["importance", (o) => importance(...([model, o] as unknown as [library.Model]))],
  ["loadModel", (o) => loadModel(...([modelJson(model), o] as unknown as [object]))],
  ["loadModel", (o) => loadInNode(...([modelJson(model), o] as unknown as [object]))],
])("misspelt options in JavaScript are refused: those of %s, which has none", async (what, call) => {
  const asked = async () => call({ kind: "gain" } as never);
  const message = `the options of ${what} must be absent: it has none; got {"kind":"gain"}`;
  await expect(asked).rejects.toThrow(message);
  expect(await call(undefined as never)).toBeDefined();
});

it("misspelt options in JavaScript are refused: what is not an object", () => {
  const asked = () => predict(model, [row], "allowMissing" as never);
  expect(asked).toThrow('the options of predict must be an object; got "allowMissing"');
});

it("explain reads a row as predict does: cells that are not given are missing", () => {
  for (const given of [{}, new Map(), row, { Outlook: "Foggy" }]) {
    const answer = predict(model, given);
    const [explained] = explain(model, given).explanations;
    expect(answer.kind === "classification" && answer.label).toBe(explained.prediction);
  }
  const [warning] = explain(model, { Outlook: "Foggy" }).warnings;
  expect(warning.message).toContain('the model never saw ("Foggy")');
});

it("explain reads a row as predict does: keys that are no attributes are refused, or ignored on request; columns may be missing on request", () => {
  expect(() => explain(model, { Outlok: "Sunny" })).toThrow('did you mean "Outlook"?');
  expect(explain(model, { Outlok: "Sunny" }, { unknownKeys: "ignore" }).explanations).toHaveLength(1);
  expect(() => explain(model, [row])).toThrow("the model needs a column");
  expect(explain(model, [row, row], { allowMissing: true, rows: [1] }).explanations).toHaveLength(1);
});
