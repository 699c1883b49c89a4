import { expect, it } from "vitest";
import { irisModel, rentModel } from "../../test/models.js";
import type { TreeModel } from "../model/tree.js";
import { joinedRules, ruleModelOf } from "./joinedRules.js";
import { gridMarkdown, ruleGrid } from "./ruleGrid.js";

it("has a column for each attribute that is tested", () => {
  const { head, rows } = ruleGrid(irisModel());
  expect(head).toEqual(["rule", "petal length", "petal width", "species", "support", "confidence", "lift"]);
  expect(rows[1]).toEqual(["2", "<= 4.95", "> 0.8, <= 1.75", "versicolor", "48", "0.9792", "2.938"]);
  expect(rows[3]).toEqual(["4", "", "> 1.75", "virginica", "46", "0.9783", "2.935"]);
});

it("gives errors for values, and names the default of a set of rules", () => {
  const { head, rows } = ruleGrid(rentModel());
  expect(head.slice(-3)).toEqual(["rent", "support", "MSE"]);
  expect(rows[4]).toEqual(["5", "missing", "", "650", "2", "2500"]);
  const set = ruleGrid(ruleModelOf(irisModel(), joinedRules(irisModel())));
  expect(set.rows[4].slice(0, 5)).toEqual(["otherwise", "", "", "setosa", "0"]);
});

it("is Markdown in which names are escaped", () => {
  const model = irisModel();
  const hostile: TreeModel = {
    ...model,
    attributes: model.attributes.map((attribute) => ({ ...attribute, name: `|${attribute.name}\n<b>` })),
  };
  const lines = gridMarkdown(ruleGrid(hostile)).split("\n");
  expect(lines).toHaveLength(6);
  expect(lines[0]).toContain("\\|petal length\\\\u000a\\<b\\>");
  expect(lines[2]).toBe("| 1 |  | \\<= 0.8 | setosa | 50 | 1 | 3 |");
});
