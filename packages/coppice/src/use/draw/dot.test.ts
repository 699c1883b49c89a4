import { expect, it } from "vitest";
import { DEEP, deepTree } from "../../../test/kit/deepTree.js";
import { hostileModel, irisModel } from "../../../test/models.js";
import { drawDot } from "./dot.js";

it("writes a digraph", () => {
  // Fills: the class colour mixed with white at 0.15 + 0.45 · purity; setosa 0.6 of #0072b2: 255 - 0.6 · 255 = 102 = 0x66
  expect(drawDot(irisModel())).toBe(`digraph tree {
  label="species"; labelloc=t; fontname="Helvetica";
  node [shape=box, style="rounded,filled", fillcolor="#ffffff", color="#667080", fontname="Helvetica"];
  edge [color="#667080", fontname="Helvetica", fontsize=11];
  0 [label="petal width\\n150 rows"];
  0 -> 1 [label="≤ 0.8"];
  0 -> 2 [label="> 0.8"];
  1 [label="setosa\\n50 rows, 100%", fillcolor="#66aad1"];
  2 [label="petal width\\n100 rows"];
  2 -> 3 [label="≤ 1.75"];
  2 -> 6 [label="> 1.75"];
  3 [label="petal length\\n54 rows"];
  3 -> 4 [label="≤ 4.95"];
  3 -> 5 [label="> 4.95"];
  4 [label="versicolor\\n48 rows, 98%", fillcolor="#f0c668"];
  5 [label="virginica\\n6 rows, 67%", fillcolor="#8cd3c0"];
  6 [label="virginica\\n46 rows, 98%", fillcolor="#68c6ac"];
}
`);
});

it("escapes quotes, backslashes and entities", () => {
  const dot = drawDot(hostileModel());
  expect(dot).toContain(String.raw`label="\"a\\\"b'c&amp;d<e>\\\\N\""`);
  expect(dot).toContain(String.raw`0 -> 1 [label="\"x, \\\"y\\\"\""];`);
  // Without its quoted strings the file has only its own words.
  const bare = dot.replace(/"(?:[^"\\]|\\.)*"/gs, "");
  expect(bare).not.toMatch(/script|constructor|proto/);
});

it("stops at maxDepth", () => {
  const dot = drawDot(irisModel(), { maxDepth: 1 });
  expect(dot).toContain(String.raw`2 [label="versicolor\n100 rows, 50%\n… 4 more nodes"`);
  expect(dot).not.toContain("3 [");
  expect(drawDot(deepTree()).split("\n").length).toBeGreaterThan(4 * DEEP);
});
