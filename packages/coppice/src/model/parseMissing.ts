import type { ColumnSchema } from "../table/schema.js";
import { AMOUNT, checkFinite, checkIndex, fault, isAmount, isJson, type Json } from "./checks.js";
import { checkCondition } from "./parseCondition.js";
import { checkTest } from "./parseTest.js";
import type { PlainRule, Preparation, TreeModel } from "./tree.js";

type Attributes = Pick<TreeModel, "attributes">;

/** Checks a split's missing-value rule; returns the rule for rows that no surrogate can place. */
export function checkMissing(rule: unknown, branches: number, path: string, model: Attributes): PlainRule {
  const kinds = "a share, branch or surrogates rule";
  if (!isJson(rule)) throw fault(path, kinds, rule);
  if (rule.kind === "share" || rule.kind === "branch") return checkPlain(rule, branches, path);
  if (rule.kind !== "surrogates") throw fault(`${path}.kind`, kinds, rule.kind);
  const { surrogates } = rule;
  if (!Array.isArray(surrogates)) throw fault(`${path}.surrogates`, "a list of surrogates", surrogates);
  for (let i = 0; i < surrogates.length; i++) {
    checkSurrogate(surrogates[i], branches, `${path}.surrogates[${i}]`, model);
  }
  return checkPlain(rule.otherwise, branches, `${path}.otherwise`);
}

function checkPlain(rule: unknown, branches: number, path: string): PlainRule {
  const kinds = "a share or branch rule";
  if (!isJson(rule)) throw fault(path, kinds, rule);
  if (rule.kind === "share") checkShares(rule.shares, branches, `${path}.shares`);
  else if (rule.kind === "branch") checkIndex(rule.to, branches, `${path}.to`, "a branch");
  else throw fault(`${path}.kind`, kinds, rule.kind);
  return rule as PlainRule;
}

function checkSurrogate(surrogate: unknown, branches: number, path: string, model: Attributes): void {
  if (!isJson(surrogate)) throw fault(path, "an object", surrogate);
  const outcomes = checkTest(surrogate.test, `${path}.test`, model);
  const { to } = surrogate;
  if (!Array.isArray(to) || to.length !== outcomes) {
    throw fault(`${path}.to`, `a list of ${outcomes} branches, one per outcome`, to);
  }
  for (let i = 0; i < to.length; i++) {
    if (to[i] !== -1) checkIndex(to[i], branches, `${path}.to[${i}]`, "-1 or a branch");
  }
  checkFinite(surrogate.agreement, `${path}.agreement`);
  checkFinite(surrogate.adjusted, `${path}.adjusted`);
}

/** Checks a model's preparation; `checkTree` checks the trees in it. */
export function checkPreparation(
  list: unknown,
  model: Attributes,
  checkTree: (tree: Pick<TreeModel, "task" | "target" | "attributes" | "nodes">, path: string) => void,
): void {
  if (!Array.isArray(list)) throw fault("preparation", "a list of steps", list);
  const { attributes } = model;
  list.forEach((step: unknown, i) => {
    const path = `preparation[${i}]`;
    if (!isJson(step)) throw fault(path, "an object", step);
    checkIndex(step.attribute, attributes.length, `${path}.attribute`, "the index of an attribute");
    const attribute = attributes[step.attribute as number];
    const { kind } = step as { kind?: Preparation["kind"] };
    if (kind === "combination") checkCombination(step, attribute, path, model);
    else if (kind === "fill") checkCell(step.cell, attribute, `${path}.cell`);
    else if (kind === "indicator") {
      checkIndex(step.of, attributes.length, `${path}.of`, "the index of an attribute");
      checkTwoLevels(attribute, step, path);
    } else if (kind === "eachValue") checkCandidates(step, attribute, path);
    else if (kind === "predict") {
      const { nodes } = step;
      if (!Array.isArray(nodes) || nodes.length === 0)
        throw fault(`${path}.nodes`, "a list of at least one node", nodes);
      const task = attribute.type === "numeric" ? "regression" : "classification";
      if (task === "classification" && !attribute.levels?.length)
        throw fault(`${path}.attribute`, "a numeric attribute, or one with levels", step.attribute);
      checkTree({ task, target: attribute, attributes, nodes }, `${path}.nodes`);
    } else throw fault(`${path}.kind`, "fill, predict, indicator, combination or eachValue", kind);
  });
}

function checkTwoLevels({ type, levels }: ColumnSchema, step: Json, path: string): void {
  if (type === "numeric" || levels?.length !== 2)
    throw fault(`${path}.attribute`, "an attribute of two levels", step.attribute);
}

/** Its conditions test attributes before its own: those of the table, or added by earlier steps. */
function checkCombination(step: Json, attribute: ColumnSchema, path: string, model: Attributes): void {
  checkTwoLevels(attribute, step, path);
  const { all } = step;
  if (!Array.isArray(all) || all.length === 0) {
    throw fault(`${path}.all`, "a list of at least one condition", all);
  }
  all.forEach((condition: unknown, i) => {
    const tested = checkCondition(condition, `${path}.all[${i}]`, model);
    if (tested >= (step.attribute as number)) {
      throw fault(`${path}.all[${i}].attribute`, "an attribute before the combination", tested);
    }
  });
}

function checkCell(cell: unknown, { type, levels = [] }: ColumnSchema, path: string): void {
  if (type === "numeric") checkFinite(cell, path);
  else checkIndex(cell, levels.length, path, "a level code");
}

function checkCandidates(step: Json, attribute: ColumnSchema, path: string): void {
  const { cells, shares } = step;
  if (!Array.isArray(cells) || cells.length === 0) throw fault(`${path}.cells`, "a list of cells", cells);
  for (let i = 0; i < cells.length; i++) checkCell(cells[i], attribute, `${path}.cells[${i}]`);
  checkShares(shares, cells.length, `${path}.shares`, "cell");
}

export function checkCompetitors(list: unknown, path: string, model: Attributes): void {
  if (!Array.isArray(list)) throw fault(path, "a list of tests with their gains", list);
  list.forEach((competitor: unknown, i) => {
    if (!isJson(competitor)) throw fault(`${path}[${i}]`, "an object", competitor);
    checkTest(competitor.test, `${path}[${i}].test`, model);
    checkFinite(competitor.gain, `${path}[${i}].gain`);
  });
}

export function checkShares(shares: unknown, branches: number, path: string, of = "branch"): void {
  if (!Array.isArray(shares) || shares.length !== branches) {
    throw fault(path, `a list of ${branches} shares, one per ${of}`, shares);
  }
  let sum = 0;
  for (let b = 0; b < branches; b++) {
    if (!isAmount(shares[b])) throw fault(`${path}[${b}]`, AMOUNT, shares[b]);
    sum += shares[b];
  }
  if (!(Math.abs(sum - 1) <= 1e-9)) throw fault(path, "shares that sum to 1", sum);
}
