import type { Condition } from "../../model/condition.js";
import { isMeasure } from "../../model/measure.js";
import { attributesRead } from "../../model/measureAttributes.js";
import { isYesOrNo } from "../../model/stringMeasure.js";
import { plainRule } from "../../model/surrogates.js";
import { branchOf, gateShares, type Test, UNKNOWN } from "../../model/test.js";
import type { SplitNode, SurrogateRule, TreeModel } from "../../model/tree.js";
import { type Parents, parentsOf, pathTo, type Step } from "../../model/walk.js";
import { conditionOf } from "../../model/words.js";
import { bind, type Cells } from "../../predict/bind.js";
import { cellsOf, placed, tableAttributes } from "../../predict/cells.js";
import { branchSharesOf, type Open, openOf } from "../../predict/eachValue.js";
import { missingIn } from "../../predict/prepareCells.js";
import { walk } from "../../predict/walk.js";
import { type Conjunction, join, normal } from "../../rules/conjunction.js";
import { measureText } from "../../rules/measureText.js";
import type { Table, Warning } from "../../table/table.js";
import type { MeasuredValue, MissingStep } from "./explanation.js";

/** A path of a row down a tree. */
export interface PathTaken {
  readonly leaf: number;
  readonly share: number;
  /** The conditions the row satisfies, by attribute, in the order of the path. */
  readonly if: Conjunction;
  readonly missing: readonly MissingStep[];
  readonly measures: readonly MeasuredValue[];
}

/** Finds the paths of a table's rows down one tree. */
export class PathFinder {
  readonly warnings: readonly Warning[];
  private readonly cells: readonly Cells[];
  private readonly filled: readonly (Cells | undefined)[];
  private readonly parents: Parents;
  private readonly open: Open | undefined;

  constructor(
    private readonly model: TreeModel,
    table: Table,
  ) {
    const { cells, warnings } = cellsOf(model, table);
    this.cells = cells;
    this.warnings = warnings;
    this.filled = cellsToFill(model, table);
    this.parents = parentsOf(model);
    this.open = openOf(model);
  }

  /** In preorder of the leaves; the shares sum to 1. */
  of(row: number): PathTaken[] {
    const found: PathTaken[] = [];
    walk(this.model, this.cells, row, (leaf, share) => {
      const reasons = this.reasons(row, pathTo(this.parents, leaf));
      found.push({ leaf, share, ...reasons, measures: this.measuresIn(reasons.if, row) });
    });
    return found;
  }

  private measuresIn(conditions: Conjunction, row: number): MeasuredValue[] {
    const { attributes, derived = [] } = this.model;
    return [...conditions.keys()].flatMap((attribute): MeasuredValue[] => {
      const step = derived.find((one) => one.attribute === attribute);
      // What was found in a string is marked in it.
      if (step === undefined || !isMeasure(step) || isYesOrNo(step)) return [];
      const cell = this.cells[attribute][row];
      const value = attributes[attribute].levels?.[cell] ?? cell;
      const isKnown = typeof value === "string" || (Number.isFinite(value) && step.kind !== "largest");
      return [{ attribute, formula: measureText(step, attributes), ...(isKnown && { value }) }];
    });
  }

  private reasons(row: number, steps: readonly Step[]): Pick<PathTaken, "if" | "missing"> {
    const { nodes, attributes } = this.model;
    const missing: MissingStep[] = [];
    let all: Conjunction = new Map();
    let open = this.open;
    const add = (condition: Condition) => {
      // The row satisfies each of them, so their intersection is not empty; except where gates send it both ways.
      all =
        join(
          all,
          new Map([[condition.attribute, normal(condition, attributes[condition.attribute])]]),
          attributes,
        ) ?? all;
    };
    for (const { node: index, branch } of steps) {
      const node = nodes[index] as SplitNode;
      const { attribute } = node.test;
      const cell = this.cells[attribute][row];
      const as = conditionOf(node.test, branch, attributes);
      for (const read of this.readBy(attribute)) {
        const filled = this.filling(read, row, missing);
        if (filled) missing.push(filled);
      }
      if (branchOf(node.test, cell) !== UNKNOWN) {
        add(as);
        if (node.test.kind === "gate") {
          missing.push({ attribute, how: "gate", as, share: gateShares(node.test, cell)[branch], cell });
        }
        continue;
      }
      add(unknownTo(node.test, cell));
      if (open?.has(attribute) && !(cell >= 0)) {
        const sent = branchSharesOf(node, open).find((one) => one.branch === branch)!;
        open = sent.open;
        if (sent.share < 1) missing.push({ attribute, how: "eachValue", as, share: sent.share });
        continue;
      }
      const known = cell >= 0 ? { attribute, level: cell } : { attribute };
      const step = this.unanswered(node, branch, row, as, add);
      if (step) missing.push({ ...known, ...step });
    }
    return { if: all, missing };
  }

  /**
   * How the row proceeded from a test that its value does not decide; undefined if the branch is the one for missing
   * values.
   */
  private unanswered(
    node: SplitNode,
    branch: number,
    row: number,
    as: Condition,
    add: (condition: Condition) => void,
  ) {
    if (node.missing.kind === "surrogates") {
      const stood = this.surrogate(node.missing, row, add);
      if (stood) return { how: "surrogate" as const, as, ...stood };
    }
    const rule = plainRule(node.missing);
    if (rule.kind === "share") return { how: "share" as const, as, share: rule.shares[branch] };
    return as.kind === "missing" ? undefined : { how: "branch" as const, as };
  }

  /** The first surrogate that is defined for the row; that the earlier ones are not is part of the conditions. */
  private surrogate({ surrogates }: SurrogateRule, row: number, add: (condition: Condition) => void) {
    const { attributes } = this.model;
    for (const { test, to, agreement } of surrogates) {
      const cell = this.cells[test.attribute][row];
      const outcome = branchOf(test, cell);
      add(outcome === UNKNOWN ? unknownTo(test, cell) : conditionOf(test, outcome, attributes));
      if (outcome !== UNKNOWN && to[outcome] >= 0) {
        return { by: conditionOf(test, outcome, attributes), agreement };
      }
    }
    return undefined;
  }

  /** The attribute, or those that it is computed from. */
  private readBy(attribute: number): readonly number[] {
    const step = this.model.derived?.find((one) => one.attribute === attribute);
    return step && isMeasure(step) ? attributesRead(step) : [attribute];
  }

  private filling(attribute: number, row: number, reported: readonly MissingStep[]): MissingStep | undefined {
    const given = this.filled[attribute];
    if (given === undefined || reported.some((step) => step.attribute === attribute)) return undefined;
    if (!missingIn(this.model.attributes[attribute], given)(row)) return undefined;
    return { attribute, how: "fill", cell: this.cells[attribute][row] };
  }
}

function unknownTo({ attribute }: Test, cell: number): Condition {
  return cell >= 0 ? { kind: "levels", attribute, levels: [cell] } : { kind: "missing", attribute };
}

/** For each attribute whose missing values are imputed before any test: the cells as in the table. */
function cellsToFill(model: TreeModel, table: Table): (Cells | undefined)[] {
  const filled = new Set(
    (model.derived ?? [])
      .filter(({ kind }) => kind === "fill" || kind === "predict")
      .map(({ attribute }) => attribute),
  );
  if (filled.size === 0) return model.attributes.map(() => undefined);
  const { cells } = bind(tableAttributes(model), table);
  return placed(model, cells).map((given, a) => (filled.has(a) ? given : undefined));
}
