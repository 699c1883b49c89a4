import { CoppiceError, type EnsembleModel, isEnsemble, isTree, modelSize } from "coppice";
import { formulaNotes } from "coppice/draw";
import { ensembleRules, ensembleRulesJson, type RuleJson, type RulesJson, rulesJson } from "coppice/rules";
import { pageOf } from "../cells.js";
import type { Handlers } from "../handlers.js";
import { noteText } from "../noteText.js";
import type { RowAnswer, RowsPage } from "../protocol.js";
import { type RowQuestion, rowAnswer } from "../rowAnswer.js";
import type { Workspace } from "../workspace.js";

export interface UnderstandRequests {
  row: { args: RowQuestion; result: RowAnswer };
  rules: { args: Record<never, never>; result: RulesFacts };
  cellRows: { args: Cell; result: RowsPage };
}

/** Rules of a tree, a rule set or an ensemble. */
export interface RulesFacts extends RulesJson {
  readonly rules: readonly RuleFacts[];
  /** How many there are, if not all are listed. */
  readonly of?: number;
  /** What the names of measures stand for, and the formulas of leaves, a line each. */
  readonly formulas?: readonly string[];
}

export interface RuleFacts extends RuleJson {
  /** Of an ensemble: how many trees have the rule, the class whose score it changes, and its influence. */
  readonly trees?: number;
  readonly of?: string;
  readonly carries?: number;
}

/** A cell of the confusion matrix. */
interface Cell {
  readonly truth: number;
  readonly label: number;
  readonly most: number;
}

export const understandHandlers = (work: Workspace): Handlers<UnderstandRequests> => ({
  row: (args) => rowAnswer(work.known().model, work.read?.table, args, (tree) => work.data(tree)),
  rules: () => {
    const { model } = work.known();
    if (isEnsemble(model)) return rulesOfEnsemble(model);
    if (!isTree(model)) return rulesJson(model);
    const notes = formulaNotes(model).filter(({ name, text }) => name !== text);
    return { ...rulesJson(model), formulas: notes.slice(0, MOST_FORMULAS).map(noteText) };
  },
  cellRows: (cell) => pageOf(work.tableRead().table.columns, rowsOfCell(work, cell)),
});

/** Leaves of an ensemble beyond which its rules are not listed: they would take minutes. */
const MOST_LEAVES = 100_000;
const MOST_RULES = 500;
const MOST_FORMULAS = 500;

/** The most influential rules of the trees. */
function rulesOfEnsemble(model: EnsembleModel): RulesFacts {
  const { leaves } = modelSize(model) as { readonly leaves: number };
  if (leaves > MOST_LEAVES) {
    throw new CoppiceError("MODEL_KIND", "the ensemble has too many rules to be listed", {
      name: model.learner,
      value: leaves,
    });
  }
  const all = ensembleRules(model);
  const { rules } = ensembleRulesJson(all.slice(0, MOST_RULES), model.attributes);
  const conditions = all.reduce((sum, rule) => sum + rule.if.length, 0);
  const listed = rules.map(({ formula: _, scores: __, tree: ___, ...rule }) => rule);
  return { rules: listed, conditions, ...(all.length > MOST_RULES && { of: all.length }) };
}

function rowsOfCell(work: Workspace, { truth, label, most }: Cell): number[] {
  const { scored } = work.known();
  const training = work.trained();
  const target = work.column(training.target.name);
  if (target.type === "numeric") return [];
  const rows: number[] = [];
  for (let i = 0; i < training.rows.length && rows.length < most; i++) {
    const row = training.rows[i];
    if (target.codes[row] === truth && scored?.labels?.[i] === label) rows.push(row);
  }
  return rows;
}
