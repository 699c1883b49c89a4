import {
  type Column,
  columnOf,
  describeTable,
  fitSync,
  isSplit,
  isTree,
  type Model,
  predict,
  pruningSequence,
  type SplitNode,
  type Table,
  type TreeModel,
  tableFrom,
  toBinary,
} from "coppice";
import { candidates, type EditTest, nodeAt, nodePaths, rowsAt } from "coppice/edit";
import { joinedText, pruneRules, rulesJson, simplifiedRules } from "coppice/rules";
import {
  dudaExample2,
  figure96,
  figure96Tree,
  fruit,
  fruitTree,
  sunnyWithMissing,
  tennis,
} from "coppice/synthetic";
import { pageOf } from "./cells.js";
import { foilConditions } from "./foilConditions.js";
import type {
  Cells,
  LessonAnswer,
  LessonBranch,
  LessonCandidate,
  LessonQuestion,
  LessonRule,
} from "./lessonTypes.js";
import { treeView } from "./treeView.js";

const TABLES: Readonly<Record<LessonQuestion["table"], () => Table>> = {
  tennis,
  sunny: sunnyWithMissing,
  fruit,
  people: figure96,
  points: dudaExample2,
};

/** The trees that a book draws without the data that they come from. */
const DRAWN: Partial<Record<LessonQuestion["table"], () => TreeModel>> = {
  fruit: fruitTree,
  people: figure96Tree,
};

/** Everything that a step of a lesson quotes, computed by the library: the tables are tiny. */
export function lessonAnswer(question: LessonQuestion): LessonAnswer {
  const table = withGap(TABLES[question.table](), question.gap);
  const target = table.columns[table.columns.length - 1];
  const model = modelOf(question, table, target.name);
  const all = Array.from({ length: table.rows }, (_, row) => row);
  return {
    page: pageOf(table.columns, all),
    target: target.name,
    classes: target.type === "numeric" ? [] : target.levels,
    ...(model && isTree(model) && treeFacts(model, table, question)),
    ...(model && model.format !== "coppice-ensemble" && { rules: rulesOf(model) }),
    ...(model && question.rows && { predicted: question.rows.map((row) => predicted(model, row)) }),
    ...(question.covers && { covers: foilConditions(table, target.name, question.covers) }),
  };
}

function withGap(table: Table, gap: LessonQuestion["gap"]): Table {
  if (gap === undefined) return table;
  const columns = table.columns.map((column) =>
    column.name === gap.column && column.type !== "numeric"
      ? { ...column, codes: column.codes.map((code, row) => (row === gap.row ? -1 : code)) }
      : column,
  );
  return { ...table, columns };
}

function modelOf(question: LessonQuestion, table: Table, target: string): Model | undefined {
  const { learner, options = {}, attributes } = question;
  const request = { target, options, ...(attributes && { attributes: [...attributes] }) };
  const model = question.isDrawn
    ? DRAWN[question.table]?.()
    : learner === undefined
      ? undefined
      : fitSync(table, { ...request, learner: learner as "cart" });
  return question.isBinary && model && isTree(model) ? toBinary(model) : model;
}

function treeFacts(model: TreeModel, table: Table, question: LessonQuestion): Partial<LessonAnswer> {
  const { node, seen, simplest } = question;
  const { rows, costs } = pruningSequence(model);
  return {
    tree: treeView(model),
    paths: nodePaths(model),
    pruning: rows.map((row, i) => ({ ...row, cost: costs[i] })),
    ...(node !== undefined && nodeFacts(model, table, node)),
    ...(seen && { shorter: rulesOf(pruneRules(model, tableFrom(seen)).model) }),
    ...(simplest !== undefined && { simplest: simplestRules(model, simplest) }),
  };
}

function nodeFacts(model: TreeModel, table: Table, path: string): Partial<LessonAnswer> {
  const node = model.nodes[nodeAt(model, path)];
  const rows = [...rowsAt(model, table, path).rows];
  const counts = "counts" in node ? node.counts : [];
  return {
    node: {
      ...{ path, rows, weight: node.weight, counts, entropy: entropyOf(counts) },
      ...(isSplit(node) && { gain: node.gain, branches: branchesOf(node, model) }),
    },
    // A drawn tree has no learner that could choose another test.
    ...(model.learner !== "textbook" && { candidates: candidatesAt(model, table, path) }),
    ...(isSplit(node) && surrogatesOf(node, model, rows.length)),
  };
}

function branchesOf({ branches }: SplitNode, model: TreeModel): LessonBranch[] {
  const { edge } = treeView(model);
  return branches.map((at) => {
    const below = model.nodes[at];
    const counts = "counts" in below && below.weight > 0 ? below.counts : [];
    return { name: edge[at], weight: below.weight, counts, entropy: entropyOf(counts) };
  });
}

function surrogatesOf(
  { missing }: SplitNode,
  { attributes }: TreeModel,
  rows: number,
): Pick<LessonAnswer, "surrogates"> {
  if (missing.kind !== "surrogates") return {};
  return {
    surrogates: missing.surrogates.flatMap(({ test, agreement }) =>
      test.kind === "threshold"
        ? [
            {
              text: `${attributes[test.attribute].name} ≤ ${test.threshold}`,
              agrees: Math.round(agreement * rows),
            },
          ]
        : [],
    ),
  };
}

function candidatesAt(model: TreeModel, table: Table, path: string): LessonCandidate[] {
  const found = candidates(model, table, path).candidates;
  return found.map(({ attribute, test, text, gain, branches }) => ({
    ...{ attribute, text: text.replace("<=", "≤"), gain },
    branches: branches.map((branch, i): LessonBranch => {
      const name = branchName(test, i, columnOf(table, attribute));
      if (!("counts" in branch)) return { name, weight: branch.weight, counts: [] };
      // A branch without rows has the counts of its parent, by which it would predict.
      const counts = branch.weight > 0 ? branch.counts : branch.counts.map(() => 0);
      return { name, weight: branch.weight, counts, entropy: entropyOf(counts) };
    }),
  }));
}

function branchName(test: EditTest, branch: number, column: Column): string {
  if (test.kind === "threshold") return `${branch === 0 ? "≤" : ">"} ${test.threshold}`;
  if (test.kind === "levels" && column.type !== "numeric") return column.levels[branch] ?? "missing";
  if (test.kind === "subset") return branch === 0 ? test.left.join(", ") : (test.right ?? []).join(", ");
  return String(branch + 1);
}

/** The library's entropy of whole counts; undefined for parts of rows. */
export function entropyOf(counts: readonly number[]): number | undefined {
  if (counts.some((count) => !Number.isInteger(count))) return undefined;
  const labels = counts.flatMap((count, code) => new Array<string>(count).fill(`class ${code}`));
  if (new Set(labels).size < 2) return 0;
  const { target } = describeTable(tableFrom({ class: labels }), { target: "class" });
  return target?.task === "classification" ? target.entropy : undefined;
}

const printed = (text: string) => text.replaceAll("<=", "≤").replaceAll("!=", "≠");

function rulesOf(model: Parameters<typeof rulesJson>[0]): LessonRule[] {
  return rulesJson(model).rules.map(({ if: conditions, then, support }) => ({
    if: conditions.map(printed),
    then: String(then),
    support,
  }));
}

function simplestRules(model: TreeModel, name: string): string[] {
  const rules = simplifiedRules(model).filter(({ then }) => then === name);
  return printed(joinedText(rules, model.attributes)).split("\n");
}

function predicted(model: Model, row: Cells): string {
  const answer = predict(model, row);
  return answer.kind === "classification" ? answer.label : String(answer.value);
}
