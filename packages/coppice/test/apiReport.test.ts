import { describe, expect, it } from "vitest";
import { recordedSizeFaults, surfaceFaults } from "../../../guards/api/recorded.mjs";
import { reports } from "../../../guards/api/report.mjs";
import { sizeFaults, sizesText } from "../../../guards/api/sizes.mjs";
import { folder } from "./kit/folder.js";
import { isDeep } from "./kit/length.js";

const TO_DO = "run npm run api-report -- --write and look at the diff";

describe("the surface of the packages", () => {
  const recorded = folder();

  it(`is as recorded; if the change is intended, ${TO_DO}`, () => {
    expect(surfaceFaults(reports()), TO_DO).toEqual([]);
  });

  it("has the declaration of each name once, and refers to it elsewhere", () => {
    const textOf = (name: string) => reports().find(({ file }) => file === name)!.text;
    expect(textOf("coppice.txt")).toMatch(/\n\nfitSync\n {2}function fitSync<[\s\S]*?;\n/);
    expect(textOf("coppice-node.txt")).toMatch(/as in coppice\n(?: {2}.*\n)* {2}fitSync\n/);
  });

  it("includes types that are not exported but mentioned by those that are", () => {
    const texts = reports().map(({ text }) => text);
    expect(texts.at(-1)).toMatch(/\n\nLeafError\n {2}type LeafError = "absolute" \| "worst";\n/);
    expect(texts.slice(0, -1).join("")).not.toContain("type LeafError =");
  });

  it("is compared line by line, so that a failure shows what was taken away and added", () => {
    recorded.put("a.txt", "a\n\nf\n  function f(x: number): number;\n");
    recorded.put("gone.txt", "gone\n");
    const found = [{ file: "a.txt", text: "a\n\nf\n  function f(x: string): number;\n" }];
    expect(surfaceFaults(found, recorded.path)).toEqual([
      "a.txt -   function f(x: number): number;",
      "a.txt +   function f(x: string): number;",
      "gone.txt: no entry has this name",
    ]);
  });
});

describe("the sizes of the entries", () => {
  const table = (...rows: readonly string[]) => ["entry\tminified\tgzip", ...rows, ""].join("\n");

  it.each([
    // Two percent of 100,000 bytes.
    [100_000, 102_000, []],
    [100_000, 102_001, ["a, minified: 100000  →  102001 bytes"]],
    [100_000, 97_999, ["a, minified: 100000  →  97999 bytes"]],
    // Two percent of 1,000 would be 20 bytes.
    [1_000, 1_300, []],
    [1_000, 1_301, ["a, minified: 1000  →  1301 bytes"]],
  ])("of %d bytes recorded and %d found: %j", (was, is, faults) => {
    expect(sizeFaults(table(`a\t${was}\t9`), table(`a\t${is}\t9`))).toEqual(faults);
  });

  it("are of the same entries", () => {
    expect(sizeFaults(table("a\t1\t1", "b\t1\t1"), table("b\t1\t1", "c\t1\t1"))).toEqual([
      "a: is gone",
      "c: is new",
    ]);
  });

  it.runIf(isDeep)(`are as recorded, within the tolerance; otherwise ${TO_DO}`, async () => {
    expect(recordedSizeFaults(await sizesText()), TO_DO).toEqual([]);
  });
});
