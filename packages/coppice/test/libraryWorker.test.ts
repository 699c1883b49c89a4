import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "../../../scripts/lib/root.mjs";
import { describeInBrowser } from "./kit/browser.js";
import { type Answer, workHere } from "./libraryPage.js";

/** As a careful host sends it: no inline script, no eval besides WebAssembly, nothing from elsewhere. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";
const ISOLATED = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

async function scripts(): Promise<Map<string, string>> {
  const entries = ["test/libraryPage.ts", "src/targets/libraryWorker.ts", "src/targets/browserWorker.ts"];
  const { outputFiles } = await build({
    entryPoints: entries.map((entry) => join(root, "packages/coppice", entry)),
    ...{ bundle: true, splitting: true, write: false, outdir: "/", entryNames: "[name]" },
    ...{ platform: "browser", format: "esm", target: "es2022", logLevel: "silent" },
  });
  return new Map(outputFiles.map(({ path, text }) => [`/${basename(path)}`, text]));
}

describeInBrowser("the library's worker in a page", (browser) => {
  let server: Server;
  beforeAll(async () => {
    const files = await scripts();
    server = createServer(({ url = "" }, response) => {
      const script = files.get(url);
      response.setHeader(
        "content-type",
        script === undefined ? "text/html; charset=utf-8" : "text/javascript",
      );
      response.setHeader("content-security-policy", POLICY);
      if (script !== undefined || url === "/isolated") response.setHeaders(new Map(Object.entries(ISOLATED)));
      response.end(script ?? "<!doctype html><title>Coppice</title>");
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  });
  afterAll(() => server?.close());

  it.each(["/", "/isolated"])(
    "gives Node's models at %s, under a strict policy, while the page has its turns",
    async (path) => {
      const page = await browser().newPage();
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(String(error)));
      page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
      const { port } = server.address() as AddressInfo;
      await page.goto(`http://127.0.0.1:${port}${path}`);
      // As text: vitest would rewrite an import() written here into one that the page does not have.
      const answer = await page.evaluate<Answer>(
        'import("/libraryPage.js").then((page) => page.workElsewhere())',
      );
      await page.close();
      expect(faults.filter((fault) => !fault.includes("favicon"))).toEqual([]);
      expect({ model: answer.model, replayed: answer.replayed }).toEqual(workHere());
      expect(answer.stopped).toBe("ABORTED");
      expect(answer.ticks).toBeGreaterThan(5);
      expect(answer.shares).toBeGreaterThan(2);
      expect(answer.tests).toBeGreaterThan(1);
      expect(answer.cuts).toBeGreaterThan(10);
    },
  );
});
