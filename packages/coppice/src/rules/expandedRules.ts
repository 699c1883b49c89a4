import { CoppiceError } from "../base/errors.js";
import { type Condition, holds } from "../model/condition.js";
import { isMeasure } from "../model/measure.js";
import { plainRule } from "../model/surrogates.js";
import type { Test } from "../model/test.js";
import { isSplit, type SplitNode, type TreeModel, type TreeNode } from "../model/tree.js";
import { conditionOf } from "../model/words.js";
import { type Conjunction, isEmpty, join, negated } from "./conjunction.js";
import { withPlacedLevels } from "./placedLevels.js";

/** A leaf as a conjunction of conditions on a table's own cells. */
export interface ExpandedRule {
  readonly if: readonly Condition[];
  readonly leaf: number;
}

/**
 * exclusive: no two rules match one row; a missing value that the tree imputes satisfies no condition. ordered: the
 * first rule that matches decides, and such a value leads to the tree's own leaf, too.
 */
export type Expansion = "exclusive" | "ordered";

/**
 * Whether the tree tests cells that no table has, so that its conditions must be expanded. Measures are computed from a
 * table's cells: rules test them as the tree does.
 */
export function isPrepared({ derived = [] }: TreeModel): boolean {
  return derived.some((step) => step.kind !== "eachValue" && !isMeasure(step));
}

/**
 * The leaves of a tree (with placed levels) that imputes values or adds attributes, expressed over the table's own
 * cells: an indicator becomes `is missing` or `is known`, a combination its conditions, or the negation of one of
 * them. A leaf may need several rules.
 */
export function expandedRules(model: TreeModel, expansion: Expansion): ExpandedRule[] {
  const opener = new Expander(model, expansion);
  const open: Step[] = [() => opener.node(model.nodes, 0, NO_ROW)];
  for (let step = open.pop(); step; step = open.pop()) open.push(...step().reverse());
  return opener.rules;
}

/** More rules than this are useless, and could take unbounded time to list. */
const MOST = 20_000;

/** What is known of the rows on a path: conditions on the table's cells, and predictions for missing ones. */
interface Row {
  readonly known: Conjunction;
  readonly predicted: ReadonlyMap<number, number>;
}

const NO_ROW: Row = { known: new Map(), predicted: new Map() };

/** Deferred work, so that deep trees do not overflow the stack; returns the next steps, in order. */
type Step = () => Step[];

/** Rows that satisfy one of `when` continue with `then`. */
interface Outcome {
  readonly when: readonly Condition[];
  readonly then: (row: Row) => Step[];
}

class Expander {
  readonly rules: ExpandedRule[] = [];
  private readonly fills = new Map<number, number>();
  private readonly predictors = new Map<number, readonly TreeNode[]>();
  /** By added indicator, the attribute that it is about. */
  private readonly indicated = new Map<number, number>();
  private readonly combinations = new Map<number, readonly Condition[]>();
  /** The attributes whose missing values have a branch or an indicator of their own: rules mention these. */
  private readonly named = new Set<number>();

  constructor(
    private readonly model: TreeModel,
    private readonly expansion: Expansion,
  ) {
    for (const step of model.derived ?? []) {
      if (step.kind === "fill") this.fills.set(step.attribute, step.cell);
      if (step.kind === "predict")
        this.predictors.set(step.attribute, withPlacedLevels({ ...model, nodes: step.nodes }).nodes);
      if (step.kind === "indicator") this.indicated.set(step.attribute, step.of);
      if (step.kind === "combination") this.combinations.set(step.attribute, step.all);
    }
    for (const of of this.indicated.values()) this.named.add(of);
    for (const node of model.nodes)
      if (isSplit(node) && hasOwnBranch(node, model)) this.named.add(node.test.attribute);
  }

  node(nodes: readonly TreeNode[], index: number, row: Row): Step[] {
    const node = nodes[index];
    if (!isSplit(node)) {
      this.rules.push({ if: [...row.known.values()], leaf: index });
      if (this.rules.length > MOST) throw tooMany(this.model);
      return [];
    }
    const outcomes = branchOutcomes(node, this.model, (branch, at) => [() => this.node(nodes, branch, at)]);
    return this.ask(node.test.attribute, outcomes, this.unknown(node, outcomes), row);
  }

  /** What happens to rows whose value the node's test does not cover; undefined if they go down several branches. */
  private unknown({ test, missing }: SplitNode, outcomes: readonly Outcome[]): Outcome | undefined {
    const rule = plainRule(missing);
    const last = rule.kind === "branch" ? outcomes[rule.to] : undefined;
    if (missing.kind !== "surrogates") return last;
    const next = (i: number, row: Row): Step[] => {
      const surrogate = missing.surrogates[i];
      if (surrogate === undefined) return last?.then(row) ?? [];
      const further = (at: Row) => [() => next(i + 1, at)];
      const substitutes = surrogate.to.map((to, b) => ({
        when: [conditionOf(surrogate.test, b, this.model.attributes)],
        then: to < 0 ? further : outcomes[to].then,
      }));
      const { attribute } = surrogate.test;
      return this.ask(
        attribute,
        substitutes,
        { when: unknownTo(surrogate.test, this.model), then: further },
        row,
      );
    };
    return { when: unknownTo(test, this.model), then: (row) => next(0, row) };
  }

