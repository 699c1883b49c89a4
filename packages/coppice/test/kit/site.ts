import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { Browser } from "playwright-core";
import { root } from "../../../../scripts/lib/root.mjs";
import type { Folder } from "./folder.js";

/**
 * Modules for a page and their shared chunks, by name. esbuild fails on a name that exists only in Node.
 */
export async function bundled(...entries: string[]): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    entryPoints: entries.map((entry) => resolve(root, "packages/coppice", entry)),
    ...{ bundle: true, splitting: true, write: false, outdir: "/", entryNames: "[name]" },
    ...{ platform: "browser", format: "esm", target: "es2022", logLevel: "silent" },
  });
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
}

/** What a bundled module exports, in Node: the same bytes that a page runs. */
export function inNode<M>(scripts: ReadonlyMap<string, string>, name: string, into: Folder): Promise<M> {
  into.put("package.json", '{ "type": "module" }');
  for (const [file, text] of scripts) into.put(file, text);
  return import(pathToFileURL(into.at(name)).href);
}

const ISOLATED = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};
/** As a careful host sends it: no inline script, no eval besides WebAssembly, nothing from elsewhere. */
const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";

/** Hosts by what they send: isolated pages may share memory, guarded ones may start no workers. */
const HOSTS = {
  plain: {},
  isolated: ISOLATED,
  guarded: { "content-security-policy": "worker-src 'none'" },
  strict: { "content-security-policy": STRICT },
  "strict-isolated": { "content-security-policy": STRICT, ...ISOLATED },
};
export type Host = keyof typeof HOSTS;

/** What a page's script answered, with its errors and messages meanwhile. */
export interface Seen<T> {
  readonly answer: T;
  readonly faults: string[];
  readonly remarks: string[];
}

export interface Site {
  /** An expression of `page`, the exports of a module, in a page of this host: `page.fitted(1)`. */
  call<T>(host: Host, module: string, expression: string): Promise<Seen<T>>;
  close(): void;
}

/** Serves the scripts, and an empty page, in a folder for each host at 127.0.0.1. */
export async function site(browser: () => Browser, scripts: ReadonlyMap<string, string>): Promise<Site> {
  const server = createServer(({ url = "" }, response) => {
    const [, host, name] = url.split("/");
    const script = host in HOSTS ? scripts.get(name) : undefined;
    response.setHeader("content-type", script === undefined ? "text/html; charset=utf-8" : "text/javascript");
    // A worker of an isolated page must be isolated, too.
    const headers = { ...HOSTS[host as Host], ...(script !== undefined && ISOLATED) };
    response.setHeaders(new Map(Object.entries(headers)));
    response.end(script ?? "<!doctype html><title>Coppice</title>");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    async call<T>(host: Host, module: string, expression: string) {
      const page = await browser().newPage();
      const [faults, remarks]: string[][] = [[], []];
      page.on("pageerror", (error) => faults.push(String(error)));
      page.on("console", (message) => {
        const remark = `${message.type()}: ${message.text()}`;
        if (!remark.includes("favicon")) remarks.push(remark);
      });
      await page.goto(`http://127.0.0.1:${port}/${host}/`);
      // As text: vitest would rewrite an import() written here into one that the page does not have.
      const answer = await page.evaluate<T>(`import("./${module}").then((page) => ${expression})`);
      await page.close();
      return { answer, faults, remarks };
    },
    close: () => server.close(),
  };
}
