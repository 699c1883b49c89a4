import type { Explained, Explanation } from "coppice";
import { explanationJson } from "coppice/draw";
import { brief, shown } from "../base/text.js";
import type { RowRules } from "./protocol.js";

/** Rules that are listed for a row. */
const MOST = 8;

/** A rule as `explanationJson` writes it. */
interface WrittenRule {
  readonly if: readonly string[];
  readonly then?: string | number;
  readonly rule?: number;
  readonly support?: number;
  readonly confidence?: number;
  readonly weight?: number;
  readonly trees?: number;
}

/** The rules behind the answer for one row; undefined for a tree, which has a path. */
export function rowRules(explained: Explained): RowRules | undefined {
  const { because }: Explanation = explained.explanations[0];
  if (because.kind === "tree") return undefined;
  const { rows } = explanationJson(explained) as {
    rows: readonly { because: { rules: readonly WrittenRule[] } }[];
  };
  const { rules } = rows[0].because;
  return {
    ...(because.kind === "rules"
      ? { of: because.of }
      : { of: because.trees, carrying: because.carrying, sum: because.sum }),
    matched: rules.slice(0, MOST).map(({ then, ...rule }) => ({
      if: rule.if.map((condition) => shown(condition, 160)),
      ...(rule.rule !== undefined && { rule: rule.rule }),
      ...(then !== undefined && { then: typeof then === "number" ? brief(then) : shown(then, 60) }),
      ...(rule.support !== undefined && { support: rule.support }),
      ...(rule.confidence !== undefined && { confidence: rule.confidence }),
      ...(rule.weight !== undefined && { weight: rule.weight }),
      ...(rule.trees !== undefined && { trees: rule.trees }),
    })),
    more: Math.max(0, rules.length - MOST),
  };
}
