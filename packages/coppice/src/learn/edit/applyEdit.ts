import { CoppiceError } from "../../base/errors.js";
import type { Conversation } from "../../engine/port.js";
import type { Edit } from "../../model/edit.js";
import { type EditState, lockAgainst, stateOf } from "../../model/editState.js";
import { isWithin, nodeAt, nodePaths } from "../../model/nodePath.js";
import type { Test } from "../../model/test.js";
import { isSplit, type SplitNode, type TreeModel, type TreeNode } from "../../model/tree.js";
import type { Table } from "../../table/table.js";
import type { LearnContext } from "../learner.js";
import type { Plan } from "../plan.js";
import { cutAt } from "../prune/cutAt.js";
import { checkHard } from "../prune/prunable.js";
import { labelled } from "./label.js";
import type { NewTest } from "./planNew.js";
import { type Change, refit } from "./refit.js";
import { attributeNamed, levelNamed, misfit, testNamed, thresholdIn } from "./resolveTest.js";
import { type EditOptions, type Session, sessionFor } from "./session.js";

/** How an edit is applied: at once, or by refitting parts of the tree. */
export type Application =
  | { readonly model: TreeModel }
  | {
      readonly session: Session;
      readonly refit: (plan: Plan, context: LearnContext) => Conversation<TreeModel>;
    };

/** Checks an edit, and says how it is applied. The table is the one that the tree was grown from. */
export function applicationOf(model: TreeModel, edit: Edit, table: Table, options: EditOptions): Application {
  const at = nodeAt(model, edit.node);
  const before = stateOf(model.edits);
  checkLocks(edit, before);
  const state = stateOf([...(model.edits ?? []), edit]);
  const nodes = plainly(model, edit, at, before, table, options);
  if (nodes !== undefined) return { model: edited(model, edit, nodes) };
  const changes = changesOf(model, edit, at, state);
  const session = sessionFor(model, table, options);
  return {
    session,
    *refit(plan, context) {
      const refitted = yield* refit({ model, changes, state, session }, plan, context);
      return edited(model, edit, refitted);
    },
  };
}

function edited(model: TreeModel, edit: Edit, nodes: readonly TreeNode[]): TreeModel {
  const { nodes: _, edits = [], ...head } = model;
  return { ...head, edits: [...edits, edit], nodes };
}

function checkLocks(edit: Edit, state: EditState): void {
  const lock = lockAgainst(edit, state);
  if (lock === undefined) return;
  const why = isWithin(edit.node, lock)
    ? `is in the part locked at ${lock}`
    : `leads to the part locked at ${lock}`;
  throw new CoppiceError("EDIT_LOCKED", `${edit.kind} at ${edit.node}: the node ${why}; unlock it first`, {
    name: edit.node,
    rule: "not locked",
    value: lock,
  });
}

/** The nodes after an edit that needs no learner; undefined for the others. */
function plainly(
  model: TreeModel,
  edit: Edit,
  at: number,
  { locks }: EditState,
  table: Table,
  options: EditOptions,
): readonly TreeNode[] | undefined {
  switch (edit.kind) {
    case "prune":
      checkHard(model);
      if (isSplit(model.nodes[at])) return cutAt(model, [at]).nodes;
      throw misfit(edit.node, "a test to remove", "a leaf");
    case "label":
      return labelled(model, edit.node, at, edit.label, table, options.weight);
    case "unlock":
      if (locks.has(edit.node)) return model.nodes;
      throw misfit(edit.node, `a lock of its own; locked are ${[...locks].join(", ") || "no nodes"}`, "none");
    case "lock":
    case "note":
      return model.nodes;
    default:
      return undefined;
  }
}

function changesOf(model: TreeModel, edit: Edit, at: number, state: EditState): ReadonlyMap<number, Change> {
  const one = (change: Change) => new Map([[at, change]]);
  switch (edit.kind) {
    case "split": {
      const { test, missing } = edit;
      const attribute = attributeNamed(model, test.attribute);
      const named: Pick<NewTest, "test"> =
        test.kind === "best" ? {} : { test: (occur) => testNamed(model, test, occur) };
      return one({ kind: "test", attribute, ...named, ...(missing !== undefined && { missing }) });
    }
    case "threshold":
      return one(newTest(movedThreshold(model, splitAt(model, at, edit.node), edit.threshold, edit.node)));
    case "levels":
      return one(newTest(movedLevels(model, splitAt(model, at, edit.node), edit.levels, edit.to, edit.node)));
    case "missing":
      return one({ ...newTest(splitAt(model, at, edit.node).test), missing: edit.to });
    case "forbid":
    case "prefer":
      for (const name of edit.attributes) attributeNamed(model, name);
      return regrown(model, edit.node, at, state);
    case "regrow":
      return regrown(model, edit.node, at, state);
    default:
      throw new Error(`${edit.kind} needs no learner`);
  }
}

const newTest = (test: Test): NewTest => ({ kind: "test", attribute: test.attribute, test: () => test });

function splitAt(model: TreeModel, at: number, path: string): SplitNode {
  const node = model.nodes[at];
  if (isSplit(node)) return node;
  throw misfit(path, "a test", "a leaf");
}

function movedThreshold(
  { attributes }: TreeModel,
  { test }: SplitNode,
  threshold: number | string,
  path: string,
): Test {
  if (test.kind === "threshold")
    return { ...test, threshold: thresholdIn(attributes[test.attribute], threshold) };
  throw misfit(path, "a test with one threshold", test.kind);
}

function movedLevels(
  { attributes }: TreeModel,
  { test }: SplitNode,
  levels: readonly string[],
  to: number,
  path: string,
): Test {
  if (test.kind !== "subset") throw misfit(path, "a test on two sets of levels", test.kind);
  if (to > 1) throw misfit(path, "branch 0 or 1 for the levels", to);
  const moved = new Set(levels.map((level) => levelNamed(attributes[test.attribute], level)));
  const sides = [test.left, test.right].map((side) => side.filter((code) => !moved.has(code)));
  sides[to] = [...sides[to], ...moved].sort((a, b) => a - b);
  return { ...test, left: sides[0], right: sides[1] };
}

/** The node itself; or, if there are locked parts below it, all branches beside the ways to them. */
function regrown(
  model: TreeModel,
  path: string,
  at: number,
  { locks }: EditState,
): ReadonlyMap<number, Change> {
  const changes = new Map<number, Change>();
  const inside = [...locks].filter((lock) => isWithin(lock, path));
  const paths = inside.length > 0 ? nodePaths(model) : [];
  const stack = [at];
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    const node = model.nodes[index];
    const isKept = inside.some((lock) => isWithin(lock, paths[index as number]));
    if (!isKept) changes.set(index, { kind: "regrow" });
    else if (isSplit(node) && !locks.has(paths[index])) stack.push(...node.branches);
  }
  return changes;
}
