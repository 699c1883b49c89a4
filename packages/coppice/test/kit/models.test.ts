import { expect, it } from "vitest";
import { modelOf, models } from "./models.js";
import { expectSameModel } from "./sameModel.js";

it.each(["classification: cart", "regression: gradientBoost", "classification: ripper"])(
  "%s is the same whether it is learned now or was learned by another test file",
  (name) => {
    const named = models.find((one) => one.name === name)!;
    const learned = named.fit();
    modelOf(named);
    const loaded = modelOf(named);
    expectSameModel(loaded, learned);
    expect(loaded).toStrictEqual(learned);
  },
);
