import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chooseNearest } from "../../../scripts/lib/nearest.mjs";
import { root } from "../../../scripts/lib/root.mjs";
import { isTest, projectFiles } from "../../../scripts/lib/sourceGraph.mjs";
import { SUITES, withSuites } from "../../../scripts/lib/suites.mjs";
import { ALONE, deeperFiles, QUICK, quickFiles } from "../../../scripts/lib/testGroups.mjs";

const textOf = (path: string) => readFileSync(join(root, path), "utf8");

describe("the tests nearest to a change", () => {
  const gini = "packages/coppice/src/learn/criterion/gini.ts";

  it("begin with those of the same folder and kind", async () => {
    const { chosen, suites } = await chooseNearest([gini]);
    expect(chosen[0]).toMatch(/^packages\/coppice\/src\/learn\/criterion\//);
    expect(chosen).toContain("packages/coppice/test/everyOption.test.ts");
    expect(suites.map(({ change }) => change)).toContain("a criterion");
  });

  it("have a changed test and the test of a changed file in any case, the rest as time allows", async () => {
    const changed = ["packages/coppice/src/base/exp.ts", "packages/coppice/test/links.test.ts"];
    const { chosen, left } = await chooseNearest(changed, { seconds: 0 });
    expect(chosen).toEqual(["packages/coppice/src/base/exp.test.ts", "packages/coppice/test/links.test.ts"]);
    expect(left).not.toEqual([]);
  });

  it("find the tests of a kernel through its driver", async () => {
    const { chosen } = await chooseNearest(["kernels/assembly/sort/index.ts"]);
    expect(chosen).toContain("packages/coppice/src/kernels/drivers/sortColumn.test.ts");
  });

  it("leave out what needs a build if there is none", async () => {
    const changed = ["packages/sql/test/ranks.test.ts", gini];
    const { chosen, unbuilt } = await chooseNearest(changed, { built: false });
    expect(unbuilt).toContain("packages/sql/test/ranks.test.ts");
    expect(chosen).not.toContain("packages/sql/test/ranks.test.ts");
  });
});

describe("the lists of tests", () => {
  const places = [
    ...SUITES.flatMap(({ touches, tests }) => [...touches, ...tests]),
    ...Object.keys(ALONE),
    ...QUICK,
  ];

  it.each([...new Set(places)])("name %s, which exists", (place) => {
    expect(existsSync(join(root, place))).toBe(true);
  });

  it("are in CONTRIBUTING.md as they are in scripts/lib/suites.mjs; run: npm run suites-doc", () => {
    const page = textOf("CONTRIBUTING.md");
    expect(page).toBe(withSuites(page));
  });

  it("have every file that replaces modules, methods or globals among those that run alone", async () => {
    const replaces = /\bvi\.(mock|doMock|spyOn|stubGlobal|stubEnv|useFakeTimers)\(/;
    const files = (await projectFiles()).filter((path) => isTest(path) && replaces.test(textOf(path)));
    expect(files.filter((path) => ALONE[path] === undefined)).toEqual([]);
  });

  it("have in the deep run what asks for its length, and only tests", async () => {
    const deeper = await deeperFiles();
    expect(deeper).toContain("packages/coppice/test/everyOption.test.ts");
    expect(deeper).not.toContain("packages/coppice/test/links.test.ts");
    expect([...deeper, ...(await quickFiles())].filter((path) => !isTest(path))).toEqual([]);
  });
});
