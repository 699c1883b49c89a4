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
import { basename, join } from "node:path";
import { BlockHost } from "./blockHost.mjs";
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

/**
 * Runs the blocks of pages, each page's in its folder, one after the other; returns the exit code and all output of each.
 * TypeScript must have been compiled before (compileBlocks). Modules and commands share a process.
 */
export class BlockRunner {
  #host = new BlockHost();

  async run(folder, block) {
    if (block.language === "ts") return this.#host.module(folder, join(folder, `${nameOf(block)}.js`));
    const commands = plainCommands(block.code);
    if (commands === undefined) return runShell(folder, block.code);
    let output = "";
    for (const args of commands) {
      const ran = await this.#host.command(folder, args);
      output += ran.output;
      if (ran.code !== 0) return { code: ran.code, output };
    }
    return { code: 0, output };
  }

  stop() {
    this.#host.stop();
  }
}

function runShell(folder, code) {
  const command = coppice.map((part) => `'${part.replaceAll("'", "'\\''")}'`).join(" ");
  const text = code.replaceAll(/\bnpx coppice\b/g, () => command);
  return quietly(["sh", "-e", "-c", text], { cwd: folder });
}

/** The arguments of each line of a block that has nothing but comments and `npx coppice …` without what a shell expands. */
export function plainCommands(code) {
  const lines = code.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const commands = lines.map(plainArguments);
  return commands.includes(undefined) ? undefined : commands;
}

function plainArguments(line) {
  const word = /\s+((?:[^\s'"`$\\|&;<>(){}*?#~!]|'[^']*'|"[^"$`\\]*")+)/y;
  const start = /^npx coppice/.exec(line);
  if (start === null) return undefined;
  const words = [];
  word.lastIndex = start[0].length;
  let end = word.lastIndex;
  for (let found = word.exec(line); found !== null; found = word.exec(line)) {
    words.push(found[1].replaceAll(/'([^']*)'|"([^"]*)"/g, "$1$2"));
    end = word.lastIndex;
  }
  return line.slice(end).trim() === "" ? words : undefined;
}

const nameOf = ({ line }) => `block-${line}`;

const COMPILER_OPTIONS = {
  ...{ target: "ES2022", lib: ["ES2023", "DOM"], module: "NodeNext", moduleDetection: "force" },
  ...{ strict: true, skipLibCheck: true, types: ["node"] },
};

/**
 * Compiles the TypeScript of several pages at once, types checked, each block into its page's folder: {folder, blocks}.
 * Blocks are preceded by blank lines, so that errors have the page's line numbers. Returns the compiler's complaint of a
 * block, or undefined.
 */
export async function compileBlocks(pages) {
  const files = pages.flatMap(({ folder, blocks }) =>
    blocks
      .filter(({ language, mode }) => language === "ts" && mode === "run")
      .map((block) => {
        const file = join(folder, `${nameOf(block)}.ts`);
        writeFileSync(file, "\n".repeat(block.line) + block.code);
        return file;
      }),
  );
  if (files.length === 0) return () => undefined;
  const project = join(pages[0].folder, "tsconfig.json");
  const options = { ...COMPILER_OPTIONS, typeRoots: [join(root, "node_modules", "@types")] };
  writeFileSync(project, JSON.stringify({ compilerOptions: options, files }));
  const tsc = [...commandOf("typescript", "tsc"), "--pretty", "false", "-p", project];
  const { code, output } = await quietly(tsc, { cwd: pages[0].folder });
  const known = (line) => files.some((file) => line.includes(basename(file)));
  return (folder, block) => {
    if (code === 0) return undefined;
    const place = `${basename(folder)}/${nameOf(block)}.ts(`;
    const own = output
      .split("\n")
      .filter(
        (line) =>
          line.includes(place) || (folder === pages[0].folder && line.startsWith(`${nameOf(block)}.ts(`)),
      );
    // A complaint about no file in particular concerns all.
    return own.length > 0 ? own.join("\n") : output.split("\n").some(known) ? undefined : output;
  };
}

/** A page's blocks with their text read. */
export function blocksOfPage(page) {
  return blocksOf(readFileSync(join(root, page), "utf8"));
}
