import type { Condition } from "../../model/condition.js";
import { rowRisk } from "../../model/risk.js";
import {
  type Conclusion,
  type ModelRule,
  type RuleModel,
  type RuleSize,
  ruleSize,
} from "../../model/ruleSet.js";
import { conclusionValue, rowsWhere } from "../../predict/predictRules.js";
import { asRules } from "../../rules/joinedRules.js";
import type { ReadableModel } from "../../rules/rulesOfModel.js";
import type { Table } from "../../table/table.js";
import { type PruneRows, rowsOfTable } from "./rows.js";

export interface PrunedRules {
  readonly model: RuleModel;
  /** The rows used for pruning, and the mean loss on them: the error rate, or the mean squared error. */
  readonly rows: number;
  readonly before: RuleSize & { readonly loss: number };
  readonly after: RuleSize & { readonly loss: number };
}

/**
 * Drops conditions and whole rules as long as the loss on rows not used for learning does not increase (A 9.4; D 8.3.6;
 * R 3.7). For each rule the change with the lowest loss is made (on a tie, the rule is dropped), until a pass changes
 * nothing. A condition is dropped only if the rule on its own does not get worse either, so that each rule can still be
 * read alone. The figures of a rule are then counted on those rows. Locked rules do not change.
 */
export function pruneRules(model: ReadableModel, table: Table, weight?: string): PrunedRules {
  const plain = asRules(model);
  const rows = rowsOfTable(plain, table, weight);
  const list = new RuleList(plain, rows);
  const before = { ...ruleSize(plain), loss: list.loss };
  while (list.pass());
  const pruned = list.model();
  return { model: pruned, rows: rows.rows, before, after: { ...ruleSize(pruned), loss: list.loss } };
}

/** Rules with the sets of rows for which each is the first to match. */
class RuleList {
  private rules: ModelRule[];
  /** For each row, the index of the first matching rule; the number of rules if none matches. */
  private answer: Int32Array;
  private readonly total: number;

  constructor(
    private readonly plain: RuleModel,
    private readonly rows: PruneRows,
  ) {
    this.rules = [...plain.rules];
    this.answer = this.answers();
    this.total = rows.weights.reduce((sum, weight) => sum + weight, 0);
  }

  /** The mean loss. */
  get loss(): number {
    let sum = 0;
    for (let row = 0; row < this.rows.rows; row++) sum += this.risk(this.answer[row], row);
    return sum / this.total;
  }

  /** One pass over all rules; returns whether anything changed. */
  pass(): boolean {
    let isChanged = false;
    for (let i = 0; i < this.rules.length; ) {
      const outcome = this.rules[i].locked ? "kept" : this.improve(i);
      isChanged ||= outcome !== "kept";
      if (outcome === "kept") i++;
    }
    return isChanged;
  }

  /** Makes the best change to a rule, if the loss does not increase. */
  private improve(i: number): "removed" | "shorter" | "kept" {
    const slack = 1e-9 * Math.max(1, this.total);
    let best = this.changeWithout(i);
    let chosen: readonly Condition[] | undefined;
    const own = this.ownLoss(i, this.rules[i].if);
    for (const conditions of looser(this.rules[i].if)) {
      if (this.ownLoss(i, conditions) > own + slack) continue;
      const change = this.changeWith(i, conditions);
      if (change < best - slack) [best, chosen] = [change, conditions];
    }
    if (best > slack) return "kept";
    const { rules } = this;
    this.rules = chosen ? rules.with(i, { ...rules[i], if: chosen }) : rules.filter((_, j) => j !== i);
    this.answer = this.answers();
    return chosen ? "shorter" : "removed";
  }

  private answers(): Int32Array {
    const answer = new Int32Array(this.rows.rows).fill(this.rules.length);
    let left = Int32Array.from(answer.keys());
    this.rules.forEach((rule, i) => {
      for (const row of this.fulfilling(rule.if, left)) answer[row] = i;
      left = left.filter((row) => answer[row] > i);
    });
    return answer;
  }

