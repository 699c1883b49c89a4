import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { blocksOf, pages } from "../../../scripts/lib/docs.mjs";
import { ELSEWHERE, optionsDoc } from "../../../scripts/lib/optionsDoc.mjs";
import { root } from "../../../scripts/lib/root.mjs";
import { optionHint } from "../src/learn/foreignNames.js";
import { documentedLearners } from "./documentedLearners.js";

const textOf = (path: string) => readFileSync(join(root, path), "utf8");
const names = new Set(documentedLearners.flatMap((learner) => learner.options.map(({ name }) => name)));

describe("docs/options.md", () => {
  const wanted = optionsDoc(documentedLearners);

  it("is up to date; run: npm run options-doc", () => {
    // The whole page is too long to print.
    const [was, is] = [textOf("docs/options.md"), wanted].map((text) => text.split("\n"));
    const at = is.findIndex((line, index) => line !== was[index]);
    expect(was[at], `line ${at + 1} of docs/options.md; run: npm run options-doc`).toBe(is[at]);
    expect(was.length, "docs/options.md goes on; run: npm run options-doc").toBe(is.length);
  });

  it.each(documentedLearners)("has every option of $name, and every choice", ({ options }) => {
    const words = options.flatMap(({ name, choices: some = [] }) => [name, ...some]);
    expect(words.filter((word) => !wanted.includes(`\`${word}\``))).toEqual([]);
  });

  it("gives names of other programs that lead to the option", () => {
    for (const [name, others] of Object.entries(ELSEWHERE))
      for (const other of others)
        expect(optionHint(other, [name]), `${other} for ${name}`).toContain(`"${name}"`);
  });
});

it.each(pages())("options in %s exist: of --set, of programs, of tables", (page) => {
  const text = textOf(page);
  const set = [...text.matchAll(/--set "?(?:[A-Za-z]+\.)?([A-Za-z]+)=/g)].map(([, name]) => name);
  // An example of an error may show a name that is not there.
  const shown = set.filter((name) => name !== "name" && !text.includes(`has no option "${name}"`));
  const used = [...shown, ...optionsOfPrograms(text), ...optionsOfTables(text)];
  expect(used.filter((name) => !names.has(name))).toEqual([]);
});

it("options of a program are found", () => {
  const options = '{ maxDepth: 3, priors: { a: 1 }, "of.minLeaf": [1, 2], prune: f("b", 2) }';
  const page = `text \`options: { x: 1 }\`\n\`\`\`ts run\nfit(t, { options: ${options} });\n\`\`\`\n`;
  expect(optionsOfPrograms(page)).toEqual(["maxDepth", "priors", "minLeaf", "prune"]);
});

it("options of a table are found", () => {
  const head = "| option | values |\n|---|---|\n| `a`, `b` (`c`) | `d` |";
  expect(optionsOfTables(`${head}\n\n| flag | meaning |\n|---|---|\n| \`e\` | |\n`)).toEqual(["a", "b"]);
});

/** The keys of `options: { … }` in blocks of TypeScript. */
function optionsOfPrograms(text: string): string[] {
  return blocksOf(text)
    .filter(({ language }) => language === "ts")
    .flatMap(({ code }) =>
      code
        .split(/\boptions: \{/)
        .slice(1)
        .flatMap(keysOf),
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
