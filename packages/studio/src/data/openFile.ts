import type { Source } from "../state/types.js";

/** A file as a source: a JSON file may be a table or a model, as its first bytes tell. */
export async function sourceOf(file: Blob, name: string): Promise<Source> {
  const head = await file.slice(0, 400).text();
  const isModel =
    /"format"\s*:\s*"coppice-(tree|ensemble|rules)"/.test(head) || /\.coppice(\.gz)?$/i.test(name);
  return { name, content: file, kind: isModel ? "model" : "table" };
}

/** Pasted text: a table, by the look of its first line. */
export function pastedSource(text: string): Source {
  const start = text.trimStart();
  const extension = /^[[{]/.test(start)
    ? "json"
    : /^@relation/im.test(start.slice(0, 2000))
      ? "arff"
      : start.split("\n", 1)[0].includes("\t")
        ? "tsv"
        : "csv";
  return { name: `pasted.${extension}`, content: new Blob([text]), kind: "table" };
}
