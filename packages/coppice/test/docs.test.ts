import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  blockFault,
  blocksOf,
  blocksOfPage,
  makeFolder,
  pages,
  runBlock,
} from "../../../scripts/lib/docs.mjs";
import { errorsDoc } from "../../../scripts/lib/errorsDoc.mjs";
import { root } from "../../../scripts/lib/root.mjs";
import { ERROR_CODES } from "../src/base/errors.js";

describe("docs/errors.md", () => {
  it("is up to date; run: npm run errors-doc", () => {
    expect(readFileSync(join(root, "docs/errors.md"), "utf8")).toBe(errorsDoc(ERROR_CODES));
  });
});

describe.each(pages())("%s", (page) => {
  const blocks = blocksOfPage(page);
  let folder = "";
  beforeAll(() => {
    folder = makeFolder();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("marks every block of code as run or no-run", () => {
    expect(blocks.map(blockFault).filter((fault) => fault !== undefined)).toEqual([]);
  });

  for (const block of blocks.filter(({ mode }) => mode === "no-run")) {
    console.log(`${page}:${block.line} ${block.language} is not run: ${block.reason}`);
  }
  for (const block of blocks.filter(({ mode }) => mode === "run")) {
    it(`line ${block.line}: ${block.language} runs`, async () => {
      const { code, output } = await runBlock(block, folder);
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

describe("the runner of blocks", () => {
  let folder = "";
  beforeAll(() => {
    folder = makeFolder();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const run = (language: string, code: string, line = 1) =>
    runBlock({ language, mode: "run", reason: "", line, code }, folder);

  it("fails a shell block at its first failing line", async () => {
    const { code, output } = await run("sh", "echo one\nfalse\necho two");
    expect({ code, output }).toEqual({ code: 1, output: "one\n" });
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
