import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeEach, describe, expect, it } from "vitest";
import { folder } from "./kit/folder.js";

const run = promisify(execFile);
const codeCache = fileURLToPath(new URL("../bin/codeCache.js", import.meta.url));
const files = folder();
let tests = 0;
/** A path in the folder of this test. */
const at = (name = "") => files.at(`test${tests}`, name);

beforeEach(() => {
  tests++;
  mkdirSync(at());
  writeScript("a".repeat(32), "exports.answer = () => __filename + require('node:os').EOL.length;");
  writeFileSync(
    at("run.cjs"),
    `const { compiled } = require(${JSON.stringify(codeCache)});
     const { exports: script, isCached, save } = compiled(${JSON.stringify(at("script.cjs"))}, process.argv[2]);
     console.log(JSON.stringify({ answer: script.answer(), isCached }));
     save();`,
  );
});

function writeScript(hash: string, text: string): void {
  writeFileSync(at("script.cjs"), `/*${hash}*/\n${text}`);
}

async function start(name = "fit", env: Record<string, string> = {}) {
  const all = { ...process.env, HOME: at(), XDG_CACHE_HOME: at("caches"), COPPICE_CACHE: "", ...env };
  const { stdout } = await run(process.execPath, [at("run.cjs"), name], { env: all });
  return JSON.parse(stdout) as { answer: string; isCached: boolean };
}

const cached = () => readdirSync(at("caches/coppice"));

describe.skipIf(process.platform !== "linux")("the code cache of the command", () => {
  it("is written by the first run and used by the next, for each name", async () => {
    const answer = at("script.cjs1");
    expect(await start()).toEqual({ answer, isCached: false });
    expect(await start()).toEqual({ answer, isCached: true });
    expect(await start("predict")).toEqual({ answer, isCached: false });
    expect(cached()).toHaveLength(2);
    expect(statSync(at("caches/coppice")).mode & 0o777).toBe(0o700);
  });

  it("takes only words for file names", async () => {
    await start("../../x");
    expect(cached()).toEqual([expect.stringMatching(/^a{32}-v[\d.]+-\w+-other\.bin$/)]);
  });

  it("is not used for another build, even one of the same length", async () => {
    await start();
    writeScript("b".repeat(32), "exports.answer = () => __filename + require('node:os').EOL.repeat(0);");
    expect(await start()).toEqual({ answer: at("script.cjs"), isCached: false });
  });

  it("is replaced if it is not V8's", async () => {
    await start();
    const [name] = cached();
    writeFileSync(at(`caches/coppice/${name}`), "no code");
    expect((await start()).isCached).toBe(false);
    expect((await start()).isCached).toBe(true);
  });

  it("survives several processes that write it at once", async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => start()));
    expect(new Set(all.map(({ answer }) => answer)).size).toBe(1);
    expect(cached()).toHaveLength(1);
    expect((await start()).isCached).toBe(true);
  });

  it("is done without if its folder cannot be made, if others may write there, or if it is switched off", async () => {
    writeFileSync(at("file"), "");
    for (let i = 0; i < 2; i++) {
      expect((await start("fit", { XDG_CACHE_HOME: at("file") })).isCached).toBe(false);
      expect((await start("fit", { COPPICE_CACHE: "off" })).isCached).toBe(false);
    }
    mkdirSync(at("caches/coppice"), { recursive: true });
    chmodSync(at("caches/coppice"), 0o777);
    expect((await start()).isCached).toBe(false);
    expect(cached()).toEqual([]);
  });

  it("removes files that nobody has used for a long time", async () => {
    await start();
    const [old] = cached();
    const long = new Date(Date.now() - 91 * 24 * 3600 * 1000);
    utimesSync(at(`caches/coppice/${old}`), long, long);
    await start("predict");
    expect(cached()).toHaveLength(1);
    expect(cached()[0]).toMatch(/predict/);
  });

  it("is not written for a script without the hash that the build adds", async () => {
    writeFileSync(at("script.cjs"), "exports.answer = () => 1;");
    await start();
    expect((await start()).isCached).toBe(false);
  });
});