  private fulfilling(conditions: readonly Condition[], rows: Int32Array): Int32Array {
    return rowsWhere(conditions, this.plain.attributes, this.rows.cells, rows);
  }

  private risk(rule: number, row: number): number {
    const then = rule < this.rules.length ? this.rules[rule].then : this.plain.otherwise;
    return this.rows.weights[row] * this.loseOn(then, row);
  }

  /** The loss of a conclusion on a row of weight 1. */
  private loseOn(then: Conclusion, row: number): number {
    const { truth, cells } = this.rows;
    const said = "value" in then ? { ...then, value: conclusionValue(then, cells, row) } : then;
    return rowRisk(said, truth[row], this.plain);
  }

  /** The mean loss of the rule on all rows that satisfy the conditions, regardless of earlier rules. */
  private ownLoss(i: number, conditions: readonly Condition[]): number {
    const mine = this.fulfilling(
      conditions,
      this.where(() => true),
    );
    const weight = mine.reduce((sum, row) => sum + this.rows.weights[row], 0);
    return weight > 0 ? mine.reduce((sum, row) => sum + this.risk(i, row), 0) / weight : 0;
  }

  /** The loss that other conditions would add: rows of later rules match this one instead. */
  private changeWith(i: number, conditions: readonly Condition[]): number {
    const later = this.where((rule) => rule > i);
    return this.fulfilling(conditions, later).reduce(
      (sum, row) => sum + this.risk(i, row) - this.risk(this.answer[row], row),
      0,
    );
  }

  /** The loss that dropping the rule would add: its rows match later ones instead. */
  private changeWithout(i: number): number {
    let left = this.where((rule) => rule === i);
    let change = left.reduce((sum, row) => sum - this.risk(i, row), 0);
    for (let j = i + 1; j <= this.rules.length && left.length > 0; j++) {
      const taken = j < this.rules.length ? this.fulfilling(this.rules[j].if, left) : left;
      change = taken.reduce((sum, row) => sum + this.risk(j, row), change);
      const gone = new Set(taken);
      left = left.filter((row) => !gone.has(row));
    }
    return change;
  }

  private where(fits: (rule: number) => boolean): Int32Array {
    return Int32Array.from(this.answer.keys()).filter((row) => fits(this.answer[row]));
  }

  model(): RuleModel {
    const counted = (then: Conclusion, i: number) =>
      this.counted(
        then,
        this.where((rule) => rule === i),
      );
    return {
      ...this.plain,
      order: "first",
      rules: this.rules.map((rule, i) => ({ ...rule, then: counted(rule.then, i) })),
      otherwise: counted(this.plain.otherwise, this.rules.length),
    };
  }

  /** A conclusion with the figures of these rows; without weight where there are none. */
  private counted(then: Conclusion, mine: Int32Array): Conclusion {
    const { truth, weights } = this.rows;
    const weight = mine.reduce((sum, row) => sum + weights[row], 0);
    if (!(weight > 0)) return { ...then, weight: 0 };
    if ("value" in then) {
      const loss = mine.reduce((sum, row) => sum + weights[row] * this.loseOn(then, row), 0);
      return { ...then, weight, error: loss / weight };
    }
    const counts = then.counts.map(() => 0);
    for (const row of mine) if (truth[row] < counts.length) counts[truth[row]] += weights[row];
    return counts.some((count) => count > 0) ? { weight, counts, label: then.label } : then;
  }
}

/** The conditions with one of them left out, or with one bound of an interval. */
function* looser(conditions: readonly Condition[]): Generator<readonly Condition[]> {
  for (const [i, one] of conditions.entries()) {
    yield conditions.filter((_, j) => j !== i);
    if (one.kind !== "range" || one.above === undefined || one.atMost === undefined) continue;
    const { attribute, above, atMost } = one;
    yield conditions.map((other, j) => (j === i ? { kind: "range", attribute, above } : other));
    yield conditions.map((other, j) => (j === i ? { kind: "range", attribute, atMost } : other));
  }
}
