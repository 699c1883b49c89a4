import { isSplit, type SplitNode, type Surrogate, type TreeModel } from "coppice";
import { formulaNotes, pathWords } from "coppice/draw";
import { editedNodes } from "coppice/edit";
import { formulaText } from "coppice/rules";
import { shown } from "../../base/text.js";
import { barsOf, groupedBy, UNGROUPED } from "../bars.js";
import { pageOf } from "../cells.js";
import { evenRows } from "../describe.js";
import type { Handlers } from "../handlers.js";
import { noteText } from "../noteText.js";
import type { NodeFacts, SurrogateFacts } from "../protocol.js";
import { edgeTexts, testNames } from "../testNames.js";
import type { Workspace } from "../workspace.js";

export interface NodeRequests {
  node: { args: NodeQuestion; result: NodeFacts };
}

interface NodeQuestion {
  readonly node: number;
  /** Which of its rows are listed. */
  readonly from: number;
  readonly most: number;
}

/** Rows beyond which the distributions at a node are those of a sample. */
const MOST_ROWS = 200_000;

export const nodeHandlers = (work: Workspace): Handlers<NodeRequests> => ({
  node: (question) => nodeFacts(work, question),
});

function nodeFacts(work: Workspace, { node, from, most }: NodeQuestion): NodeFacts {
  const model = work.tree();
  const data = work.data(model);
  const split = model.nodes[node];
  const rows = work.rowsAt(model, node);
  const threshold = isSplit(split) && "threshold" in split.test ? split.test.threshold : undefined;
  return {
    node,
    path: pathWords(data, node).map((each) => shown(each, 200)),
    ...formulasAt(model, node),
    ...(isSplit(split) && { gain: split.gain }),
    ...(data.nodes[node].m !== undefined && { missing: shown(data.nodes[node].m!, 600) }),
    ...(threshold !== undefined && { threshold }),
    ...(isSplit(split) && testFacts(work, model, node, split)),
    ...(rows && {
      rowCount: rows.length,
      rows: pageOf(work.tableRead().table.columns, [...rows.subarray(from, from + most)]),
      ...(isSplit(split) && barsAt(work, model, split.test.attribute, rows)),
    }),
  };
}

/** The formulas of a node in words, without those that its name already says. */
function formulasAt(model: TreeModel, node: number): Pick<NodeFacts, "formulas"> {
  const notes = formulaNotes(model, [node]).filter(({ name, text }) => name !== text);
  if (notes.length > 0) return { formulas: notes.map(noteText) };
  const { answer } = model.nodes[node];
  // Short ones have no name of their own.
  return answer?.kind === "linear"
    ? { formulas: [shown(formulaText(answer.formula, model.attributes), 1000)] }
    : {};
}

/** The test by names, where rows without a value go, and what stands in for the test. */
function testFacts(
  work: Workspace,
  model: TreeModel,
  node: number,
  { test, missing }: SplitNode,
): Pick<NodeFacts, "test" | "missingTo" | "surrogates"> {
  const named = testNames(model, test);
  const rule = missing.kind === "surrogates" ? missing.otherwise : missing;
  const path = work.pathOf(model, node);
  const made = editedNodes(model).find((each) => each.node === path)?.edits ?? [];
  const isByHand = made.some(
    (edit) => edit.kind === "missing" || (edit.kind === "split" && edit.missing !== undefined),
  );
  return {
    ...(named && { test: named }),
    missingTo: { to: rule.kind === "branch" ? rule.to : "parts", isByHand },
    ...(missing.kind === "surrogates" && {
      surrogates: missing.surrogates.map((each) => surrogateFacts(model, each)),
    }),
  };
}

function surrogateFacts(model: TreeModel, { test, to, agreement, adjusted }: Surrogate): SurrogateFacts {
  const named = testNames(model, test);
  const edges = named ? edgeTexts(model, named, to.length) : [];
  // Told by the branch that it stands for: a surrogate may point the other way round.
  const first = edges[to.indexOf(0)] ?? edges[0] ?? "";
  return { text: shown(`${model.attributes[test.attribute].name} ${first}`, 120), agreement, adjusted };
}

/** The distribution of an attribute at a node; none for a measure, which is in no column. */
function barsAt(
  work: Workspace,
  model: TreeModel,
  attribute: number,
  rows: Int32Array,
): Pick<NodeFacts, "bars"> {
  const { name } = model.attributes[attribute];
  const column = work.tableRead().table.columns.find((each) => each.name === name);
  if (column === undefined) return {};
  const target = work.column(model.target.name);
  const { group, groupColours } = work.groupsOf(model);
  const by = target.type === "numeric" ? UNGROUPED : groupedBy(target, group, groupColours.length);
  const few = rows.length <= MOST_ROWS ? rows : evenRows(rows.length, MOST_ROWS).map((i) => rows[i]);
  return { bars: barsOf(column, few, by) };
}
