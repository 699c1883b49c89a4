import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { byLevel, leaf, split } from "../../../test/kit/handmade.js";
import { chainModel, hostileModel, irisModel, rentModel } from "../../../test/models.js";
import type { TreeModel } from "../../model/tree.js";
import { names } from "../../testing/index.js";
import type { Estimate } from "../evaluate/estimate.js";
import { drawReport } from "./html.js";
import { jsonText } from "./liveTree.js";

/** 10 rows: 4 of a, of which one is classified as b; 6 of b, of which two are classified as a. */
function estimate(classes = ["a", "b"]): Estimate {
  const confusion = ["31", "24"].map((row) => Array.from(row, Number));
  const rest = { balancedAccuracy: 0, kappa: 0, mcc: 0, logLoss: 0.25, brier: 0 };
  return {
    ...{ method: { kind: "folds", folds: 10 }, rows: 10, confidence: 0.95 },
    ...{ figures: { accuracy: 0.7, logLoss: 0.25 }, interval: { low: 0.4, high: 0.9 } },
    baseline: { kind: "classification", class: classes[1], accuracy: 0.6 },
    score: { kind: "classification", accuracy: 0.7, confusion, classes, ...rest },
  };
}

const twoClasses = (): TreeModel => ({
  ...{ ...irisModel(), nodes: [leaf(4, 6)] },
  target: { name: "y", type: "nominal", levels: ["a", "b"] },
});

