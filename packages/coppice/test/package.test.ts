import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import { blocksOfPage } from "../../../scripts/lib/docs.mjs";
import { commandOf, root } from "../../../scripts/lib/root.mjs";
import { describeInBrowser } from "./kit/browser.js";
import { folder } from "./kit/folder.js";

const run = promisify(execFile);

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** A separate project, into which the packed file is unpacked; its dependencies are those of this one. */
const { at, put, text, path: project } = folder();
let packed: Packed;
const dependencies = Object.keys(
  JSON.parse(readFileSync(join(root, "packages/coppice/package.json"), "utf8")).dependencies,
);
/** The ten lines of the README. */
const [program] = blocksOfPage("README.md").filter(({ language }) => language === "ts");

beforeAll(async () => {
  const { stdout } = await run("npm", ["pack", "--json", "--offline", "--pack-destination", project], {
    cwd: join(root, "packages/coppice"),
    maxBuffer: 1 << 24,
  });
  [packed] = JSON.parse(stdout.slice(stdout.indexOf("[")));
  const modules = at("node_modules");
  mkdirSync(join(modules, "coppice"), { recursive: true });
  await run("tar", ["xzf", at(packed.filename), "-C", join(modules, "coppice"), "--strip-components=1"]);
  for (const name of dependencies)
    symlinkSync(join(root, "node_modules", name), join(modules, name), "junction");
  put("package.json", '{ "type": "module" }\n');
  put("program.ts", program.code);
}, 120_000);

