import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { valuesOf } from "../../../guards/api/report.mjs";
import { root } from "../../../scripts/lib/root.mjs";

const own = join(root, "packages/coppice");
type Entry = string | Readonly<Record<string, string>>;
const { exports } = JSON.parse(readFileSync(join(own, "package.json"), "utf8")) as {
  exports: Record<string, Entry>;
};

/** The source of a built file; those for Node are joined, from a module of targets that has their name. */
const sourceOf = (file: string) =>
  join(own, file.replace("./dist/joined/", "./dist/targets/").replace("./dist/", "src/")).replace(
    /(\.d)?\.[jt]s$/,
    ".ts",
  );

/** Entry, condition, source: Node may have a module of its own. */
const modules = Object.entries(exports).flatMap(([path, entry]) =>
  typeof entry === "string"
    ? []
    : Object.entries(entry).map(([when, file]) => [`coppice${path.slice(1)}`, when, sourceOf(file)] as const),
);

// The names themselves are in guards/api/surface.
it.each(modules.filter(([, when, source]) => when !== "types" && existsSync(source)))(
  "%s, by %s, has the names that are declared, no more and no fewer",
  async (entry, _, source) => {
    expect(Object.keys(await import(source)).sort()).toEqual(valuesOf(entry));
  },
);

it("coppice has fewer than fifty names", () => expect(valuesOf("coppice").length).toBeLessThan(50));

it("package.json names a source for everything that it exports, but what is joined for Node", () => {
  expect(modules.length).toBeGreaterThan(10);
  const built = modules.filter(([, when]) => when !== "node").map(([, , source]) => source);
  const plain = Object.values(exports).filter(
    (entry) => typeof entry === "string" && entry.startsWith("./dist/"),
  );
  const sources = [...built, ...plain.map((file) => sourceOf(file as string))];
  expect(sources.filter((source) => !existsSync(source))).toEqual([]);
});
