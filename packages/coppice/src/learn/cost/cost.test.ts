import { expect, it } from "vitest";
import { fitTree } from "../../../test/fitTree.js";
import { cases, fullCart, labelsOf, readAgain, refusal } from "../../../test/kit/index.js";
import { matrix, shortTable } from "../../../test/kit/matrix.js";
import { labelOf, lossOf, posterior } from "../../model/costs.js";
import { isSplit } from "../../model/tree.js";
import { tennis } from "../../synthetic/index.js";
import { selectRows, type Table } from "../../table/table.js";
import { risk, weightedGini } from "../criterion/risk.js";
import { fitTable } from "../fit.js";
import { splitFactors } from "./alteredPriors.js";
import { worth } from "./attributeCosts.js";

const play = (options: Record<string, unknown>, learner = "cart", table: Table = tennis()) =>
  fitTree(table, { target: "Play", learner: learner === "cart" ? fullCart : learner, options });
/** Class 0 costs 1 to miss, class 1 costs 3. */
const loss = matrix("0 1; 3 0");

it("costs have posteriors by Bayes' rule", () => {
  // 9 yes and 5 no with equal priors: factors 0.5 / (9/14) and 0.5 / (5/14), so 0.5 and 0.5
  const factors = [0.5 / (9 / 14), 0.5 / (5 / 14)];
  const [yes, no] = posterior([9, 5], { factors });
  expect(yes).toBeCloseTo(0.5, 12);
  expect(no).toBeCloseTo(0.5, 12);
  expect([...posterior([3, 1], undefined)]).toEqual([0.75, 0.25]);
});

it("costs choose tests by priors times losses: 1·1 and 2·3, of which the greatest is 1", () => {
  expect(splitFactors({ factors: [1, 2], loss }, 2, false)).toEqual([1 / 6, 1]);
  expect(splitFactors({ factors: [1, 2], loss }, 2, true)).toEqual([1 / 2, 1]);
  expect(splitFactors({ factors: [1, 1] }, 2, false)).toBeUndefined();
});

it("costs have labels of least risk, the lower class on a tie", () => {
  expect(lossOf([6, 2], 0, { loss })).toBe(6); // 2 rows of class 1, 3 each
  expect(lossOf([6, 2], 1, { loss })).toBe(6); // 6 rows of class 0, 1 each
  expect(labelOf([6, 2], { loss })).toBe(0);
  expect(labelOf([5, 2], { loss })).toBe(1);
  expect(labelOf([5, 2], undefined)).toBe(0);
});

it("costs of attributes weigh the gain", () => {
  expect(worth(0.5, 4, "tan", 1)).toBe(0.0625); // 0.25 / 4
  expect(worth(0.5, 4, "norton", 1)).toBe(0.125);
  expect(worth(1, 3, "nunez", 0.5)).toBe(0.5); // (2 - 1) / √4
  expect(worth(1, 3, "eg2", 0.5)).toBe(worth(1, 3, "nunez", 0.5));
});

it("criteria with losses: risk is the least expected loss", () => {
  expect(risk(loss).impurity(Float64Array.of(6, 3), 0, 2)).toBe(6); // min(3·3, 6·1)
  expect(risk(undefined).impurity(Float64Array.of(6, 3), 0, 2)).toBe(3); // misclassification
});

it("criteria with losses: weighted Gini sums λ p p", () => {
  // 9 rows: (1 + 3)·6·3 / 9
  expect(weightedGini(loss).impurity(Float64Array.of(6, 3), 0, 2)).toBe(8);
  // without losses 2·6·3/9 = 4 = 9·(1 - 4/9 - 1/9), Gini
  expect(weightedGini(undefined).impurity(Float64Array.of(6, 3), 0, 2)).toBe(4);
});

it("trees with costs predict the dear class sooner, and carry the costs in their JSON", () => {
  const cheap = play({ maxDepth: 1 });
  const dear = play({ maxDepth: 1, loss: { yes: { yes: 0, no: 1 }, no: { yes: 9, no: 0 } } });
  expect(readAgain(dear)).toEqual(dear);
  const saidNo = (model: typeof dear) => labelsOf(model, tennis()).filter((label) => label === 1).length;
  expect(saidNo(dear)).toBeGreaterThan(saidNo(cheap));
});

it("equal priors are the data's where the classes are equally common", () => {
  const balanced = selectRows(tennis(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 13]); // five of each
  const tests = (model: ReturnType<typeof play>) => model.nodes.filter(isSplit).map(({ test }) => test);
  expect(tests(play({ priors: "equal" }, "cart", balanced))).toEqual(tests(play({}, "cart", balanced)));
});

it("trees with costs avoid a dear attribute", () => {
  const first = (options: Record<string, unknown>) => {
    const model = play(options, "id3");
    const root = model.nodes[0];
    return isSplit(root) ? model.attributes[root.test.attribute].name : "leaf";
  };
  expect(first({})).toBe("Outlook");
  expect(first({ attributeCosts: { Outlook: 10 } })).toBe("Humidity"); // 0.24675²/10 < 0.15184²/1
  expect(first({ attributeCosts: { Outlook: 10 }, costForm: "nunez", costWeight: 0 })).toBe("Outlook"); // costs do not matter
});

it.each(cases`
  {"priors":[0.5,0.6]} → PRIORS_INVALID: priors must sum to 1, not 1.1; got [0.5,0.6]
  {"priors":[1]} → PRIORS_INVALID: priors must give one number for each of the 2 classes yes, no; got [1]
  {"priors":{"yse":0.5,"no":0.5}} → PRIORS_INVALID: priors names "yse", which is no class; did you mean "yes"?
  {"priors":{"yes":1}} → PRIORS_INVALID: priors says nothing of the class "no"
  {"loss":[[0,1]]} → LOSS_INVALID: loss must be a 2 x 2 matrix, true classes down and predictions across; got [[0,1]]
  {"loss":[[1,1],[1,0]]} → LOSS_INVALID: loss must cost nothing on the diagonal, where the prediction is right; got [[1,1],[1,0]]
  {"loss":[[0,1],[0,0]]} → LOSS_INVALID: loss must cost something for every class that is missed: the row of "no" is all 0; got [[0,1],[0,0]]
  {"attributeCosts":{"Windd":2}} → COST_INVALID: attributeCosts names "Windd", which is no attribute; did you mean "Wind"?
  {"attributeCosts":{"Play":2}} → COST_INVALID: attributeCosts names "Play", which is the target
`)("costs refuse %s", (options, message) => {
  expect(refusal(() => play(JSON.parse(options)))).toBe(message);
});

it("costs of classes are refused for a numeric target", () => {
  const options = { priors: "equal" };
  expect(() => fitTable(shortTable("x y; 1 1; 2 2"), { target: "y", learner: fullCart, options })).toThrow(
    "priors is for a nominal target, and the target is numeric",
  );
});
