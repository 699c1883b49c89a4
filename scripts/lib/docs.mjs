import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writePenguins } from "./penguins.mjs";
import { commandOf, coppice, root } from "./root.mjs";
import { quietly } from "./steps.mjs";

/** Languages of blocks that a reader would run. */
const CODE = new Set(["ts", "typescript", "js", "javascript", "mjs", "sh", "bash", "shell", "console"]);

/** README.md and docs/*.md, as paths from the project's root. */
export function pages() {
  const docs = existsSync(join(root, "docs")) ? readdirSync(join(root, "docs")).sort() : [];
  const all = ["README.md", ...docs.map((name) => `docs/${name}`)];
  return all.filter((path) => path.endsWith(".md") && existsSync(join(root, path)));
}

/**
 * The blocks of code on a page. The word after the language tells a test what to do: `ts run` and `sh run` are run,
 * `sh no-run because …` is not. A block with neither is an error, so that no block is skipped by accident.
 */
export function blocksOf(markdown) {
  const blocks = [];
  let open;
  markdown.split("\n").forEach((text, i) => {
    const fence = /^\s*(`{3,}|~{3,})\s*(\S*)\s*(\S*)\s*(.*)$/.exec(text);
    if (open === undefined && fence) {
      open = { mark: fence[1], language: fence[2], mode: fence[3], reason: fence[4], line: i + 1, lines: [] };
    } else if (open && fence?.[1].startsWith(open.mark) && fence[2] === "") {
      const { mark: _, lines, ...rest } = open;
      blocks.push({ ...rest, code: lines.join("\n") });
      open = undefined;
    } else {
      open?.lines.push(text);
    }
  });
  if (open !== undefined) throw new Error(`line ${open.line}: unclosed block`);
  return blocks.filter((block) => CODE.has(block.language));
}

/** Why a block is invalid, or undefined. */
export function blockFault({ language, mode, reason, line }) {
  const where = `line ${line}: \`\`\`${language}`;
  if (mode === "run")
    return language === "ts" || language === "sh" ? undefined : `${where}: only ts and sh can run`;
  if (mode !== "no-run")
    return `${where} must be marked run, or no-run with a reason; got ${JSON.stringify(mode)}`;
  return reason === "" ? `${where} no-run needs a reason` : undefined;
}

/**
 * A folder in which a page's blocks run one after the other, so that a later one finds the files of an earlier one. It has what a
 * reader has after `npm start` at the project's root: examples/ and out/penguins.json.
 */
export function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), "coppice-docs-"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  if (existsSync(join(root, "examples")))
    cpSync(join(root, "examples"), join(folder, "examples"), { recursive: true });
  writePenguins(join(folder, "out/penguins.json"));
  return folder;
}

/** Runs one block; returns the exit code and all output. */
export function runBlock(block, folder) {
  return block.language === "sh" ? runShell(block, folder) : runTypeScript(block, folder);
}

function runShell({ code }, folder) {
  const command = coppice.map((part) => `'${part.replaceAll("'", "'\\''")}'`).join(" ");
  return quietly(["sh", "-e", "-c", code.replaceAll(/\bnpx coppice\b/g, () => command)], { cwd: folder });
}

/** Compiled with types checked, then run. Preceded by blank lines, so that errors have the page's line numbers. */
async function runTypeScript({ code, line }, folder) {
  const name = `block-${line}`;
  writeFileSync(join(folder, `${name}.ts`), "\n".repeat(line) + code);
  const compilerOptions = {
    target: "ES2022",
    lib: ["ES2023", "DOM"],
    module: "NodeNext",
    strict: true,
    skipLibCheck: true,
    types: ["node"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
  const compiled = await quietly([...commandOf("typescript", "tsc"), "-p", folder], { cwd: folder });
  if (compiled.code !== 0) return compiled;
  return quietly([process.execPath, "--enable-source-maps", `${name}.js`], { cwd: folder });
}

/** A page's blocks with their text read. */
export function blocksOfPage(page) {
  return blocksOf(readFileSync(join(root, page), "utf8"));
}
