import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ELSEWHERE, optionsDoc } from "../../../scripts/lib/optionsDoc.mjs";
import { root } from "../../../scripts/lib/root.mjs";
import { optionHint } from "../src/learn/foreignNames.js";
import { documentedLearners } from "./documentedLearners.js";

const read = (path: string) => ({ path, text: readFileSync(join(root, path), "utf8") });
const pages = [
  "README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
].map(read);

const options = documentedLearners.flatMap((learner) => learner.options);
const names = new Set(options.map(({ name }) => name));

describe("docs/options.md", () => {
  const [page] = pages.filter(({ path }) => path === "docs/options.md");

  const wanted = optionsDoc(documentedLearners);

  it("is up to date; run: npm run options-doc", () => {
    // The whole page is too long to print.
    const [was, is] = [page.text, wanted].map((text) => text.split("\n"));
    const at = is.findIndex((line, index) => line !== was[index]);
    expect(was[at], `line ${at + 1} of docs/options.md; run: npm run options-doc`).toBe(is[at]);
    expect(page.text.length, "docs/options.md goes on; run: npm run options-doc").toBe(wanted.length);
  });

  it.each(documentedLearners)("has every option of $name, and every choice", (learner) => {
    const words = learner.options.flatMap(({ name, choices: some = [] }) => [name, ...some]);
    expect(words.filter((word) => !wanted.includes(`\`${word}\``))).toEqual([]);
  });

  it("gives names of other programs that lead to the option", () => {
    for (const [name, others] of Object.entries(ELSEWHERE))
      for (const other of others)
        expect(optionHint(other, [name]), `${other} for ${name}`).toContain(`"${name}"`);
  });
});

describe.each(pages)("options in $path", ({ text }) => {
  it("of --set exist", () => {
    const used = [...text.matchAll(/--set "?([A-Za-z.]+)=/g)].map(([, name]) =>
      name.replace(/^[a-zA-Z]+\./, ""),
    );
    // An example of an error may show a name that is not there.
    const isError = (name: string) => text.includes(`has no option "${name}"`);
    expect(used.filter((name) => name !== "name" && !isError(name) && !names.has(name))).toEqual([]);
  });

  it("of programs exist", () =>
    expect(optionsOfPrograms(text).filter((name) => !names.has(name))).toEqual([]));

  it("of tables of options exist", () => {
    expect(optionsOfTables(text).filter((name) => !names.has(name))).toEqual([]);
  });
});

describe("the reader of options in a page", () => {
  it("finds those of a program", () => {
    const page =
      'text `options: { x: 1 }`\n```ts run\nfit(t, { options: { maxDepth: 3, priors: { a: 1 }, "of.minLeaf": [1, 2], prune: f("b", 2) } });\n```\n';
    expect(optionsOfPrograms(page)).toEqual(["maxDepth", "priors", "minLeaf", "prune"]);
  });

  it("finds those of a table", () => {
    const page =
      "| option | values |\n|---|---|\n| `a`, `b` (`c`) | `d` |\n\n| flag | meaning |\n|---|---|\n| `e` | |\n";
    expect(optionsOfTables(page)).toEqual(["a", "b"]);
  });
});

/** The keys of `options: { … }` in blocks of TypeScript. */
function optionsOfPrograms(text: string): string[] {
  const blocks = [...text.matchAll(/^```ts[^\n]*\n([\s\S]*?)^```/gm)].map(([, code]) => code);
  return blocks.flatMap((code) =>
    [...code.matchAll(/\boptions: \{/g)].flatMap(({ index, 0: start }) =>
      keysOf(code.slice(index + start.length)),
    ),
  );
}

/** The names before a colon, or alone, that stand directly in the object whose text begins here. */
function keysOf(code: string): string[] {
  let depth = 0;
  let flat = "";
  for (const sign of code) {
    if ("}])".includes(sign)) depth--;
    if (depth < 0) break;
    if (depth === 0) flat += sign;
    if ("{[(".includes(sign)) depth++;
  }
  const keys = flat.split(",").map((part) => part.split(":")[0].trim().replaceAll('"', ""));
  return keys.filter((key) => /^[\w.]+$/.test(key)).map((key) => key.replace(/^of\./, ""));
}

/** The names in the first column of tables whose first heading is "option". */
function optionsOfTables(text: string): string[] {
  const found: string[] = [];
  let inside = false;
  for (const line of text.split("\n")) {
    const [, first] = /^\|([^|]*)\|/.exec(line) ?? [];
    if (first === undefined) inside = false;
    else if (first.trim() === "option") inside = true;
    else if (inside) {
      const outside = first.replaceAll(/\([^)]*\)/g, "");
      found.push(...[...outside.matchAll(/`([A-Za-z]+)`/g)].map(([, name]) => name));
    }
  }
  return found;
}
