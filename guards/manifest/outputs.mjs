/** Command lines of the manifest: what they print, how they exit and the files they write. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { commandLines } from "./commandLines.mjs";
import { provideFiles } from "./files.mjs";
import { sha } from "./fits.mjs";

/** Where a command of the manifest writes: everything in it is part of the outcome. */
const WRITTEN = "new";

export function outputCases({ node }) {
  return commandLines(node.learners).map(({ line, quick }) => ({ key: line, quick, args: wordsOf(line) }));
}

/** Words between spaces; quotes keep a word together. */
const wordsOf = (line) => Array.from(line.matchAll(/"([^"]*)"|\S+/g), ([word, inner]) => inner ?? word);

/** Runs the built command in this process, in a folder of its own: a new process for each would take most of the time. */
export function commandRunner(product) {
  const folder = mkdtempSync(join(tmpdir(), "coppice-manifest-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  process.chdir(folder);
  for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);
  // Times are told as 0: they are no part of what a command says.
  performance.now = () => 0;
  // What this process holds depends on the cases before this one.
  process.memoryUsage.rss = () => 2 ** 27;
  const { main } = createRequire(product.command)(product.command);
  const { version } = JSON.parse(readFileSync(join(product.root, "packages/coppice/package.json"), "utf8"));
  // Places, and numbers that change with every release.
  const plain = (text) =>
    [
      [folder, "FOLDER"],
      [process.version, "NODE"],
      [version, "VERSION"],
    ].reduce((given, [own, word]) => given.replaceAll(own, word), text);
  return async ({ args }) => {
    await provideFiles(product, args);
    mkdirSync(WRITTEN, { recursive: true });
    const { code, out, err } = await captured(() => main(["node", "coppice", ...args]));
    const files = takeFiles();
    const texts = { stdout: out, stderr: err, ...files };
    const detail = () =>
      Object.entries({ exit: String(code), ...texts })
        .map(([name, text]) => `== ${name}\n${plain(text)}`)
        .join("\n");
    const hashes = Object.entries(texts)
      .filter(([, text]) => text !== "")
      .map(([name, text]) => `${name} ${sha(plain(text))}`);
    if (code !== 0) return { text: `exit ${code}`, beside: refusalLine(plain(err)), detail };
    return { text: hashes.join(" ") || "nothing", detail };
  };
}

/** Warnings may stand before the refusal. */
function refusalLine(text) {
  const lines = text.split("\n");
  return lines.find((line) => /^[A-Z][A-Z_0-9]+: /.test(line)) ?? lines[0];
}

async function captured(work) {
  const written = { stdout: "", stderr: "" };
  const own = { stdout: process.stdout.write, stderr: process.stderr.write };
  for (const name of ["stdout", "stderr"])
    process[name].write = (text, ...rest) => {
      written[name] += typeof text === "string" ? text : Buffer.from(text).toString("utf8");
      rest.find((one) => typeof one === "function")?.();
      return true;
    };
  process.exitCode = 0;
  try {
    await work();
  } finally {
    for (const name of ["stdout", "stderr"]) process[name].write = own[name];
  }
  const code = process.exitCode ?? 0;
  process.exitCode = 0;
  return { code, out: written.stdout, err: written.stderr };
}

/** The files that were written, by name; they are removed. */
function takeFiles() {
  const files = readdirSync(WRITTEN)
    .sort()
    .map((name) => [name, contentOf(join(WRITTEN, name))]);
  rmSync(WRITTEN, { recursive: true });
  return Object.fromEntries(files);
}

const contentOf = (path) =>
  /\.(gz|coppice)$/.test(path) ? readFileSync(path).toString("base64") : readFileSync(path, "utf8");