  /** A test of a cell as the tree sees it. */
  private ask(
    attribute: number,
    outcomes: readonly Outcome[],
    unknown: Outcome | undefined,
    row: Row,
  ): Step[] {
    const of = this.indicated.get(attribute);
    if (of !== undefined) return this.askIndicator(attribute, of, outcomes, row);
    const all = this.combinations.get(attribute);
    if (all !== undefined) return this.askAll(all, this.at(attribute, outcomes), unknown, row);
    return this.askCell(attribute, outcomes, unknown, row);
  }

  private askIndicator(attribute: number, of: number, outcomes: readonly Outcome[], row: Row): Step[] {
    const [known, missing] = this.at(attribute, outcomes);
    if (known === missing) return known?.then(row) ?? [];
    return [
      ...(known
        ? strictly({ when: [{ kind: "known", attribute: of }], then: known.then }, row, this.model)
        : []),
      ...(missing
        ? strictly({ when: [{ kind: "missing", attribute: of }], then: missing.then }, row, this.model)
        : []),
    ];
  }

  /** The outcomes for no (0) and yes (1) of an added attribute. */
  private at(attribute: number, outcomes: readonly Outcome[]) {
    return [0, 1].map((code) => this.outcomeOf(attribute, code, outcomes));
  }

  private outcomeOf(attribute: number, cell: number, outcomes: readonly Outcome[]): Outcome | undefined {
    const hasLevels = this.model.attributes[attribute].type !== "numeric";
    return outcomes.find(({ when }) => when.some((one) => holds(one, cell, hasLevels)));
  }

  /** A combination: no if one of its conditions fails, yes if all hold, else unknown. */
  private askAll(
    all: readonly Condition[],
    [no, yes]: readonly (Outcome | undefined)[],
    unknown: Outcome | undefined,
    row: Row,
  ): Step[] {
    const part = (i: number, isOpen: boolean, at: Row): Step[] => {
      if (i === all.length) return (isOpen ? unknown : yes)?.then(at) ?? [];
      const { attribute } = all[i];
      const go = (open: boolean) => (next: Row) => [() => part(i + 1, open, next)];
      const outcomes = [
        { when: [all[i]], then: go(isOpen) },
        { when: negated(all[i], this.model.attributes[attribute]), then: no?.then ?? (() => []) },
      ];
      return this.ask(attribute, outcomes, { when: [{ kind: "missing", attribute }], then: go(true) }, at);
    };
    return part(0, false, row);
  }

  /** A test of a table's own cell. */
  private askCell(
    attribute: number,
    outcomes: readonly Outcome[],
    unknown: Outcome | undefined,
    row: Row,
  ): Step[] {
    const condition = row.known.get(attribute);
    if (condition?.kind === "missing") return this.askMissing(attribute, outcomes, unknown, row);
    const strict = (some: readonly Outcome[]) => some.flatMap((one) => strictly(one, row, this.model));
    const known = [...outcomes.filter((one) => !isMissingAlone(one)), ...unseenLevels(outcomes, unknown)];
    if (condition !== undefined || !this.isFollowed(attribute)) return strict(known);
    const last = this.expansion === "ordered" ? this.onlyOutcome(attribute, outcomes, unknown) : "several";
    if (last === undefined) return strict(known);
    if (last === "several" || isMissingAlone(last)) {
      const then = (at: Row) => this.askMissing(attribute, outcomes, unknown, at);
      return strict([...known, { when: [{ kind: "missing", attribute }], then }]);
    }
    // In ordered rules the outcome for missing values comes last and needs no condition: it gets all remaining rows.
    return [...strict(known.filter((one) => one !== last)), ...last.then(row)];
  }

  /** Whether rules cover missing values of the attribute. */
  private isFollowed(attribute: number): boolean {
    if (this.named.has(attribute)) return true;
    return this.expansion === "ordered" && (this.fills.has(attribute) || this.predictors.has(attribute));
  }

  /** The outcome of all rows with a missing value; undefined if they are divided. */
  private onlyOutcome(
    attribute: number,
    outcomes: readonly Outcome[],
    unknown: Outcome | undefined,
  ): Outcome | "several" | undefined {
    const cell = this.fills.get(attribute);
    const nodes = this.predictors.get(attribute) ?? [];
    const values = nodes.flatMap((node) => (isSplit(node) ? [] : [answerOf(node)]));
    const cells = cell === undefined ? values : [cell];
    if (cells.length === 0) return unknown;
    const [first, ...others] = cells.map((one) => this.outcomeOf(attribute, one, outcomes) ?? unknown);
    return others.some((one) => one !== first) ? "several" : first;
  }

