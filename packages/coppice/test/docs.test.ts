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

describe("docs/errors.md", () => {
  it("is up to date; run: npm run errors-doc", () => {
    expect(readFileSync(join(root, "docs/errors.md"), "utf8")).toBe(errorsDoc(ERROR_CODES));
  });
});

const sites = pages().map((page) => ({ page, folder: makeFolder(), blocks: blocksOfPage(page) }));
afterAll(() => {
  for (const { folder } of sites) rmSync(folder, { recursive: true, force: true });
});
let complaint: Awaited<ReturnType<typeof compileBlocks>>;
beforeAll(async () => {
  complaint = await compileBlocks(sites);
});

describe.each(sites)("$page", ({ page, folder, blocks }) => {
  const runner = new BlockRunner(folder);
  afterAll(() => runner.stop());

  it("marks every block of code as run or no-run", () => {
    expect(blocks.map(blockFault).filter((fault) => fault !== undefined)).toEqual([]);
  });

  for (const block of blocks.filter(({ mode }) => mode === "no-run")) {
    console.log(`${page}:${block.line} ${block.language} is not run: ${block.reason}`);
  }
  for (const block of blocks.filter(({ mode }) => mode === "run")) {
    it(`line ${block.line}: ${block.language} runs`, async () => {
      expect(complaint(folder, block)).toBeUndefined();
      const { code, output } = await runner.run(block);
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
  let folder = "";
  let runner: BlockRunner;
  beforeAll(() => {
    folder = makeFolder();
    runner = new BlockRunner(folder);
  });
  afterAll(() => {
    runner.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const blockOf = (language: string, code: string, line = 1) => ({
    language,
    mode: "run",
    reason: "",
    line,
    code,
  });
  const run = async (language: string, code: string, line = 1) => {
    const block = blockOf(language, code, line);
    const fault = (await compileBlocks([{ folder, blocks: [block] }]))(folder, block);
    return fault === undefined ? runner.run(block) : { code: 1, output: fault };
  };

  it("fails a shell block at its first failing line", async () => {
    const { code, output } = await run("sh", "echo one\nfalse\necho two");
    expect({ code, output }).toEqual({ code: 1, output: "one\n" });
  });

  it("fails a block of commands at its first failing line, in the page's folder", async () => {
    const { code, output } = await run(
      "sh",
      "npx coppice describe out/penguins.json\nnpx coppice fit no.csv --target y\nnpx coppice learners",
    );
    expect(code).toBe(1);
    expect(output).toMatch(/344 rows.*FILE_.*no\.csv/s);
    expect(output).not.toContain("adaBoost");
  });

  it("tells which of several blocks has wrong types", async () => {
    const blocks = [
      blockOf("ts", "export const a = 1;", 3),
      blockOf("ts", 'export const a: number = "";', 9),
    ];
    const complaint = await compileBlocks([{ folder, blocks }]);
    expect(blocks.map((block) => complaint(folder, block) !== undefined)).toEqual([false, true]);
  });

  it("fails a ts block that throws", async () => {
    expect((await run("ts", 'throw new Error("no")')).code).toBe(1);
  });

  it("fails a ts block whose types are wrong, at the page's line", async () => {
    const { code, output } = await run("ts", 'export const n: number = "one";', 12);
    expect(code).not.toBe(0);
    expect(output).toContain("block-12.ts(13,14)"); // the fence is on line 12, the code starts on 13
  });

  it("lets a later block read what an earlier one wrote", async () => {
    await run("sh", "echo 7 > seven.txt");
    const read =
      'import { readFileSync } from "node:fs";\nconsole.log(readFileSync("seven.txt", "utf8").trim());';
    expect(await run("ts", read)).toMatchObject({ code: 0, output: "7\n" });
  });

  it("finds the penguins where npm start puts them", async () => {
    expect(await run("sh", "grep -c Species out/penguins.json")).toMatchObject({ output: "344\n" });
  });
});
