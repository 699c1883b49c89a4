import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { blocksOfPage } from "../../../scripts/lib/docs.mjs";
import { commandOf, root } from "../../../scripts/lib/root.mjs";
import { describeInBrowser } from "./kit/browser.js";
import { folder } from "./kit/folder.js";
import { bundled } from "./kit/site.js";

const run = promisify(execFile);

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** A separate project, into which the packed file is unpacked; its dependencies are those of this one. */
const { at, put, text, json, path: project } = folder();
const own = join(root, "packages/coppice");
const { dependencies, exports, sideEffects } = JSON.parse(readFileSync(join(own, "package.json"), "utf8"));
/** The ten lines of the README. */
const [program] = blocksOfPage("README.md").filter(({ language }) => language === "ts");
let packed: Packed;
let paths: string[];

beforeAll(async () => {
  const pack = ["pack", "--json", "--offline", "--pack-destination", project];
  const { stdout } = await run("npm", pack, { cwd: own, maxBuffer: 1 << 24 });
  [packed] = JSON.parse(stdout.slice(stdout.indexOf("[")));
  paths = packed.files.map(({ path }) => path);
  put("package.json", '{ "type": "module" }\n');
  put("program.ts", program.code);
  mkdirSync(at("node_modules/coppice"), { recursive: true });
  await run("tar", ["xzf", at(packed.filename), "-C", at("node_modules/coppice"), "--strip-components=1"]);
  for (const name of [...Object.keys(dependencies), "@types"])
    symlinkSync(join(root, "node_modules", name), at("node_modules", name), "junction");
}, 120_000);

describe("the packed file", () => {
  it("keeps what is imported for its effect alone when it is bundled", () => {
    const targets = join(own, "src/targets");
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
    expect(paths).toEqual(expect.arrayContaining(["README.md", "LICENSE", "package.json", "bin/coppice.js"]));
    const isWanted =
      /^(README\.md|LICENSE|package\.json|bin\/(coppice|codeCache)\.js|bin\/package\.json|dist\/[\w/-]+(\.d\.ts|\.js)|dist\/joined\/(command(\.cjs|-licences\.txt)|teamWorker\.cjs|kernels\/\w+\.wasm))$/;
    expect(paths.filter((path) => !isWanted.test(path))).toEqual([]);
    const ofTests = /\.test\.|testTrees|testing|testIo|testTables|naive/;
    const isEntry = (path: string) => /^dist\/(joined\/testing|testing\/[\w/]+)\.(js|d\.ts)$/.test(path);
    expect(paths.filter((path) => ofTests.test(path) && !isEntry(path))).toEqual([]);
  });

  it("has every file that its entries name", () => {
    const { exports } = json("node_modules/coppice/package.json") as { exports: object };
    const files = JSON.stringify(exports).match(/(?<=\.\/)dist\/[^"]+/g)!;
    expect(files.filter((file) => !paths.includes(file))).toEqual([]);
  });

  it("refers to no file that is not packed, such as a source map", () => {
    const scripts = paths.filter((path) => path.endsWith(".js"));
    expect(scripts.length).toBeGreaterThan(50);
    const textOf = (path: string) => text(`node_modules/coppice/${path}`);
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
  /** What the compiler says of these files, which it writes as JavaScript in any case. */
  async function compiled(files: readonly string[], types: readonly string[]): Promise<string> {
    const compilerOptions = {
      ...{ target: "ES2022", module: "NodeNext", strict: true, skipLibCheck: false },
      ...{ noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noImplicitOverride: true },
      ...{ lib: ["ES2023", "DOM"], types },
    };
    const config = put("tsconfig.json", JSON.stringify({ compilerOptions, files }));
    const [node, ...command] = [...commandOf("typescript", "tsc"), "-p", config];
    return run(node, command, { cwd: project }).then(
      () => "",
      ({ stdout }) => stdout,
    );
  }
  // Anything left running would keep the process alive.
  const printed = async (script: string) =>
    (await run(process.execPath, [script], { cwd: project, timeout: 60_000 })).stdout;

  it("compiles the ten lines strictly, with the library's own types checked, but no misspelt option, and runs them in Node", async () => {
    const data = '[{ x: 1, y: "a" }], { target: "y", options: { maxDepht: 3 } }';
    put("wrong.ts", `import { fit } from "coppice";\nawait fit(${data});\n`);
    const complaints = (await compiled(["program.ts", "wrong.ts"], [])).trim().split(/\n(?! )/);
    expect(complaints).toEqual([expect.stringMatching(/^wrong\.ts.*maxDepht/s)]);
    const said = await printed("program.js");
    expect(said).toContain("yes");
    expect(said).toMatch(/IF income > 28\s+THEN yes/);
  });

  it("can import every entry", async () => {
    const entries = Object.keys(exports).filter((entry) => exports[entry].types !== undefined);
    const lines = entries.map((entry, i) => `import * as e${i} from "coppice${entry.slice(1)}";`);
    const uses = entries.map((_, i) => `Object.keys(e${i}).length`);
    put("all.ts", `${lines.join("\n")}\nconsole.log(JSON.stringify([${uses.join(", ")}]));\n`);
    expect(await compiled(["all.ts"], ["node"])).toBe("");
    const counts: number[] = JSON.parse(await printed("all.js"));
    expect(entries.filter((_, i) => counts[i] < 1)).toEqual([]);
  });
});

describeInBrowser("a page outside", (browser) => {
  it("bundles the ten lines and runs them", async () => {
    const scripts = await bundled(at("program.ts"));
    const page = await browser().newPage();
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(`error: ${error}`));
    await page.route("http://outside.test/**", (route) => {
      const script = scripts.get(new URL(route.request().url()).pathname.slice(1));
      const contentType = script === undefined ? "text/html" : "text/javascript";
      return route.fulfill({ contentType, body: script ?? "<!doctype html>" });
    });
    await page.goto("http://outside.test/");
    await page.evaluate('import("/program.js")');
    await expect.poll(() => said.join("\n"), { timeout: 20_000 }).toMatch(/IF income > 28\s+THEN yes/);
    await page.close();
  });
});
