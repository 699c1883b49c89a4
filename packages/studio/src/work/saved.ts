import { CoppiceError, isEnsemble, isTree, type Model, saveModel, type Table, type TreeModel } from "coppice";
import {
  drawDot,
  drawEnsembleReport,
  drawReport,
  drawRuleReport,
  drawSvg,
  drawText,
  ensembleText,
} from "coppice/draw";
import { workbookOf } from "coppice/edit";
import { asRules, gridMarkdown, ruleGrid, rulesModule, rulesText } from "coppice/rules";
import { cellOf } from "./cells.js";
import { csvLine, csvOf } from "./csv.js";
import { loadingCode } from "./loadingCode.js";
import type { SavedForm } from "./protocol.js";

/** A file to save. */
export interface Saved {
  readonly name: string;
  readonly type: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

/** What a file is made of: the model, and the rows that it was learned from, if they are here. */
export interface SavedFrom {
  readonly model: Model;
  readonly train?: Table;
}

type Making = readonly [ending: string, type: string, content: (from: SavedFrom, stem: string) => Content];
type Content = Saved["content"] | Promise<Saved["content"]>;

const TEXT = "text/plain";
const JSON_TYPE = "application/json";

/** Each form as the command writes it. */
const FORMS: Readonly<Record<SavedForm, Making>> = {
  model: ["-model.json", JSON_TYPE, ({ model }) => modelText(model)],
  compact: ["-model.coppice", "application/octet-stream", ({ model }) => compactOf(model)],
  workbook: ["-workbook.json", JSON_TYPE, ({ model }) => jsonText(workbookOf(oneTree(model)))],
  edits: ["-edits.json", JSON_TYPE, ({ model }) => jsonText(oneTree(model).edits ?? [])],
  code: ["-predict.mjs", "text/javascript", codeOf],
  svg: ["-tree.svg", "image/svg+xml", ({ model }) => drawSvg(oneTree(model))],
  dot: ["-tree.dot", "text/vnd.graphviz", ({ model }) => drawDot(oneTree(model))],
  text: ["-model.txt", TEXT, ({ model }) => textOf(model)],
  report: ["-report.html", "text/html", ({ model }) => reportOf(model)],
  rules: ["-rules.txt", TEXT, ({ model }) => rulesText(readable(model), { lift: true })],
  rulesCsv: ["-rules.csv", "text/csv", ({ model }) => rulesCsv(model)],
  rulesMarkdown: ["-rules.md", "text/markdown", ({ model }) => gridMarkdown(ruleGrid(readable(model)))],
  typescript: ["-rules.ts", "text/typescript", ({ model }) => rulesModule(asRules(readable(model)))],
  train: ["-training-rows.csv", "text/csv", ({ train }) => csvOf(known(train))],
};

/** A model as a file to take home: the same content as that of the command. */
export async function saved(from: SavedFrom, form: SavedForm, source: string): Promise<Saved> {
  const stem = source.replace(/(\.[a-z0-9]+)(\.gz)?$/i, "").replaceAll(/[^\w.-]+/g, "-") || "model";
  const [ending, type, make] = FORMS[form];
  return { name: `${stem}${ending}`, type, content: await make(from, stem) };
}

const jsonText = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`;

async function modelText(model: Model): Promise<string> {
  return new TextDecoder().decode(await saveModel(model, { format: "json", gzip: false }));
}

async function compactOf(model: Model): Promise<Uint8Array<ArrayBuffer>> {
  return Uint8Array.from(await saveModel(model));
}

function oneTree(model: Model): TreeModel {
  if (isTree(model)) return model;
  throw new CoppiceError("MODEL_KIND", "this is for a single tree", { name: model.learner });
}

/** A tree or a set of rules: an ensemble has too many of them. */
function readable(model: Model) {
  if (!isEnsemble(model)) return model;
  throw new CoppiceError("MODEL_KIND", "an ensemble has too many rules to be listed", {
    name: model.learner,
  });
}

function known(train: Table | undefined): Table {
  if (train === undefined) throw new CoppiceError("FILE_EMPTY", "the model was opened without its table");
  return train;
}

function textOf(model: Model): string {
  if (isTree(model)) return drawText(model);
  return isEnsemble(model) ? ensembleText(model) : rulesText(model);
}

function rulesCsv(model: Model): string {
  const { head, rows } = ruleGrid(readable(model));
  return [head, ...rows].map(csvLine).join("");
}

function reportOf(model: Model): string {
  if (isTree(model)) return drawReport({ model });
  return isEnsemble(model) ? drawEnsembleReport({ model }) : drawRuleReport({ model });
}

/** Code that predicts the first training row. */
function codeOf({ model, train }: SavedFrom, stem: string): string {
  const read = new Set(model.attributes.map(({ name }) => name));
  const columns = train && train.rows > 0 ? train.columns.filter(({ name }) => read.has(name)) : [];
  const cells = Object.fromEntries(columns.map((column) => [column.name, cellOf(column, 0)]));
  return loadingCode(model, `${stem}-model.json`, cells);
}
