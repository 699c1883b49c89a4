import { randomBytes } from "node:crypto";
import { createReadStream, existsSync, readdirSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { basename, dirname, extname, join, relative, sep } from "node:path";
import { pipeline } from "node:stream";
import { CoppiceError } from "../base/errors.js";

export interface StudioServerOptions {
  /** Default: any free port. */
  readonly port?: number;
  /** A table or model that the page opens. */
  readonly file?: string;
  /** The folder with the studio's built files; default: that of the package coppice-studio. */
  readonly folder?: string;
}

export interface StudioServer {
  /** The page's address; it names the file to open. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

const LOCAL = "127.0.0.1";

const TYPES: ReadonlyMap<string, string> = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".svg", "image/svg+xml"],
  [".json", "application/json"],
  [".csv", "text/csv; charset=utf-8"],
]);

/** Only the page's own files, no inline script, nothing evaluated except WebAssembly; and memory that threads may share. */
const HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-cache",
};

/** Serves the studio to this computer alone. */
export async function serveStudio(options: StudioServerOptions = {}): Promise<StudioServer> {
  const { port = 0, file, folder = studioFolder() } = options;
  const files = filesIn(folder);
  // Others on this computer can connect too; what was given is only for who knows the key.
  const key = randomBytes(16).toString("hex");
  if (file !== undefined) files.set(`/given/${key}`, readable(file));
  const server = createServer((request, response) => answer(files, request, response));
  await listening(server, port);
  const { port: found } = server.address() as AddressInfo;
  const open = file === undefined ? "" : `#open=${key}/${encodeURIComponent(basename(file))}`;
  return {
    url: `http://${LOCAL}:${found}/${open}`,
    port: found,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** The built files of the package coppice-studio. */
function studioFolder(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve("coppice-studio/package.json");
    return join(dirname(manifest), "dist");
  } catch {
    throw new CoppiceError("FILE_READ", "the package coppice-studio is not installed", {
      name: "coppice-studio",
    });
  }
}

/** Every file of the folder by its address. What is not in this list is not served, whatever a path says. */
function filesIn(folder: string): Map<string, string> {
  if (!existsSync(join(folder, "index.html"))) {
    throw new CoppiceError("FILE_READ", `the studio is not built: ${folder} has no index.html`, {
      name: folder,
    });
  }
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  const listed = paths.map((path) => [`/${relative(folder, path).split(sep).join("/")}`, path] as const);
  return new Map([["/", join(folder, "index.html")], ...listed]);
}

function readable(file: string): string {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts?.isFile()) return file;
  const why = facts === undefined ? "no such file" : "not a file";
  throw new CoppiceError("FILE_READ", `cannot read ${file}: ${why}`, {
    name: file,
    rule: "a table or a model",
  });
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "EADDRINUSE" ? "it is in use" : error.message;
      reject(
        new CoppiceError("OPTION_RANGE", `cannot listen on port ${port}: ${why}`, {
          name: "--port",
          value: port,
        }),
      );
    });
    server.listen(port, LOCAL, resolve);
  });
}

function answer(
  files: ReadonlyMap<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  const status = refusal(request);
  if (status !== undefined) {
    refuse(response, status);
    return;
  }
  const file = files.get(pathOf(request));
  const facts = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
  if (file === undefined || facts === undefined) {
    refuse(response, 404);
    return;
  }
  response.setHeader("Content-Type", TYPES.get(extname(file).toLowerCase()) ?? "application/octet-stream");
  response.setHeader("Content-Length", facts.size);
  if (request.method === "HEAD") response.end();
  else pipeline(createReadStream(file), response, () => {});
}

/**
 * A page of another site may make a browser connect here, by a name that it points to this computer: such requests carry
 * that name as their host, or that site as their origin.
 */
function refusal({ headers, method, socket }: IncomingMessage): number | undefined {
  const hosts = [LOCAL, "localhost"].map((name) => `${name}:${socket.localPort}`);
  if (headers.host === undefined || !hosts.includes(headers.host)) return 403;
  if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`) return 403;
  return method === "GET" || method === "HEAD" ? undefined : 405;
}

function refuse(response: ServerResponse, status: number): void {
  response.statusCode = status;
  response.setHeader("Content-Type", "text/plain; charset=utf-8");
  response.end({ 403: "forbidden", 404: "not found", 405: "only GET and HEAD" }[status]);
}

function pathOf({ url = "/" }: IncomingMessage): string {
  try {
    return decodeURIComponent(url.split(/[?#]/, 1)[0]);
  } catch {
    return "";
  }
}
