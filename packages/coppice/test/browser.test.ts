import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../../scripts/lib/root.mjs";
import { describeInBrowser } from "./kit/browser.js";

/**
 * Modules for a page and their shared chunks, by path. esbuild fails on a name that exists only in Node, which is what this
 * checks.
 */
async function bundle(...entries: string[]): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    entryPoints: entries.map((entry) => join(root, "packages/coppice", entry)),
    ...{ bundle: true, splitting: true, write: false, outdir: "/", entryNames: "[name]" },
    ...{ platform: "browser", format: "esm", target: "es2022", logLevel: "silent" },
  });
  return new Map(outputFiles.map(({ path, text }) => [`/${basename(path)}`, text]));
}

interface Elsewhere {
  readonly model: string;
  readonly ticks: number;
  readonly shares: readonly number[];
}

const ISOLATED = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

/**
 * Serves the scripts and an empty page at 127.0.0.1; `/isolated` is the page that may share memory, `/guarded` one that may
 * not start workers.
 */
async function serve(scripts: ReadonlyMap<string, string>): Promise<Server> {
  const server = createServer(({ url = "" }, response) => {
    const script = scripts.get(url);
    const isPage = script === undefined;
    response.setHeader("content-type", isPage ? "text/html; charset=utf-8" : "text/javascript");
    if (!isPage || url === "/isolated") response.setHeaders(new Map(Object.entries(ISOLATED)));
    if (url === "/guarded") response.setHeader("content-security-policy", "worker-src 'none'");
    response.end(script ?? "<!doctype html><title>Coppice</title>");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return server;
}

describe("the browser's entry", () => {
  it("bundles without Node modules", async () => {
    const scripts = await bundle("src/targets/browser.ts", "src/targets/browserFitWorker.ts");
    expect([...scripts.values()].join("\n")).not.toMatch(/(from|import|require)\s*\(?\s*["']node:/);
  });
});

describeInBrowser("in a page", (browser) => {
  let server: Server;
  beforeAll(async () => {
    const workers = ["browserFitWorker", "browserWorker"].map((name) => `src/targets/${name}.ts`);
    server = await serve(await bundle("test/browserPage.ts", "test/ownStump.ts", ...workers));
  });
  afterAll(() => server?.close());

  /** The result of the page's script, with errors and messages meanwhile. */
  async function inPage<T>(
    path: string,
    call: string,
  ): Promise<{ answer: T; faults: string[]; remarks: string[] }> {
    const page = await browser().newPage();
    const faults: string[] = [];
    const remarks: string[] = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => remarks.push(`${message.type()}: ${message.text()}`));
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}${path}`);
    // As text: vitest would rewrite an import() written here into one that the page does not have.
    const answer = await page.evaluate<T>(`import("/browserPage.js").then((page) => page.${call})`);
    await page.close();
    return { answer, faults, remarks };
  }

  it("fits a model identical to Node's", async () => {
    const { answer, faults } = await inPage<string>("/", "fittedModel()");
    const { fittedModel } = await import("./browserPage.js");
    expect(faults).toEqual([]);
    expect(answer).toBe(await fittedModel());
    expect(JSON.parse(answer).nodes.length).toBeGreaterThan(3); // a single leaf would prove nothing
  });

  it("fits in a worker, and stays responsive meanwhile", async () => {
    const { fittedHere } = await import("./browserPage.js");
    for (const [path, threads] of [
      ["/", 1],
      ["/isolated", 2],
    ] as const) {
      const call = `fittedElsewhere("/", ${threads})`;
      const { answer, faults, remarks } = await inPage<Elsewhere>(path, call);
      expect({ faults, remarks }).toEqual({ faults: [], remarks: [] });
      expect(answer.model).toBe(fittedHere());
      expect(answer.ticks).toBeGreaterThan(3);
      expect(answer.shares.at(-1)).toBe(1);
    }
  });

  it("finds the worker file in its own folder, passes errors on, and loads a user's learner", async () => {
    const { fittedModel } = await import("./browserPage.js");
    const { answer, remarks } = await inPage<string>("/", "fittedModel({ threads: 1 })");
    expect({ answer, remarks }).toEqual({ answer: await fittedModel(), remarks: [] });
    expect(await inPage("/", 'failedFit("/")')).toMatchObject({ answer: "COLUMN_UNKNOWN" });
    expect(await inPage("/", 'ownLearner("/ownStump.js", "/")')).toMatchObject({ answer: "stump" });
  });

  it("is cancelled immediately by a signal", async () => {
    expect(await inPage("/", 'stoppedFit("/")')).toMatchObject({ answer: "ABORTED", faults: [] });
  });

  it.each([
    ["/", 'fittedModel({ threads: 1, workers: "/nosuch/" })'],
    ["/guarded", "fittedModel({ threads: 1 })"],
  ])(
    "fits on the calling thread where no worker can be started, and says so once: %s %s",
    async (path, call) => {
      const { fittedModel } = await import("./browserPage.js");
      const twice = `${call}.then(() => page.${call})`;
      const { answer, remarks } = await inPage<string>(path, twice);
      expect(answer).toBe(await fittedModel());
      expect(remarks.filter((remark) => remark.startsWith("debug: "))).toEqual([
        expect.stringMatching(
          /^debug: coppice: cannot start a worker \(.*\): learning on the calling thread$/,
        ),
      ]);
    },
  );

  it("fits the same on any number of threads if the page may share memory", async () => {
    const { fittedBy } = await import("./browserPage.js");
    const inNode = fittedBy();
    for (const threads of [1, 2, 3]) {
      const { answer, faults, remarks } = await inPage<object>("/isolated", `fittedOnThreads(${threads})`);
      expect({ ...answer, faults, remarks }).toEqual({
        fitted: inNode,
        size: threads,
        faults: [],
        remarks: [],
      });
    }
  });

  it("fits the same on one thread if it may not, and logs this once", async () => {
    const { fittedBy } = await import("./browserPage.js");
    const call = "fittedOnThreads(2).then(() => page.fittedOnThreads(2))";
    const { answer, remarks } = await inPage<object>("/", call);
    expect(answer).toEqual({ fitted: fittedBy(), size: 1 });
    expect(remarks).toEqual([
      "debug: coppice: the page is not cross-origin isolated: all work is done on one thread",
    ]);
  });

  it("reports a missing worker file", async () => {
    const call = 'startThreads("/nosuch.js").catch((error) => error.code)';
    expect(await inPage<string>("/isolated", call)).toMatchObject({ answer: "THREAD_DIED" });
  });
});
