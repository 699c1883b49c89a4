import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { originsOf } from "../../../guards/walk/sourceMap.mjs";
import { COMMANDS, differences, recordedText } from "../../../guards/walk/totals.mjs";
import { translate } from "../../../guards/walk/translate.mjs";
import { totalsOf, type Walked, walk } from "../../../guards/walk/walk.mjs";
import { root } from "../../../scripts/lib/root.mjs";
import { folder } from "./kit/folder.js";
import { isDeep } from "./kit/length.js";

const files = folder();

describe("a walk through the command", () => {
  let functions: Walked[];
  beforeAll(async () => {
    functions = await walk(["describe"]);
  });
  const placeOf = (file: string, name: string) =>
    functions.findIndex((one) => one.file === file && one.name === name);

  it("lists functions in the order of their first calls, whatever the order of the files", () => {
    const places = [
      placeOf("cli/main.ts", "main"),
      placeOf("cli/run.ts", "run"),
      placeOf("cli/program.ts", "programFor"),
      placeOf("cli/describe.ts", "addDescribe"),
      placeOf("use/describe/describeTable.ts", "describeTable"),
      placeOf("cli/main.ts", "flushed"),
    ];
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it("counts calls, and leaves out what is not called", () => {
    // Standard output and standard error.
    expect(functions[placeOf("cli/main.ts", "flushed")].calls).toBe(2);
    expect(placeOf("cli/run.ts", "crash")).toBe(-1);
    expect(functions.every(({ file }) => file !== "learn/grow.ts")).toBe(true);
  });

  it("counts the lines that ran by file, without branches that were not taken", () => {
    const text = readFileSync(join(root, "packages/coppice/src/cli/run.ts"), "utf8").split("\n");
    const ran = functions[placeOf("cli/run.ts", "run")].lines.map((line) => text[line - 1].trim());
    expect(ran).toContain('await program.parseAsync([...args], { from: "user" });');
    expect(ran).not.toContain("const known = asCoppiceError(error);");
  });

  it("counts a line once in the totals, however many functions share it", () => {
    const [one, other] = [
      { file: "a.ts", name: "f", calls: 1, lines: [3, 4] },
      { file: "a.ts", name: "g", calls: 9, lines: [4, 5] },
    ];
    expect(totalsOf([one, other])).toEqual({ files: 1, functions: 2, lines: 3 });
  });
});

it("finds the line of each token of a translated file", () => {
  const lines = [
    "type Gone = {",
    "  a: 1;",
    "};",
    "export const first = (a: Gone) =>",
    "  a;",
    "",
    "first({ a: 1 });",
  ];
  const code = translate(files.put("lines.ts", lines.join("\n")));
  const origins = originsOf(code);
  const lineOf = (token: string) => origins.findLast(([offset]) => offset <= code.indexOf(token))?.[1];
  expect([lineOf("first ="), lineOf("a;"), lineOf("first({")]).toEqual([4, 5, 7]);
});

describe("the recorded walks", () => {
  const recorded = readFileSync(join(root, "guards/walk/recorded.tsv"), "utf8");

  it("are of every command that is to be recorded", () => {
    const [, ...rows] = recorded.trimEnd().split("\n");
    expect(rows.map((row) => row.split("\t")[0])).toEqual(COMMANDS);
  });

  it("are named with what they were and are, where they differ", () => {
    const was = "command\tfiles\nfit\t3\nshow\t2\n";
    expect(differences(was, "command\tfiles\nfit\t4\nrules\t2\n")).toEqual([
      "fit  3  →  fit  4",
      "show  2  →  (not recorded)",
      "(not recorded)  →  rules  2",
    ]);
  });

  it.runIf(isDeep)(
    "are what runs now; otherwise: npm run walk -- --totals --write, and look at the diff",
    async () => {
      expect(differences(recorded, await recordedText())).toEqual([]);
    },
  );
});
