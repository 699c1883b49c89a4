import { mkdirSync, symlinkSync } from "node:fs";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StudioServer, serveStudio } from "../src/targets/studioServer.js";
import { folder } from "./kit/folder.js";

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

describe("the studio's server", () => {
  const { at, put, path: root } = folder();
  let server: StudioServer;

  beforeAll(async () => {
    mkdirSync(at("dist/assets"), { recursive: true });
    put("dist/index.html", "<!doctype html>page");
    put("dist/assets/a.js", "1");
    put("secret.txt", "secret");
    put("table ü.csv", "a,b\n1,2\n");
    symlinkSync(at("secret.txt"), at("dist/link.txt"));
    server = await serveStudio({ folder: at("dist"), file: at("table ü.csv") });
  });
  afterAll(() => server.close());

  /** A request as written: `fetch` would tidy the path and refuse the headers. */
  function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const asked = request({ host: "127.0.0.1", port: server.port, path, headers, method }, (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (text) => {
          body += text;
        });
        response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, body }));
      });
      asked.on("error", reject).end();
    });
  }

  it("serves its files with a strict policy", async () => {
    const { status, headers, body } = await get("/");
    expect([status, body]).toEqual([200, "<!doctype html>page"]);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')/);
    expect(headers["cross-origin-embedder-policy"]).toBe("require-corp");
    expect((await get("/assets/a.js")).headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect((await get("/", {}, "HEAD")).body).toBe("");
  });

  const ABSENT = `/../secret.txt /..%2fsecret.txt /assets/../../secret.txt /%2e%2e/secret.txt /link.txt
    //etc/passwd /assets /% /given/ /nowhere`;

  it.each(ABSENT.split(/\s+/))("has no %s", async (path) => {
    expect(await get(path)).toMatchObject({ status: 404, body: "not found" });
  });

  it.each([
    [{ host: "evil.example" }],
    [{ host: "127.0.0.1:1" }],
    [{ origin: "http://evil.example" }],
    [{ origin: "null" }],
  ])("refuses %j", async (headers) => {
    expect((await get("/", headers as Record<string, string>)).status).toBe(403);
  });

  it("takes its own names", async () => {
    const host = `localhost:${server.port}`;
    expect((await get("/", { host, origin: `http://${host}` })).status).toBe(200);
  });

  it("takes nothing but GET and HEAD", async () => {
    expect((await get("/", {}, "POST")).status).toBe(405);
  });

  it("hands out the given table to who knows its key", async () => {
    const [, key, name] = /#open=(\w+)\/(.+)$/.exec(server.url)!;
    expect(decodeURIComponent(name)).toBe("table ü.csv");
    expect((await get(`/given/${key}`)).body).toBe("a,b\n1,2\n");
    expect((await get(`/given/${key.replace(/./g, "0")}`)).status).toBe(404);
  });

  it("explains what it cannot do", async () => {
    await expect(serveStudio({ folder: root, file: "x" })).rejects.toThrow("has no index.html");
    const here = at("dist");
    await expect(serveStudio({ folder: here, file: at("none.csv") })).rejects.toThrow("no such file");
    await expect(serveStudio({ folder: here, file: root })).rejects.toThrow("not a file");
    await expect(serveStudio({ folder: here, port: server.port })).rejects.toThrow("it is in use");
  });
});
