import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { itHoldsForEveryModel } from "../../test/kit/models.js";
import { mixedTable } from "../../test/mixedTable.js";
import { fitTable } from "../learn/fit.js";
import { predict as fullPredict } from "../predict/predict.js";

type Page = typeof import("./pagePredict.js");

/** Counts how often the kernels of prediction are used. */
const counted = vi.hoisted(() => ({ uses: 0 }));
vi.mock("../predict/byKernel.js", async (original) => {
  const { byKernel } = await original<typeof import("../predict/byKernel.js")>();
  const count = <A extends unknown[], T>(work: (...args: A) => T) => {
    return (...args: A) => {
      counted.uses++;
      return work(...args);
    };
  };
  return { byKernel: { ready: count(byKernel.ready), sums: count(byKernel.sums) } };
});

let page: Page;
/** Nothing loaded yet, as in a page that has just opened. */
async function openPage(): Promise<void> {
  vi.resetModules();
  page = await import("./pagePredict.js");
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

const train = mixedTable({ rows: 120, seed: 1, target: "classes", missing: 0.1 });
const few = mixedTable({ rows: 60, seed: 2, target: "classes", missing: 0.2 });
const many = mixedTable({ rows: 2500, seed: 2, target: "classes", missing: 0.2 });
const cart = fitTable(train, { target: "y", learner: "cart", options: { prune: "none" } });
const forest = fitTable(train, { target: "y", learner: "forest", options: { trees: 8 } });

/** How often a prediction in the page uses the kernels. */
function usesOf(predict: () => unknown): number {
  const before = counted.uses;
  predict();
  return counted.uses - before;
}

describe("predictions in a page, with kernels and without", () => {
  it.each([
    ["a tree", cart],
    ["a forest", forest],
  ])("of %s are those of Node", async (_, model) => {
    await openPage();
    const wanted = fullPredict(model, many);
    expect(usesOf(() => expect(page.predict(model, many)).toEqual(wanted))).toBe(0);
    await settled();
    expect(usesOf(() => expect(page.predict(model, many)).toEqual(wanted))).toBe(1);
    expect(page.predictor(model).row({})).toEqual(fullPredict(model, {}));
  });

  describe("of any model", () => {
    beforeAll(openPage);
    itHoldsForEveryModel((model) => expect(page.predict(model, few)).toEqual(fullPredict(model, few)));
  });
});

describe("the kernels of prediction", () => {
  beforeEach(openPage);

  it("are not loaded by few rows", async () => {
    page.predict(cart, few);
    page.predict(forest, few);
    await settled();
    expect(usesOf(() => page.predict(cart, few))).toBe(0);
  });

  it("are loaded with an ensemble, and not with a tree", async () => {
    await page.loadModel(JSON.stringify(cart));
    expect(usesOf(() => page.predict(forest, few))).toBe(0);
    await page.loadModel(JSON.stringify(forest));
    expect(usesOf(() => page.predict(forest, few))).toBe(1);
  });
});
