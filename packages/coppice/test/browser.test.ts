import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium } from "../../../scripts/lib/chromium.mjs";
import { root } from "../../../scripts/lib/root.mjs";

const program = findChromium();
const ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** One module for a page. esbuild fails on a name that exists only in Node, which is what we want to know. */
async function bundle(entry: string): Promise<string> {
  const result = await build({
    entryPoints: [join(root, "packages/coppice", entry)],
    bundle: true,
    platform: "browser",
    format: "esm",
    target: "es2022",
    write: false,
    logLevel: "silent",
  });
  return result.outputFiles[0].text;
}

/** Serves the module and an empty page at 127.0.0.1. */
async function serve(script: string): Promise<Server> {
  const server = createServer((request, response) => {
    const isScript = request.url === "/page.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html; charset=utf-8");
    response.end(isScript ? script : "<!doctype html><title>Coppice</title>");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return server;
}

describe("the browser's entry", () => {
  it("bundles without a module of Node's", async () => {
    const script = await bundle("src/targets/browser.ts");
    expect(script).not.toMatch(/(from|import|require)\s*\(?\s*["']node:/);
  });
});

if (program === undefined) console.log("browser.test.ts: no Chromium found, so nothing runs in a page");

describe.skipIf(program === undefined)("in a page", () => {
  let server: Server;
  let browser: Browser;
  beforeAll(async () => {
    server = await serve(await bundle("test/browserPage.ts"));
    browser = await chromium.launch({ executablePath: program!, args: ARGS });
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  it("fits the same model as in Node, to the byte", async () => {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/`);
    // As text: vitest would rewrite an import() written here into one that the page does not have.
    const inPage = await page.evaluate<string>('import("/page.js").then((page) => page.fittedModel())');

    const { fittedModel } = await import("./browserPage.js");
    expect(faults).toEqual([]);
    expect(inPage).toBe(await fittedModel());
    expect(JSON.parse(inPage).nodes.length).toBeGreaterThan(3); // a lone leaf would prove nothing
  });
});