describe("the packed file", () => {
  it("keeps what is imported for its effect alone when it is bundled", () => {
    const { sideEffects } = JSON.parse(readFileSync(join(root, "packages/coppice/package.json"), "utf8"));
    const targets = join(root, "packages/coppice/src/targets");
    const files = readdirSync(targets).filter((name) => /^\w+\.ts$/.test(name));
    const wanted = files.flatMap((name) =>
      [...readFileSync(join(targets, name), "utf8").matchAll(/^import "\.\/(\w+\.js)";/gm)].map(
        ([, imported]) => `./dist/targets/${imported}`,
      ),
    );
    expect(wanted).toContain("./dist/targets/nodeBase64.js");
    expect(sideEffects).toEqual(expect.arrayContaining(wanted));
  });

  it("contains what a user needs, and nothing else", () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(["README.md", "LICENSE", "package.json", "bin/coppice.js"]));
    const isWanted =
      /^(README\.md|LICENSE|package\.json|bin\/(coppice|codeCache)\.js|bin\/package\.json|dist\/[\w/-]+(\.d\.ts|\.js)|dist\/joined\/(command(\.cjs|-licences\.txt)|teamWorker\.cjs|kernels\/\w+\.wasm))$/;
    expect(paths.filter((path) => !isWanted.test(path))).toEqual([]);
    const ofTests = /\.test\.|testTrees|testing|testIo|testTables|naive/;
    const isEntry = (path: string) => /^dist\/(joined\/testing|testing\/[\w/]+)\.(js|d\.ts)$/.test(path);
    expect(paths.filter((path) => ofTests.test(path) && !isEntry(path))).toEqual([]);
  });

  it("has every file that its entries name", () => {
    const { exports } = JSON.parse(text("node_modules/coppice/package.json"));
    const files = JSON.stringify(exports).match(/\.\/dist\/[^"]+/g)!;
    const paths = new Set(packed.files.map(({ path }) => `./${path}`));
    expect(files.filter((file) => !paths.has(file))).toEqual([]);
  });

  it("refers to no file that is not packed, such as a source map", () => {
    const scripts = packed.files.map(({ path }) => path).filter((path) => path.endsWith(".js"));
    const textOf = (path: string) => text(`node_modules/coppice/${path}`);
    expect(scripts.length).toBeGreaterThan(50);
    expect(scripts.filter((path) => textOf(path).includes("sourceMappingURL"))).toEqual([]);
  });

  it("runs its command, from the code cache too", async () => {
    const env = { ...process.env, XDG_CACHE_HOME: at("caches") };
    for (let i = 0; i < 2; i++) {
      const args = [at("node_modules/coppice/bin/coppice.js"), "--version"];
      expect((await run(process.execPath, args, { env })).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    }
  });

  // The modules for browsers, the joined ones for Node, and the command as one script: each contains all of the code.
  it("is less than 3.4 MB", () => expect(packed.size).toBeLessThan(3_400_000));
});

describe("a separate project", () => {
  const compile = (file: string, more: object) => {
    const compilerOptions = {
      ...{ target: "ES2022", module: "NodeNext", strict: true, skipLibCheck: false },
      ...{ noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noImplicitOverride: true },
      ...{ lib: ["ES2023", "DOM"], types: [], ...more },
    };
    const config = at("tsconfig.json");
    writeFileSync(config, JSON.stringify({ compilerOptions, files: [file] }));
    const [node, ...command] = commandOf("typescript", "tsc");
    return run(node, [...command, "-p", config], { cwd: project }).catch(({ stdout }) => {
      throw new Error(stdout);
    });
  };

  it("compiles the ten lines strictly, with the library's own types checked, and runs them in Node", async () => {
    await compile("program.ts", {});
    // Anything left running would keep the process alive.
    const { stdout } = await run(process.execPath, ["program.js"], { cwd: project, timeout: 60_000 });
    expect(stdout).toContain("yes");
    expect(stdout).toMatch(/IF income > 28\s+THEN yes/);
  });

  it("can import every entry", async () => {
    const entries = [
      "",
      "/predict",
      "/evaluate",
      "/rules",
      "/draw",
      "/foil",
      "/stream",
      "/engine",
      "/synthetic",
      "/node",
    ];
    const lines = entries.map((entry, i) => `import * as e${i} from "coppice${entry}";`);
    const uses = entries.map((_, i) => `Object.keys(e${i}).length`);
    put("all.ts", `${lines.join("\n")}\nconsole.log(${uses.join(", ")});\n`);
    symlinkSync(join(root, "node_modules/@types"), at("node_modules/@types"), "junction");
    await compile("all.ts", { types: ["node"] });
    const { stdout } = await run(process.execPath, ["all.js"], { cwd: project });
    expect(
      stdout
        .trim()
        .split(" ")
        .map(Number)
        .every((count) => count >= 5),
    ).toBe(true);
  });

  it("rejects a misspelt option", async () => {
    const code =
      'import { fit } from "coppice";\nawait fit([{ x: 1, y: "a" }], { target: "y", options: { maxDepht: 3 } });\n';
    put("wrong.ts", code);
    await expect(compile("wrong.ts", {})).rejects.toThrow("maxDepht");
  });
});

describeInBrowser("a page outside", (browser) => {
  it("bundles the ten lines and runs them", async () => {
    const { outputFiles } = await build({
      entryPoints: [at("program.ts")],
      ...{ bundle: true, splitting: true, write: false, outdir: "/" },
      ...{ platform: "browser", format: "esm", target: "es2022", logLevel: "silent" },
    });
    const scripts = new Map(outputFiles.map(({ path, text }) => [`/${basename(path)}`, text]));
    const page = await browser().newPage();
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(`error: ${error}`));
    await page.route("http://outside.test/**", (route) => {
      const script = scripts.get(new URL(route.request().url()).pathname);
      const contentType = script === undefined ? "text/html" : "text/javascript";
      return route.fulfill({ contentType, body: script ?? "<!doctype html>" });
    });
    await page.goto("http://outside.test/");
    await page.evaluate('import("/program.js")');
    await expect.poll(() => said.join("\n"), { timeout: 20_000 }).toMatch(/IF income > 28\s+THEN yes/);
    await page.close();
  });
});