  /** The same for a value that is known to be missing. */
  private askMissing(
    attribute: number,
    outcomes: readonly Outcome[],
    unknown: Outcome | undefined,
    row: Row,
  ): Step[] {
    const cell = row.predicted.get(attribute) ?? this.fills.get(attribute);
    if (cell !== undefined) return (this.outcomeOf(attribute, cell, outcomes) ?? unknown)?.then(row) ?? [];
    const nodes = this.predictors.get(attribute);
    if (nodes === undefined) return unknown?.then(row) ?? [];
    return this.predict(nodes, 0, row, (value, at) => {
      const predicted = new Map(at.predicted).set(attribute, value);
      return this.askMissing(attribute, outcomes, unknown, { ...at, predicted });
    });
  }

  /** The prediction of an imputation tree, which sees the table's own cells. */
  private predict(
    nodes: readonly TreeNode[],
    index: number,
    row: Row,
    then: (value: number, row: Row) => Step[],
  ): Step[] {
    const node = nodes[index];
    if (!isSplit(node)) return then(answerOf(node), row);
    const go = (branch: number, at: Row) => [() => this.predict(nodes, branch, at, then)];
    const outcomes = branchOutcomes(node, this.model, go);
    const last = lastVisited(node, outcomes);
    const condition = row.known.get(node.test.attribute);
    if (condition?.kind === "missing") return last?.then(row) ?? [];
    const strict = (some: readonly Outcome[]) => some.flatMap((one) => strictly(one, row, this.model));
    if (condition !== undefined || this.expansion === "exclusive" || last === undefined)
      return strict(outcomes);
    return [...strict(outcomes.filter((one) => one !== last)), ...last.then(row)];
  }
}

function answerOf(leaf: TreeNode): number {
  return "value" in leaf ? leaf.value : leaf.label;
}

function isMissingAlone({ when }: Outcome): boolean {
  return when.every(({ kind }) => kind === "missing");
}

/** What a test does not cover: missing values and unseen levels. */
function unknownTo(test: Test, { attributes }: TreeModel): Condition[] {
  const { attribute } = test;
  const seen = test.kind === "subset" ? new Set([...test.left, ...test.right]) : undefined;
  const levels = (attributes[attribute].levels ?? [])
    .map((_, code) => code)
    .filter((code) => seen?.has(code) === false);
  return [
    { kind: "missing", attribute },
    { kind: "levels", attribute, levels },
  ];
}

/** Values that are known but not covered by the test. */
function unseenLevels(outcomes: readonly Outcome[], unknown: Outcome | undefined): Outcome[] {
  if (unknown === undefined || outcomes.includes(unknown)) return [];
  return [{ ...unknown, when: unknown.when.filter(({ kind }) => kind !== "missing") }];
}

function hasOwnBranch({ test, branches }: SplitNode, { attributes }: TreeModel): boolean {
  return branches.some((_, b) => conditionOf(test, b, attributes).kind === "missing");
}

function branchOutcomes(
  { test, branches }: SplitNode,
  { attributes }: TreeModel,
  go: (branch: number, row: Row) => Step[],
): Outcome[] {
  return branches.map((branch, b) => ({
    when: [conditionOf(test, b, attributes)],
    then: (row) => go(branch, row),
  }));
}

/** If a row with a missing value reaches several leaves, the last one decides. */
function lastVisited({ missing }: SplitNode, outcomes: readonly Outcome[]): Outcome | undefined {
  if (missing.kind === "branch") return outcomes[missing.to];
  return missing.kind === "share" ? outcomes[missing.shares.findLastIndex((share) => share > 0)] : undefined;
}

/** The outcome for the rows that satisfy one of its conditions; none if no row can. */
function strictly({ when, then }: Outcome, row: Row, { attributes }: TreeModel): Step[] {
  return when.flatMap((condition) => {
    if (isEmpty(condition)) return [];
    const known = join(row.known, new Map([[condition.attribute, condition]]), attributes);
    return known ? then({ ...row, known }) : [];
  });
}

function tooMany({ learner, derived = [] }: TreeModel): CoppiceError {
  const advice = derived.some(({ kind }) => kind === "combination")
    ? "fit with fewer combinations, or a smaller tree"
    : "fit with another missing option, or a smaller tree";
  const message = `over the table's own attributes, the leaves of this tree need more than ${MOST} rules: ${advice}`;
  return new CoppiceError("MODEL_KIND", message, {
    name: learner,
    rule: `at most ${MOST} rules`,
    value: MOST,
  });
}
