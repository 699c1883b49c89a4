import { expect, it } from "vitest";
import { DEEP, deepTree } from "../../../test/kit/deepTree.js";
import { leaf, treeOf } from "../../../test/kit/handmade.js";
import { allModels, clinicModel, irisModel, rentModel, tennisModel } from "../../../test/models.js";
import { names } from "../../testing/index.js";
import { cutAt, depthWithin } from "./cut.js";
import { escapeXml } from "./escape.js";
import { coloursOf, tint } from "./palette.js";
import { drawSvg } from "./svg.js";
import { fit, textWidth } from "./textWidth.js";

/** The text of an XML document must be balanced tags around text without stray marks; void tags end in `/>`. */
function checkXml(xml: string): string[] {
  const names: string[] = [];
  const open: string[] = [];
  const rest = xml.replace(
    /<(\/?)([a-z]+\d?)((?: [a-zA-Z:-]+="[^"<&]*(?:&[a-z#0-9]+;[^"<&]*)*")*)(\/?)>/g,
    (_, end, name, __, own) => {
      if (end) expect(open.pop()).toBe(name);
      else if (!own) open.push(name);
      names.push(name);
      return "";
    },
  );
  expect(open).toEqual([]);
  expect(rest.replace(/&(?:amp|lt|gt|quot|#39);/g, "")).not.toMatch(/[<&]/);
  return names;
}

it("is well-formed for every model, hostile names included", () => {
  for (const model of allModels()) {
    const names = new Set(checkXml(drawSvg(model)));
    expect([...names].sort()).toEqual(["desc", "g", "path", "rect", "style", "svg", "text", "title"]);
  }
});

it("has a title and a description", () => {
  const svg = drawSvg(irisModel());
  expect(svg).toContain('<title id="coppice-title">Decision tree for species</title>');
  expect(svg).toContain("4 leaves, depth 3, learned from 150 rows. The first split is on petal width.");
  expect(svg).toContain(">≤ 4.95</text>");
  expect(svg).toContain(">48 rows, 98%</text>");
  expect(svg).toContain(
    "<title>54 rows: versicolor 49, virginica 5\na missing petal length goes to: petal length ≤ 4.95</title>",
  );
  const tennis = drawSvg(tennisModel());
  expect(tennis).toContain("a missing outlook is sent down every branch with fractional weights");
  const lone = drawSvg({ ...irisModel(), nodes: [leaf(1, 2, 0)] });
  expect(lone).toContain("A single leaf, learned from 150 rows: versicolor.");
});

it("shows the position of a value between the least and the greatest", () => {
  const svg = drawSvg(rentModel());
  expect(svg).toContain(">from 400 to 1000</text>");
  expect(svg).toContain(">6 rows, MSE 20</text>");
});

it("cuts at maxDepth, and large trees by itself", () => {
  const svg = drawSvg(irisModel(), { maxDepth: 1 });
  expect(svg).toContain(">… 4 more nodes</text>");
  expect(svg.match(/<g>/g)).toHaveLength(3);
  // 12 levels of a chain: the root and two nodes per level, 25 of all
  expect(drawSvg(deepTree())).toContain(`>… ${2 * DEEP + 1 - 25} more nodes</text>`);
});

it("cut finds the depth within a number of nodes", () => {
  // 1, 3, 5 and 7 nodes down to depth 0, 1, 2 and 3
  expect([0, 3, 4, 5, 7, 100].map((limit) => depthWithin(irisModel(), limit))).toEqual([1, 1, 1, 2, 4, 4]);
  expect(cutAt(irisModel(), 2)).toEqual({ shown: [0, 1, 2, 3, 6], hidden: new Map([[3, 2]]) });
});

it("describes the handling of missing values: surrogates in their order, then the rest", () => {
  const svg = drawSvg(clinicModel());
  expect(svg).toContain(`a missing pulse follows the first of these that is known:
age ≤ 40 stands for pulse &gt; 72 (agrees on 80%)
sex = f stands for pulse ≤ 72 (agrees on 60%)
or else is sent down every branch with fractional weights`);
  expect(drawSvg(irisModel())).toMatch(/a missing [a-z ]+ goes to: /);
});

it("colours go to the most frequent classes if there are too many", () => {
  const levels = names("c", 9);
  const counts = [1, 9, 8, 7, 2, 6, 5, 4, 3];
  const model = treeOf([], [leaf(...counts)], { target: { name: "y", type: "nominal", levels } });
  const colours = coloursOf(model);
  expect(levels.filter((_, i) => colours[i] === "#8a8f98")).toEqual(["c0", "c4"]);
  expect(new Set(colours).size).toBe(8);
  expect(drawSvg(model)).toContain(">2 other classes</text>");
});

it("colours mix with white", () => {
  expect(tint("#0072b2", 1)).toBe("#0072b2");
  expect(tint("#000000", 0.5)).toBe("#808080"); // 255 - 127.5, rounded
});

it("escapes what XML cannot contain", () => {
  expect(escapeXml("a<b>&\"'\u0000\ud800\u{1f600}")).toBe("a&lt;b&gt;&amp;&quot;&#39;\ufffd\ufffd\u{1f600}");
});

it("cuts text to a width", () => {
  expect(fit("short", 10, 100)).toBe("short");
  const cut = fit("a very long attribute name", 10, 60);
  expect(cut).toMatch(/^a very.*…$/);
  expect(textWidth(cut, 10)).toBeLessThanOrEqual(60);
  expect(textWidth("漢字", 10)).toBeGreaterThan(textWidth("ab", 10));
});
