import { checkIndex, need, needList, needObject } from "./checks.js";
import { sumOf } from "./parseFacts.js";
import { checkTest } from "./parseTest.js";
import type { PlainRule, TreeModel } from "./tree.js";

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

export function checkShares(shares: unknown, branches: number, path: string, of = "branch"): void {
  needList(shares, path, `a list of ${branches} shares, one per ${of}`, branches);
  const sum = sumOf(shares, path);
  need(Math.abs(sum - 1) <= 1e-9, path, "shares that sum to 1", sum);
}
