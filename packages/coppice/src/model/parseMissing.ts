import type { ColumnSchema } from "../table/schema.js";
import {
  attributeOf,
  checkCell,
  checkIndex,
  fault,
  type Json,
  need,
  needList,
  needObject,
  needSome,
} from "./checks.js";
import { checkCondition } from "./parseCondition.js";
import { sumOf } from "./parseFacts.js";
import { checkTest } from "./parseTest.js";
import type { PlainRule, Preparation, TreeModel } from "./tree.js";

type Attributes = Pick<TreeModel, "attributes">;

/** Checks a split's missing-value rule; returns the rule for rows that no surrogate can place. */
export function checkMissing(rule: unknown, branches: number, path: string, model: Attributes): PlainRule {
  const kinds = "a share, branch or surrogates rule";
  needObject(rule, path, kinds);
  const { kind, surrogates } = rule;
  if (kind === "share" || kind === "branch") return checkPlain(rule, branches, path);
  need(kind === "surrogates", `${path}.kind`, kinds, kind);
  needList(surrogates, `${path}.surrogates`, "a list of surrogates");
  surrogates.forEach((surrogate, i) => {
    checkSurrogate(surrogate, branches, `${path}.surrogates[${i}]`, model);
  });
  return checkPlain(rule.otherwise, branches, `${path}.otherwise`);
}

function checkPlain(rule: unknown, branches: number, path: string): PlainRule {
  const kinds = "a share or branch rule";
  needObject(rule, path, kinds);
  if (rule.kind === "share") checkShares(rule.shares, branches, `${path}.shares`);
  else {
    need(rule.kind === "branch", `${path}.kind`, kinds, rule.kind);
    checkIndex(rule.to, branches, `${path}.to`, "a branch");
  }
  return rule as PlainRule;
}

function checkSurrogate(surrogate: unknown, branches: number, path: string, model: Attributes): void {
  needObject(surrogate, path);
  const outcomes = checkTest(surrogate.test, `${path}.test`, model);
  const { to } = surrogate;
  needList(to, `${path}.to`, `a list of ${outcomes} branches, one per outcome`, outcomes);
  to.forEach((branch, i) => {
    if (branch !== -1) checkIndex(branch, branches, `${path}.to[${i}]`, "-1 or a branch");
  });
}

/** Checks a model's preparation; `checkTree` checks the trees in it. */
export function checkPreparation(
  list: unknown,
  model: Attributes,
  checkTree: (tree: Pick<TreeModel, "task" | "target" | "attributes" | "nodes">, path: string) => void,
): void {
  needList(list, "preparation", "a list of steps");
  const { attributes } = model;
  list.forEach((step: unknown, i) => {
    const path = `preparation[${i}]`;
    needObject(step, path);
    const attribute = attributeOf(step, path, attributes);
    const { kind } = step as { kind?: Preparation["kind"] };
    if (kind === "combination") checkCombination(step, attribute, path, model);
    else if (kind === "fill") checkCell(step.cell, attribute, `${path}.cell`);
    else if (kind === "indicator") {
      checkIndex(step.of, attributes.length, `${path}.of`, "the index of an attribute");
      checkTwoLevels(attribute, step, path);
    } else if (kind === "eachValue") checkCandidates(step, attribute, path);
    else if (kind === "predict") {
      const nodes = step.nodes as TreeModel["nodes"];
      needSome(nodes, `${path}.nodes`, "a list of at least one node");
      const task = attribute.type === "numeric" ? "regression" : "classification";
      const isRight = task === "regression" || !!attribute.levels?.length;
      need(isRight, `${path}.attribute`, "a numeric attribute, or one with levels", step.attribute);
      checkTree({ task, target: attribute, attributes, nodes }, `${path}.nodes`);
    } else throw fault(`${path}.kind`, "fill, predict, indicator, combination or eachValue", kind);
  });
}

function checkTwoLevels({ type, levels }: ColumnSchema, step: Json, path: string): void {
  const isRight = type !== "numeric" && levels?.length === 2;
  need(isRight, `${path}.attribute`, "an attribute of two levels", step.attribute);
}

/** Its conditions test attributes before its own: those of the table, or added by earlier steps. */
function checkCombination(step: Json, attribute: ColumnSchema, path: string, model: Attributes): void {
  checkTwoLevels(attribute, step, path);
  const { all } = step;
  needSome(all, `${path}.all`, "a list of at least one condition");
  all.forEach((condition, i) => {
    const at = `${path}.all[${i}]`;
    const tested = checkCondition(condition, at, model);
    need(
      tested < (step.attribute as number),
      `${at}.attribute`,
      "an attribute before the combination",
      tested,
    );
  });
}

function checkCandidates(step: Json, attribute: ColumnSchema, path: string): void {
  const { cells, shares } = step;
  needSome(cells, `${path}.cells`, "a list of cells");
  cells.forEach((cell, i) => {
    checkCell(cell, attribute, `${path}.cells[${i}]`);
  });
  checkShares(shares, cells.length, `${path}.shares`, "cell");
}

export function checkShares(shares: unknown, branches: number, path: string, of = "branch"): void {
  needList(shares, path, `a list of ${branches} shares, one per ${of}`, branches);
  const sum = sumOf(shares, path);
  need(Math.abs(sum - 1) <= 1e-9, path, "shares that sum to 1", sum);
}
