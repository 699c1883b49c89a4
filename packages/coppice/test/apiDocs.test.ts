import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { apiPages } from "../../../scripts/lib/apiPages.mjs";
import { root } from "../../../scripts/lib/root.mjs";

const pages = apiPages();

it.each(pages)("$path is up to date; run: npm run api-doc", ({ path, text }) => {
  expect(readFileSync(join(root, path), "utf8")).toBe(text);
});

it("docs/api has a page for each entry, and no other", () => {
  const { exports } = JSON.parse(readFileSync(join(root, "packages/coppice/package.json"), "utf8"));
  const entries = Object.keys(exports).filter((entry) => !/Worker$|package\.json$/.test(entry));
  const wanted = entries.map((entry) => `docs/api/${entry === "." ? "coppice" : entry.slice(2)}.md`).sort();
  expect(pages.map(({ path }) => path).sort()).toEqual(wanted);
  const names = readdirSync(join(root, "docs/api")).map((name) => `docs/api/${name}`);
  expect(names.sort()).toEqual(wanted);
});

it.each(["coppice", "evaluate"])("every function of %s has a comment", (name) => {
  const { text } = pages.find(({ path }) => path === `docs/api/${name}.md`)!;
  const values = text.split("\n## Types\n")[0].split("\n### ").slice(1);
  const bare = values.filter((one) => /^\w+\n\n```d\.ts\nfunction /.test(one));
  expect(bare.map((one) => one.split("\n")[0])).toEqual([]);
});
