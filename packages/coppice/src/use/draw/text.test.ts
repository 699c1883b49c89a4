import { expect, it } from "vitest";
import { DEEP, deepTree } from "../../../test/kit/deepTree.js";
import { leaf } from "../../../test/kit/handmade.js";
import {
  chainModel,
  hostileModel,
  irisModel,
  paintModel,
  rentModel,
  tennisModel,
} from "../../../test/models.js";
import type { TreeModel } from "../../model/tree.js";
import { drawText } from "./text.js";

const lone: TreeModel = { ...irisModel(), nodes: [leaf(1, 2, 0)] };

it("draws a binary tree", () => {
  expect(drawText(irisModel()).split("\n")).toEqual([
    "petal width <= 0.8 {setosa}: setosa (50)",
    "petal width > 0.8 {versicolor, virginica}",
    "├─ petal width <= 1.75",
    "│  ├─ petal length <= 4.95: versicolor (48, 98%)", // 47 of 48
    "│  └─ petal length > 4.95: virginica (6, 67%)", // 4 of 6
    "└─ petal width > 1.75: virginica (46, 98%)", // 45 of 46
  ]);
});

it("draws a branch per level", () => {
  expect(drawText(tennisModel()).split("\n")).toEqual([
    "outlook = sunny",
    "├─ humidity = high: no (3)",
    "└─ humidity = normal: yes (2)",
    "outlook = overcast: yes (4)",
    "outlook = rain",
    "├─ wind = weak: yes (3)",
    "└─ wind = strong: no (2)",
  ]);
});

it("draws values with their error, and a branch for missing values", () => {
  expect(drawText(rentModel()).split("\n")).toEqual([
    "age <= 10",
    "├─ size <= medium: 800 (4)",
    "└─ size > medium: 1000 (4)",
    "10 < age <= 20.5: 600 (6, MSE 20)",
    "age > 20.5: 400 (4, MSE 16.25)",
    "age is missing: 650 (2, MSE 2500)",
  ]);
});

it("says what the error is, as the model states it", () => {
  const mean = { ...rentModel(), options: { leaf: "auto", criterion: "squaredError" } };
  expect(drawText(mean)).toContain("10 < age <= 20.5: 600 (6, MSE 20)");
  expect(drawText({ ...mean, leafError: "absolute" })).toContain("600 (6, MAE 20)");
  expect(drawText({ ...mean, leafError: "worst" })).toContain("600 (6, max error 20)");
});

it("draws level sets, fractional weights and branches without rows", () => {
  expect(drawText(paintModel()).split("\n")).toEqual([
    "color in {red, blue}",
    "├─ coat = thin: no (1.5, 67%)", // 1 of 1.5
    "├─ coat = thick: yes (5)",
    "└─ coat = none: yes (no rows)",
    "color = green: no (3.5, 86%)", // 3 of 3.5
  ]);
});

it("stops at maxDepth and counts the nodes below", () => {
  expect(drawText(irisModel(), { maxDepth: 1 }).split("\n")).toEqual([
    "petal width <= 0.8 {setosa}: setosa (50)",
    "petal width > 0.8 {versicolor, virginica}: versicolor (100, 50%) … 4 more nodes",
  ]);
  expect(drawText(irisModel(), { maxDepth: 0 })).toBe("setosa (150, 33%) … 6 more nodes");
  expect(drawText(lone)).toBe("versicolor (3, 67%)");
});

it("truncates conditions, never predictions, to the width", () => {
  const lines = drawText(irisModel(), { width: 44 }).split("\n");
  expect(lines[3]).toBe("│  ├─ petal length <=…: versicolor (48, 98%)"); // 44 columns
  for (const line of lines) expect([...line].length).toBeLessThanOrEqual(44);
});

it("styles with the given functions", () => {
  const paint = {
    dim: (text: string) => `<d>${text}</d>`,
    bold: (text: string) => `<b>${text}</b>`,
    label: (text: string, code?: number) => `<l${code}>${text}</l>`,
  };
  expect(drawText(tennisModel(), { paint }).split("\n").slice(0, 2)).toEqual([
    "<b>outlook = sunny</b>",
    "<d>├─ </d>humidity = high: <l0>no</l> <d>(3)</d>",
  ]);
});

it("counts the outer lines of a deep tree instead of drawing them", () => {
  // 60 / 2 / 3 = 10 lines at most; depth 60 needs 59.
  const lines = drawText(chainModel(60), { width: 60 }).split("\n");
  expect(lines[lines.length - 1]).toBe(`⋮49 ${"   ".repeat(9)}└─ x > 59: b (1)`);
  const deep = drawText(deepTree());
  expect(deep.split("\n")).toHaveLength(2 * DEEP);
  expect(deep.length).toBeLessThan(200 * DEEP);
});

it("escapes control characters in names", () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
  expect(drawText(hostileModel())).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(drawText(hostileModel()).split("\n")).toHaveLength(5);
});
