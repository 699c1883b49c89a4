import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  BlockRunner,
  blockFault,
  blocksOf,
  blocksOfPage,
  compileBlocks,
  makeFolder,
  pages,
  plainCommands,
} from "../../../scripts/lib/docs.mjs";
import { errorsDoc } from "../../../scripts/lib/errorsDoc.mjs";
import { root } from "../../../scripts/lib/root.mjs";
import { ERROR_CODES } from "../src/base/errors.js";

it("docs/errors.md is up to date; run: npm run errors-doc", () => {
  expect(readFileSync(join(root, "docs/errors.md"), "utf8")).toBe(errorsDoc(ERROR_CODES));
});

const runner = new BlockRunner();
const sites = pages().map((page) => ({ page, folder: makeFolder(), blocks: blocksOfPage(page) }));
let complaint: Awaited<ReturnType<typeof compileBlocks>>;
beforeAll(async () => {
  complaint = await compileBlocks(sites);
});
afterAll(() => {
  runner.stop();
  for (const { folder } of sites) rmSync(folder, { recursive: true, force: true });
});

describe.each(sites)("$page", ({ page, folder, blocks }) => {
  it("marks every block of code as run or no-run", () => {
    expect(blocks.map(blockFault).filter((fault) => fault !== undefined)).toEqual([]);
  });

  for (const block of blocks) {
    const name = `line ${block.line}: ${block.language}`;
    if (block.mode === "no-run") console.log(`${page}, ${name} is not run: ${block.reason}`);
    if (block.mode !== "run") continue;
    it(`${name} runs`, async () => {
      expect(complaint(folder, block)).toBeUndefined();
      const { code, output } = await runner.run(folder, block);
      expect(code, output).toBe(0);
    });
  }
});

describe("the reader of blocks", () => {
  const page = [
    "```ts run",
    "let a = 1;",
    "```",
    "text",
    "~~~sh no-run needs a server",
    "ls",
    "~~~",
    "```json",
    "{}",
    "```",
  ];

  it("finds code with its line, and ignores other blocks", () => {
    expect(blocksOf(page.join("\n"))).toEqual([
      { language: "ts", mode: "run", reason: "", line: 1, code: "let a = 1;" },
      { language: "sh", mode: "no-run", reason: "needs a server", line: 5, code: "ls" },
    ]);
  });

  it.each([
    ["```sh\nls\n```", 'line 1: ```sh must be marked run, or no-run with a reason; got ""'],
    ["```ts no-run\n\n```", "line 1: ```ts no-run needs a reason"],
    ["```js run\n\n```", "line 1: ```js: only ts and sh can run"],
  ])("finds the error in %j", (text, fault) => expect(blocksOf(text).map(blockFault)).toEqual([fault]));

  it("reports a block that is not closed at the end of the page", () => {
    expect(() => blocksOf("a\n```sh run\nls")).toThrow("line 2: unclosed block");
  });
});

describe("commands that need no shell", () => {
  it.each([
    ["npx coppice fit a.csv", [["fit", "a.csv"]]],
    [
      "# first\nnpx coppice fit 'a b.csv' --set x=\"1 2\"\n\nnpx coppice",
      [["fit", "a b.csv", "--set", "x=1 2"], []],
    ],
    ["npx coppice fit a.csv | head", undefined],
    ["npx coppice fit $FILE", undefined],
    ["npx coppice fit a.csv\nhead a.csv", undefined],
    ["npx coppice fit 'a", undefined],
  ])("are read from %j", (code, commands) => expect(plainCommands(code)).toEqual(commands));
});

describe("the runner of blocks", () => {
  const block = (language: string, line: number, code: string) => ({
    ...{ language, line, code, mode: "run", reason: "" },
  });
  const right = block(
    "ts",
    3,
    'import { readFileSync } from "node:fs";\nconsole.log(readFileSync("seven.txt", "utf8"));',
  );
  const throws = block("ts", 6, 'throw new Error("no");');
  const ends = block("ts", 9, "process.exit(3);");
  const wrong = block("ts", 12, 'export const n: number = "one";');
  let folder = "";
  let complaint: Awaited<ReturnType<typeof compileBlocks>>;
  beforeAll(async () => {
    folder = makeFolder();
    complaint = await compileBlocks([{ folder, blocks: [right, throws, ends, wrong] }]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const run = (language: string, code: string) => runner.run(folder, block(language, 1, code));

  it("fails a shell block at its first failing line", async () => {
    expect(await run("sh", "echo one\nfalse\necho two")).toMatchObject({ code: 1, output: "one\n" });
  });

  it("fails a block of commands at its first failing line, in the page's folder", async () => {
    const commands = ["describe out/penguins.json", "fit no.csv --target y", "learners"];
    const { code, output } = await run("sh", commands.map((one) => `npx coppice ${one}`).join("\n"));
    expect(code).toBe(1);
    expect(output).toMatch(/344 rows.*FILE_.*no\.csv/s);
    expect(output).not.toContain("adaBoost");
  });

  it("tells which of several blocks has wrong types, at the page's line", () => {
    expect([right, throws, ends].map((one) => complaint(folder, one))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(complaint(folder, wrong)).toContain("block-12.ts(13,14)"); // the fence is on line 12, the code starts on 13
  });

  it("fails a ts block that throws, and one that ends its process", async () => {
    expect(await runner.run(folder, throws)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^Error: no\n/),
    });
    expect(await runner.run(folder, ends)).toMatchObject({ code: 3 });
  });

  it("lets a later block read what an earlier one wrote", async () => {
    await run("sh", "echo 7 > seven.txt");
    expect(await runner.run(folder, right)).toEqual({ code: 0, output: "7\n\n" });
  });

  it("finds the penguins where npm start puts them", async () => {
    expect(await run("sh", "grep -c Species out/penguins.json")).toMatchObject({ output: "344\n" });
  });
});
