import { CoppiceError, isEnsemble, isTree, type Model, saveModel } from "coppice";
import { drawEnsembleReport, drawReport, drawRuleReport, drawSvg } from "coppice/draw";
import { workbookOf } from "coppice/edit";
import type { SavedForm } from "./protocol.js";

/** A file to save. */
export interface Saved {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** A model as a file to take home: the same text as that of the command. */
export async function saved(model: Model, form: SavedForm, source: string): Promise<Saved> {
  const stem = source.replace(/(\.[a-z0-9]+)(\.gz)?$/i, "").replaceAll(/[^\w.-]+/g, "-") || "model";
  switch (form) {
    case "model":
      return { name: `${stem}-model.json`, type: "application/json", text: await modelText(model) };
    case "workbook":
      return {
        name: `${stem}-workbook.json`,
        type: "application/json",
        text: `${JSON.stringify(workbookOf(model), null, 1)}\n`,
      };
    case "svg":
      return { name: `${stem}-tree.svg`, type: "image/svg+xml", text: drawSvg(oneTree(model)) };
    case "report":
      return { name: `${stem}-report.html`, type: "text/html", text: reportOf(model) };
  }
}

async function modelText(model: Model): Promise<string> {
  return new TextDecoder().decode(await saveModel(model, { format: "json", gzip: false }));
}

function oneTree(model: Model) {
  if (isTree(model)) return model;
  throw new CoppiceError("MODEL_KIND", "only a single tree can be drawn as a picture", {
    name: model.learner,
  });
}

function reportOf(model: Model): string {
  if (isTree(model)) return drawReport({ model });
  return isEnsemble(model) ? drawEnsembleReport({ model }) : drawRuleReport({ model });
}
