import { expect, it } from "vitest";
import { fitTable } from "../../learn/fit.js";
import { tennis } from "../../synthetic/index.js";
import { makeTable } from "../../table/table.js";
import { nominal } from "../../testing/index.js";
import { drawRuleReport } from "./ruleReport.js";

it("the page of a set of rules shows rules, default, attributes and options", () => {
  const model = fitTable(tennis(), { target: "Play", learner: "prism" });
  const page = drawRuleReport({ model, train: { accuracy: 1 } });
  expect(page).toContain("The first rule that matches decides, so the order counts.");
  expect(page).toContain("100.0%");
  expect(page.match(/<td class="if">/g)).toHaveLength(model.rules.length + 1);
  expect(page).toContain('<td class="if">otherwise</td>');
  expect(page).toContain("minWeight");
  expect(page.match(/<script/g)).toHaveLength(1); // its own
  expect([...page.matchAll(/data-order="(\d+)"/g)].map(([, n]) => Number(n))).toEqual(
    Array.from({ length: model.rules.length + 1 }, (_, i) => i + 1), // the first that matches decides
  );
});

it("the page of a set of rules lets no name of the data become markup", () => {
  const table = makeTable([
    nominal("<img src=x onerror=alert(1)>", ["<u>", "&"], [0, 0, 0, 1, 1, 1]),
    nominal("<script>y</script>", ["</td>", '"'], [0, 0, 0, 1, 1, 1]),
  ]);
  const model = fitTable(table, { target: "<script>y</script>", learner: "prism" });
  const page = drawRuleReport({ model });
  expect(page.match(/<script/g)).toHaveLength(1); // its own
  expect(page).not.toMatch(/<img|<u>|<\/td><\/span>/);
  expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;");
});