describe("the report of a tree", () => {
  it("headlines the figure of unseen rows, with its interval and the baseline; training accuracy is named", () => {
    const page = drawReport({ model: twoClasses(), estimate: estimate(), train: { accuracy: 1 } });
    expect(page).toContain('<h2>Accuracy on new rows</h2>\n<p class="big">70.0%</p>');
    expect(page).toContain("10-fold cross-validation · 95% CI 40.0% to 90.0%");
    expect(page).toContain("<dt>baseline accuracy (majority class, b)</dt><dd>60.0%</dd>");
    expect(page).toContain("<dt>training accuracy (optimistic)</dt><dd>100.0%</dd>");
    // The interval reaches from 40% to 90% of the line.
    expect(page).toContain('<i class="band" style="left:40.00%;width:50.00%">');
  });

  it("names training accuracy optimistic where nothing else was measured, and shows nothing without a figure", () => {
    const page = drawReport({ model: twoClasses(), train: { accuracy: 1 } });
    expect(page).toContain("<h2>Training accuracy</h2>");
    expect(page).toContain("which is optimistic");
    expect(page).not.toContain("on new rows</h2>");
    expect(drawReport({ model: twoClasses() })).not.toContain('class="headline');
  });

  it("has the confusion matrix with precision and recall", () => {
    const page = drawReport({ model: twoClasses(), estimate: estimate() });
    const matrix = page.slice(page.indexOf('class="confusion"'), page.indexOf('aria-label="Rules"'));
    expect(matrix).toContain('<td class="n right" style="--share:75%">3</td>'); // 3 of 4
    expect(matrix).toContain('<td class="n wrong" style="--share:33%">2</td>'); // 2 of 6
    // Recall: 3 of 4, 4 of 6; precision: 3 of 5, 4 of 5.
    const sums = [...matrix.matchAll(/sum">([\d.]+)%/g)].map(([, sum]) => sum);
    expect(sums).toEqual(["75.0", "66.7", "60.0", "80.0"]);
  });

  it("lists precision, recall and the most frequent mistakes where a matrix would be too large", () => {
    const classes = names("c", 40);
    const confusion = classes.map((_, k) => classes.map((__, j): number => (j === k ? 5 : 0)));
    confusion[3][7] = 2;
    const few = estimate();
    const score = { ...few.score!, classes, confusion } as Estimate["score"] & object;
    const page = drawReport({ model: twoClasses(), estimate: { ...few, score } });
    expect(page).not.toContain('class="confusion"');
    expect(page).toContain('<tr><td>c3</td><td>c7</td><td class="n">2</td></tr>');
    expect(page.match(/<td class="n">71\.4%<\/td>/g)).toHaveLength(2); // recall of c3, precision of c7: 5 of 7
  });

  it("shows options that differ from the defaults, the others on demand", () => {
    const model = { ...irisModel(), options: { minLeaf: 5, prune: "none" } };
    const page = drawReport({ model, defaults: { minLeaf: 1, prune: "none" } });
    const options = page.slice(page.indexOf("<h2>Options</h2>"));
    const [chosen, all] = options.split("<summary>All options</summary>");
    expect(chosen).toContain('<th scope="row">minLeaf</th><td>5</td>');
    expect(chosen).not.toContain("prune");
    expect(all).toContain('<th scope="row">prune</th><td>none</td>');
    expect(drawReport({ model, defaults: model.options })).toContain("The defaults of cart.");
    expect(drawReport({ model })).not.toContain("All options");
  });

  it("sorts rules by the rows they cover", () => {
    const page = drawReport({ model: irisModel() });
    const found = [...page.matchAll(/data-order="(\d)" data-rows="(\d+)"/g)];
    expect(found.map(([, order, rows]) => `${order}: ${rows}`)).toEqual(["1: 50", "2: 48", "4: 46", "3: 6"]);
  });

  it("ranks attributes by their decrease in impurity", () => {
    const page = drawReport({ model: irisModel() });
    // Gini times weight: 150 * 2/3 = 100 at the root, 50 below its split, 9.0741 and 1.9565 below the next, and
    // 1.9583 and 2.6667 below the last. Petal width: 50 + 38.9694 of 93.4185.
    const row = (name: string, ...cells: (number | string)[]) =>
      `${name}<small>numeric</small></td>${cells.map((cell) => `<td class="n">${cell}`).join("</td>")}<`;
    expect(page).toContain(row("petal width", 2, "0.9524"));
    expect(page).toContain(row("petal length", 1, "0.0476"));
  });

  it("has the figures of a regression", () => {
    const estimate = {
      ...{ rows: 4, confidence: 0.95, figures: { rmse: 23.456, r2: 0.5 } },
      method: { kind: "holdOut", share: 0.2 },
      baseline: { kind: "regression", mean: 700, rmse: 40 },
    } as const;
    const page = drawReport({ model: rentModel(), train: { rmse: 10 }, estimate });
    expect(page).toContain('<p class="big">23.46</p>\n<p class="how">Hold-out of 4 rows</p>');
    expect(page).toContain("<dt>baseline RMSE (always the mean, 700)</dt><dd>40</dd>");
    expect(page).toContain("<span>age ≤ 10</span><i>and</i><span>size &gt; medium</span>");
  });

  it("stays small for large trees, and counts what is left out", () => {
    const page = drawReport({ model: chainModel(6000) });
    expect(page).toContain("The 200 rules with the most rows; 5801 more are not listed."); // of 6,001
    expect(page).toContain("2002 of 12001 nodes, those with the fewest rows, are left out."); // 9,999 are kept
    expect(page.length).toBeLessThan(1_500_000);
  });
});

const marks = "</script><script>alert(1)</script><!-- <img src=x onerror=alert(1)> \" ' & \u202e \u{1f98a}";
const { attributes } = irisModel();
const model = {
  ...twoClasses(),
  target: { name: marks, type: "nominal", levels: [marks, "b"] },
  attributes: [{ name: marks, type: "nominal", levels: [marks, "]]>"] }, ...attributes.slice(1)],
  nodes: split(byLevel(0), [leaf(4, 0), leaf(0, 6)]),
} as TreeModel;
const warnings = [{ message: marks, remedy: { flag: `--use ${marks}` } }];
const page = drawReport({ model, estimate: estimate([marks, "b"]), warnings });

it("hostile names become no markup and no script", () => {
  expect(page.match(/<script/g)).toHaveLength(2); // the tree's data, and the page's own script
  expect(page.match(/<\/script/g)).toHaveLength(2);
  expect(page).not.toMatch(/<img|<!--/);
  expect(page).not.toContain("\u202e"); // written as \u202e
  expect(page).toContain("\u{1f98a}");
});

it("hostile names survive in the tree's data", () => {
  const text = /<script type="application\/json" id="tree-data">([^<]*)</.exec(page)![1];
  const data = JSON.parse(text);
  expect(data.classes[1]).toBe("b");
  expect(data.attributes[0]).toContain("</script><script>alert(1)");
  expect(jsonText("</script>\u2028")).toBe('"\\u003c/script>\\u2028"');
});

it("hostile names are not the only thing that the policy forbids: it runs the page's own script, by its hash, and loads nothing", () => {
  const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(page)!;
  const script = page.slice(page.lastIndexOf("<script>") + 8, page.lastIndexOf("</script>"));
  const hash = createHash("sha256").update(script).digest("base64");
  expect(policy).toBe(`default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'`);
  expect(page).not.toMatch(/(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?\/\//);
});

it("hostile names of every test model are escaped", () => {
  const all = drawReport({ model: hostileModel(), warnings: [{ message: "<b>\u001b" }] });
  expect(all).toContain("<li>&lt;b&gt;\\u001b</li>");
  expect(all.match(/<script/g)).toHaveLength(2);
});
