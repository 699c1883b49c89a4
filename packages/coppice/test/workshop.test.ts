import { existsSync, readdirSync, readFileSync } from "node:fs";
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
  it("name what exists", () => {
    const suites = SUITES.flatMap(({ touches, tests }) => [...touches, ...tests]);
    const places = [...suites, ...Object.keys(ALONE), ...QUICK];
    expect(places.filter((place) => !existsSync(join(root, place)))).toEqual([]);
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

  it("have in the deep run what asks for its length", async () => {
    const deeper = await deeperFiles();
    expect(deeper).toContain("packages/coppice/test/everyOption.test.ts");
    expect(deeper).not.toContain("packages/coppice/test/links.test.ts");
    expect(deeper.filter((path) => !isTest(path))).toEqual([]);
  });

  it("have in the quick run each room, without processes, pages and databases", async () => {
    const quick = await quickFiles();
    const core = readdirSync(join(root, "packages/coppice/src"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `packages/coppice/src/${name}/`);
    const rooms = [...core, "packages/coppice/test/contract/", "packages/sql/", "packages/studio/"];
    expect(rooms.filter((room) => !quick.some((path) => path.startsWith(room)))).toEqual([]);
    const slow = /"node:child_process"|describeInBrowser|DuckDbConnection/;
    expect(quick.filter((path) => !isTest(path) || slow.test(textOf(path)))).toEqual([]);
  });
});
