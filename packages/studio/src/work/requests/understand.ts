import { CoppiceError } from "coppice";
import { type RulesJson, rulesJson } from "coppice/rules";
import { pageOf } from "../cells.js";
import type { Handlers } from "../handlers.js";
import type { RowAnswer, RowsPage } from "../protocol.js";
import { type RowQuestion, rowAnswer } from "../rowAnswer.js";
import type { Workspace } from "../workspace.js";

export interface UnderstandRequests {
  row: { args: RowQuestion; result: RowAnswer };
  rules: { args: Record<never, never>; result: RulesJson };
  cellRows: { args: Cell; result: RowsPage };
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
    if (model.format === "coppice-ensemble") {
      throw new CoppiceError("MODEL_KIND", "an ensemble has too many rules to be listed", {
        name: model.learner,
      });
    }
    return rulesJson(model);
  },
  cellRows: (cell) => pageOf(work.tableRead().table.columns, rowsOfCell(work, cell)),
});

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
