import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { apiPages } from "../../../scripts/lib/apiPages.mjs";
import { root } from "../../../scripts/lib/root.mjs";

const pages = apiPages();

it.each(pages)("$path is up to date; run: npm run api-doc", ({ path, text }) => {
  expect(readFileSync(join(root, path), "utf8")).toBe(text);
});

it("docs/api has no other pages", () => {
  const names = readdirSync(join(root, "docs/api")).map((name) => `docs/api/${name}`);
  expect(names.sort()).toEqual(pages.map(({ path }) => path).sort());
});

describe("the entries", () => {
  const { exports } = JSON.parse(readFileSync(join(root, "packages/coppice/package.json"), "utf8"));
  it("have a page each", () => {
    const entries = Object.keys(exports).filter((entry) => !/Worker$|package\.json$/.test(entry));
    const named = entries.map((entry) => (entry === "." ? "coppice" : entry.slice(2)));
    expect(pages.map(({ path }) => path.slice("docs/api/".length, -3)).sort()).toEqual(named.sort());
  });

  it.each(["coppice", "evaluate"])("%s: every function has a comment", (name) => {
    const { text } = pages.find(({ path }) => path === `docs/api/${name}.md`)!;
    const values = text.split("\n## Types\n")[0].split("\n### ").slice(1);
    const bare = values
      .filter((one) => /^\w+\n\n```d\.ts\nfunction /.test(one))
      .map((one) => one.split("\n")[0]);
    expect(bare).toEqual([]);
  });
});
