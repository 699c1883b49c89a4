import { expect, it } from "vitest";
import { predict } from "../predict/predict.js";
import * as light from "../predict/predictLight.js";
import { predictor } from "../predict/predictor.js";
import { loadModel, saveModel } from "../targets/modelFiles.js";
import { importance } from "../use/importance.js";
import { loadModel as loadLight } from "./file/loadForPrediction.js";
import { saveModel as saveInPage } from "./file/saveModel.js";
import type { Model } from "./model.js";

const message = "the model must be what fit or loadModel returns; got ";

it.each([
  [{}, "an object"],
  [null, "null"],
  [undefined, "nothing"],
  ['{"format":"coppice-tree"}', '"{'],
] as [unknown, string][])("%j is no model", async (given, found) => {
  const model = given as Model;
  const text = expect.stringContaining(message + found);
  const refusal = expect.objectContaining({ code: "MODEL_INVALID", message: text });
  const calls = [
    () => predict(model, { a: 1 }),
    () => predict(model, [{ a: 1 }]),
    () => predictor(model),
    () => light.predict(model, { a: 1 }),
    () => light.predict(model, [{ a: 1 }]),
    () => light.predictor(model),
    () => importance(model),
  ];
  for (const call of calls) expect(call).toThrow(refusal);
  await expect(saveModel(model)).rejects.toThrow(refusal);
  await expect(saveInPage(model)).rejects.toThrow(refusal);
});

it.each([null, undefined])("%j is no source of a model", async (source) => {
  for (const load of [loadModel, loadLight])
    await expect(load(source as unknown as object)).rejects.toThrow("this is not a coppice model");
});
