import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../../scripts/lib/root.mjs";

const pagesIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
const docs = [...pagesIn("docs"), ...pagesIn("docs/api")];
const pages = ["README.md", "CONTRIBUTING.md", "examples/README.md", "bench/README.md", ...docs];

it.each(pages)("%s has links that lead somewhere, and no marks of a merge", (page) => {
  const text = readFileSync(join(root, page), "utf8");
  expect(linksOf(text).flatMap((link) => faultOf(page, link))).toEqual([]);
  expect(text).not.toMatch(/^(<{7}|={7}|>{7})( |$)/m);
});

it("docs/README.md links to every page of docs", () => {
  const links = linksOf(readFileSync(join(root, "docs/README.md"), "utf8"));
  const linked = new Set(links.map((link) => normalize(join("docs", link.split("#")[0]))));
  expect(docs.filter((page) => page !== join("docs", "README.md") && !linked.has(page))).toEqual([]);
});

it("links and pictures are found outside of code", () => {
  const text = "[a](b.md) ![c](d.svg) `[e](f)`\n```ts\ng[h](i)\n```\n[j\nk](l.md#m)";
  expect(linksOf(text)).toEqual(["b.md", "d.svg", "l.md#m"]);
});

it("headings have the anchors that GitHub gives them", () => {
  const text =
    "# Priors, `losses` and costs\n## Twice\n```sh\n# no heading\n```\n## Twice\n### [A link](x.md)?";
  expect(anchorsOf(text)).toEqual(["priors-losses-and-costs", "twice", "twice-1", "a-link"]);
});

it.each([
  ["README.md", "docs/nowhere.md", ["docs/nowhere.md: no such file"]],
  ["README.md", "docs/rules.md#nowhere", ["docs/rules.md#nowhere: no such heading"]],
  ["docs/rules.md", "https://example.org/x.md#y", []],
])("of %s the link %s has the faults %j", (page, link, faults) =>
  expect(faultOf(page, link)).toEqual(faults),
);

function withoutCode(text: string): string {
  return text.replaceAll(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[^\n]*$/gm, "");
}

/** Where a page's links and pictures lead. */
function linksOf(text: string): string[] {
  const prose = withoutCode(text).replaceAll(/`[^`\n]*`/g, "``");
  return [...prose.matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, link]) => link);
}

/** GitHub's rule: lower case, no punctuation, spaces to hyphens, repeated headings numbered. */
function anchorsOf(text: string): string[] {
  const seen = new Map<string, number>();
  return [...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => {
    const words = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .trim()
      .toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "").replaceAll(" ", "-");
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
}

function faultOf(page: string, link: string): string[] {
  if (/^[a-z]+:/.test(link)) return [];
  const [path, anchor] = link.split("#");
  const file = path === "" ? join(root, page) : join(root, dirname(page), decodeURI(path));
  const isOutside = relative(root, file).startsWith("..");
  if (isOutside || !existsSync(file)) return [`${link}: no such file`];
  if (anchor === undefined || anchorsOf(readFileSync(file, "utf8")).includes(anchor)) return [];
  return [`${link}: no such heading`];
}
