import { expect, it } from "vitest";
import { classRisk, rowRisk } from "./risk.js";

const loss = [
  [0, 1],
  [5, 0],
];

it.each([
  ["a wrong class costs 1", {}, 1],
  ["a wrong class of twice the prior costs 2", { costs: { factors: [1, 2] } }, 2],
  ["what the losses say", { costs: { loss } }, 5],
  ["priors times losses", { costs: { factors: [1, 2], loss } }, 10],
])("the risk of saying class 0 of a row of class 1: %s", (_, model, risk) => {
  expect(classRisk(0, 1, model)).toBe(risk);
  expect(rowRisk({ weight: 3, counts: [2, 1], label: 0 }, 1, model)).toBe(risk);
});

it("a class that the model does not know is wrong", () => {
  expect(classRisk(0, 2, { costs: { factors: [1, 2], loss } })).toBe(1);
});
