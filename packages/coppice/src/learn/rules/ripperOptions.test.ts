import { expect, it } from "vitest";
import { madeTable, mixedTable, numeric } from "../../../test/kit/index.js";
import type { RuleModel } from "../../model/ruleSet.js";
import { monks3 } from "../../synthetic/index.js";
import { makeTable, type Table } from "../../table/table.js";
import { fitTable } from "../fit.js";

const noisy = monks3({ seed: 5, noise: 0.1 });
const learn = (options: Record<string, unknown> = {}, table: Table = noisy, learner = "ripper", seed = 1) =>
  fitTable(table, { target: "class", learner, options, seed }) as RuleModel;
const conditions = ({ rules }: RuleModel) => rules.reduce((sum, rule) => sum + rule.if.length, 0);

it("without pruning, rules are grown on all rows until they err no more, and there are more of them", () => {
  const free = learn({ pruning: false });
  expect(conditions(free)).toBeGreaterThan(3 * conditions(learn()));
  // Nothing is drawn: no seed makes a difference.
  const { rules, otherwise } = learn({ pruning: false }, noisy, "ripper", 9);
  expect({ rules, otherwise }).toEqual({ rules: free.rules, otherwise: free.otherwise });
});

it("minWeight: no condition leaves a rule less of its class", () => {
  const { rules } = learn({ pruning: false, minWeight: 12 });
  const [{ then }] = rules;
  if ("counts" in then) expect(then.counts[then.label]).toBeGreaterThanOrEqual(12);
  expect(rules.length).toBeLessThan(learn({ pruning: false }).rules.length);
});

it("maxError: a rule that errs more ends the search, unless it may err always", () => {
  for (const maxError of [0.05, 0.5]) {
    for (const { then } of learn({ maxError, optimisations: 0, tries: 1 }).rules) {
      if ("counts" in then && then.weight > 0)
        expect(1 - then.counts[then.label] / then.weight).toBeLessThan(maxError);
    }
  }
  // Half of the high rows are of the rarer class: a rule for them errs as often as not.
  const row = (i: number) => `${i % 2 === 0 ? "low" : "high"} ${i % 4 === 1 ? "b" : "a"}`;
  const doubtful = madeTable("x class", 400, row);
  expect(learn({ optimisations: 0 }, doubtful).rules).toHaveLength(0);
  expect(learn({ optimisations: 0, maxError: 1 }, doubtful).rules).toHaveLength(1);
});

it("the seed changes what is found", () => {
  const table = mixedTable({ rows: 300, seed: 3, target: "classes", missing: 0.05 });
  const rules = (seed: number) =>
    fitTable(table, { target: "y", learner: "ripper", options: { tries: 1 }, seed }).rules;
  expect(rules(2)).not.toEqual(rules(1));
});

it("tries: of several lists the one said in fewest bits stays, so that more of them are seldom longer", () => {
  const [few, many] = [1, 20].map((tries) =>
    [1, 2, 3].map((seed) => conditions(learn({ tries }, noisy, "ripper", seed))),
  );
  const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
  expect(sum(many)).toBeLessThanOrEqual(sum(few));
  expect(new Set(many).size).toBeLessThanOrEqual(new Set(few).size);
});

it.each(["ripper", "irep", "prism"])("%s: all weights 1 are no weights", (learner) => {
  const options = learner === "ripper" ? { tries: 3 } : {};
  const weighted = makeTable([...noisy.columns, numeric("w", new Array(noisy.rows).fill(1))]);
  const model = fitTable(weighted, { target: "class", weight: "w", learner, options }) as RuleModel;
  expect(model.rules).toEqual(learn(options, noisy, learner).rules);
});
