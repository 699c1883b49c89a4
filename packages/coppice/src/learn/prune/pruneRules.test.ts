import { expect, it } from "vitest";
import { accuracyOn } from "../../../test/kit/answers.js";
import { rowsFrom } from "../../../test/kit/rows.js";
import { joinedRules, ruleModelOf } from "../../rules/joinedRules.js";
import { rulesText } from "../../rules/rulesText.js";
import { tableOf } from "../../synthetic/columns.js";
import { monks3 } from "../../synthetic/monks.js";
import { figure96Tree, PERSON_COLUMNS } from "../../synthetic/textbookTrees.js";
import { fitTable } from "../fit.js";
import { pruneRules } from "./pruneRules.js";

it("pruneRules prunes R3 to R3' when all of job type A have outcomes close to 0.4, regardless of age (A 9.4)", () => {
  const rows = tableOf(PERSON_COLUMNS, [
    [25, 1, "female", "A", 0.4],
    [35, 6, "male", "A", 0.41],
    [50, 1, "male", "A", 0.39],
    [60, 5, "female", "A", 0.4],
    [30, 1, "male", "B", 0.3],
    [30, 1, "male", "C", 0.2],
    [50, 1, "male", "B", 0.6],
    [50, 5, "female", "C", 0.8],
  ]);
  const { model, before, after } = pruneRules(figure96Tree(), rows);
  expect(rulesText(model).split("\n")).toEqual([
    "IF job-type = A                        THEN 0.4   (4 rows, MSE 0.00005)",
    "IF age <= 38.5 AND job-type = B        THEN 0.3   (1 row, MSE 0)",
    "IF age <= 38.5 AND job-type = C        THEN 0.2   (1 row, MSE 0)",
    "IF age > 38.5 AND years-in-job <= 2.5  THEN 0.6   (1 row, MSE 0)",
    "IF age > 38.5 AND years-in-job > 2.5   THEN 0.8   (1 row, MSE 0)",
    "OTHERWISE                              THEN 0.46  (no rows)",
  ]);
  // R1 and R2 said 0.8 and 0.6 of the two older people of type A: (0.21² + 0.4² + 0.01²) / 8 before, 0.0002 / 8 after
  expect(before).toEqual({
    rules: 5,
    conditions: 10,
    loss: expect.closeTo((0.21 ** 2 + 0.4 ** 2 + 0.01 ** 2) / 8, 12),
  });
  expect(after.loss).toBeCloseTo(0.0002 / 8, 12);
});

it("pruneRules never errs more on the rows that decide, and has fewer conditions", () => {
  const all = monks3({ rows: 300, seed: 5 });
  const [training, others] = [rowsFrom(all, 0, 150), rowsFrom(all, 150, 300)];
  for (const learner of ["id3", "ripper", "c45"] as const) {
    const model = fitTable(training, { target: "class", learner });
    const pruned = pruneRules(model, others);
    expect(pruned.rows).toBe(150);
    expect(pruned.after.loss).toBeLessThanOrEqual(pruned.before.loss);
    expect(pruned.after.conditions).toBeLessThanOrEqual(pruned.before.conditions);
    expect(1 - accuracyOn(pruned.model, others)).toBeCloseTo(pruned.after.loss, 12);
  }
});

it("pruneRules leaves locked rules alone", () => {
  const table = monks3({ rows: 100, seed: 6 });
  const tree = fitTable(table, { target: "class", learner: "id3" });
  const model = ruleModelOf(tree, joinedRules(tree));
  const locked = { ...model, rules: model.rules.map((rule) => ({ ...rule, locked: true as const })) };
  expect(pruneRules(locked, table).model.rules.map((rule) => rule.if)).toEqual(
    model.rules.map((rule) => rule.if),
  );
});
