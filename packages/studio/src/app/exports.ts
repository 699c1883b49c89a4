import { themeOf } from "../base/colours.js";
import type { Studio } from "../state/studio.js";
import type { StudioState } from "../state/types.js";
import { pictureOf } from "../tree/picture.js";
import { sceneOf } from "../tree/scene.js";
import type { SavedForm } from "../work/protocol.js";

export interface ExportForm {
  readonly form: SavedForm | "png";
  readonly title: string;
  readonly about: string;
  /** For which models. */
  readonly of: readonly ("tree" | "rules" | "ensemble")[];
}

const ALL = ["tree", "rules", "ensemble"] as const;
const READABLE = ["tree", "rules"] as const;
const TREE = ["tree"] as const;

/** Everything that can be taken home, in groups. */
export const EXPORTS: readonly (readonly [group: string, forms: readonly ExportForm[]])[] = [
  [
    "To use it",
    [
      { form: "model", title: "Model", about: "JSON, for coppice predict and the library", of: ALL },
      { form: "compact", title: "Compact model", about: "the same in a small file (.coppice)", of: ALL },
      { form: "code", title: "Code", about: "loads the model and predicts a row", of: ALL },
      {
        form: "typescript",
        title: "TypeScript",
        about: "the rules as a function without a library",
        of: ALL,
      },
    ],
  ],
  [
    "To show it",
    [
      { form: "report", title: "Report", about: "one HTML file with the tree and its rules", of: ALL },
      { form: "svg", title: "Picture", about: "the tree as SVG", of: TREE },
      { form: "png", title: "Image", about: "the tree as it is on the canvas, PNG", of: TREE },
      { form: "text", title: "Text", about: "for a terminal or a mail", of: ALL },
      { form: "dot", title: "Graphviz", about: "the tree as DOT", of: TREE },
    ],
  ],
  [
    "Its rules",
    [
      { form: "rules", title: "Rules", about: "as sentences, with their figures", of: READABLE },
      { form: "rulesCsv", title: "Table of rules", about: "CSV, a row per rule", of: READABLE },
      { form: "rulesMarkdown", title: "Rules in Markdown", about: "a table for a document", of: READABLE },
    ],
  ],
  [
    "How it was made",
    [
      {
        form: "workbook",
        title: "Workbook",
        about: "the recipe and your edits, which can be replayed",
        of: TREE,
      },
      { form: "edits", title: "Edits", about: "for coppice edit --edits", of: TREE },
      { form: "train", title: "Training rows", about: "CSV of the rows that it was learned from", of: ALL },
    ],
  ],
];

/** The exports of the model at hand. */
export function exportsOf({ model, table }: StudioState): typeof EXPORTS {
  if (model === undefined) return [];
  return EXPORTS.map(
    ([group, forms]) =>
      [
        group,
        forms.filter(({ of, form }) => of.includes(model.kind) && (form !== "train" || table !== undefined)),
      ] as const,
  ).filter(([, forms]) => forms.length > 0);
}

/** Hands the browser a file of this form. */
export async function take(studio: Studio, form: ExportForm["form"]): Promise<void> {
  const { source } = studio.store.get();
  const name = source?.name ?? "model";
  if (form === "png") await takePicture(studio, name);
  else await studio.download(form, name);
}

async function takePicture(studio: Studio, source: string): Promise<void> {
  const { model, view } = studio.store.get();
  if (model?.tree === undefined) return;
  const root = Math.min(view.root, model.tree.size - 1);
  const isCollapsed = (node: number) => view.collapsed.has(node);
  const scene = sceneOf(model.tree, view.form, isCollapsed, root);
  const none: ReadonlySet<number> = new Set();
  const picture = await pictureOf(scene, themeOf(document.documentElement), {
    ...{ selected: -1, hover: -1, path: none, matches: none, isCollapsed, facts: new Map() },
    edited: new Set(model.edited),
    locked: new Set(model.locked),
    notes: new Map(model.notes.map(({ node, text }) => [node, text])),
  });
  const stem = source.replace(/(\.[a-z0-9]+)(\.gz)?$/i, "").replaceAll(/[^\w.-]+/g, "-") || "model";
  if (picture !== null) studio.hand(`${stem}-tree.png`, picture);
}
