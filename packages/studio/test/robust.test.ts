import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { fitSync } from "coppice";
import { tennis } from "coppice/synthetic";
import { describe, expect, it } from "vitest";
import { describeInBrowser } from "../../coppice/test/kit/browser.js";
import { folder } from "../../coppice/test/kit/folder.js";
import { describeStudio } from "./kit/describeStudio.js";
import { DIST, PENGUINS, StudioPage } from "./kit/studioPage.js";

const MARKUP = `<img src=x onerror=alert(1)></script><script>alert(2)</script>`;
const HOSTILE = [
  MARKUP,
  "../../etc/passwd",
  "\u202egnp.exe",
  "javascript:alert(3)",
  "x".repeat(100_000),
  '"); alert(4); ("',
];

/** Forty rows of a number and two classes. */
const TWO_CLASSES = Array.from({ length: 40 }, (_, i) => `${i},${i < 20 ? "p" : "q"}`).join("\n");

describeStudio("the studio", (bench) => {
  let studio: StudioPage;
  const files = folder();

  /** Every name and cell of the table is hostile. */
  function hostileFile(): string {
    const rows = Array.from({ length: 60 }, (_, i) => ({
      [`${MARKUP}\u202e${"y".repeat(2000)}`]: HOSTILE[i % HOSTILE.length],
      "../b\u0000": i % 10,
      "__proto__ ": HOSTILE[(i >> 2) % HOSTILE.length],
      [`class ${MARKUP}`]: `${HOSTILE[i % 2]}`,
    }));
    return files.put("<img src=x onerror=alert(9)>\u202e.json", JSON.stringify(rows));
  }

  it("shows hostile names and cells as text, on every screen", async () => {
    studio = await bench.open({ file: hostileFile() });
    for (const screen of ["Data", "Tree", "Rules", "Understand", "Compare"] as const) {
      await studio.go(screen);
      if (screen === "Understand") await studio.page.getByRole("button", { name: "Explain" }).click();
      await studio.settled();
      // A level that is shown cut is still the table's: the row is found, not a missing value.
      if (screen === "Understand")
        expect(await studio.page.locator(".cells select").first().inputValue()).not.toBe("");
      expect(await studio.page.locator("img, script:not([type=module])").count(), screen).toBe(0);
      const text = await studio.page.locator("body").innerText();
      expect(text, screen).toContain("onerror=alert");
      expect(text, screen).not.toMatch(/[\u202e\u2028]/);
      expect(text.length, screen).toBeLessThan(60_000);
      const width = await studio.page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, screen).toBeLessThanOrEqual(1400);
    }
    expect(studio.faults).toEqual([]);
  });

  it("keeps the work over a reload, and over the death of its worker", async () => {
    studio = await bench.open({ file: PENGUINS });
    await studio.go("Tree");
    await studio.page.getByLabel("Max depth").fill("2");
    await studio.grow();
    const bar = await studio.text(".score");
    await expect
      .poll(async () => (await studio.kept())?.recipe?.options, { timeout: 5000 })
      .toEqual({ maxDepth: 2 });
    await studio.page.reload();
    await studio.settled();
    expect(await studio.text(".score")).toBe(bar);
    await studio.page.evaluate(() => globalThis.studio.crash());
    await expect.poll(() => studio.text("[role=status]"), { timeout: 30_000 }).toContain("nothing is lost");
    await studio.settled();
    expect(await studio.text(".score")).toBe(bar);
    expect(studio.faults).toEqual([]);
  });

  it("opens the table even if its worker dies while it is read", async () => {
    studio = await bench.open();
    await studio.page.getByRole("button", { name: /Seattle weather/ }).click();
    await studio.page.getByText(/Reading|Looking|Growing/).waitFor();
    await studio.page.evaluate(() => globalThis.studio.crash());
    await expect.poll(() => studio.text("h1"), { timeout: 30_000 }).toBe("seattle-weather.csv");
    await studio.settled();
    await studio.go("Tree");
    expect(await studio.text(".score")).toContain("Training accuracy");
    expect(studio.faults).toEqual([]);
  });

  it("opens what is chosen at once, not the sample that comes with the page", async () => {
    studio = await bench.visit({ serviceWorkers: "block" });
    // The sample arrives after the chosen table is open.
    let arrive = () => {};
    const held = new Promise<void>((done) => {
      arrive = done;
    });
    await studio.page.route("**/samples/penguins.json", async (route) => {
      await held;
      await route.continue();
    });
    await studio.page.reload();
    await studio.give(files.put("mine.csv", `a,y\n${TWO_CLASSES}`));
    await studio.settled();
    const arrived = studio.page.waitForResponse("**/samples/penguins.json");
    arrive();
    await (await arrived).finished();
    await studio.settled();
    expect(await studio.text("h1")).toBe("mine.csv");
  });

  it("says why there is no tree, and lists the errors of many classes", async () => {
    studio = await bench.open({ file: files.put("one.csv", "a,b,c\n1,x,y\n") });
    await studio.go("Tree");
    expect(await studio.text("main .page")).toMatch(/^No tree yet: (?!open).+/);
    const lines = Array.from({ length: 400 }, (_, i) => `${(i * 7) % 90},c${(i * 13) % 40}`);
    studio = await bench.open({ file: files.put("many.csv", ["a,y", ...lines].join("\n")) });
    await studio.go("Understand");
    const card = studio.page.getByLabel("Confusion matrix");
    expect(await card.innerText()).toContain("40 classes are too many for a matrix");
    expect(await card.locator("[data-cell]").count()).toBe(20);
  });

  it("opens without a network once it was open", async () => {
    studio = await bench.visit({ file: PENGUINS });
    await studio.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await expect.poll(async () => (await studio.kept())?.recipe, { timeout: 5000 }).toBeDefined();
    await studio.server.close();
    await studio.page.reload();
    await studio.settled();
    await studio.go("Tree");
    expect(await studio.text(".score")).toContain("98.8%");
  });

  it("cancels at once, and is usable afterwards", async () => {
    const lines = Array.from({ length: 60_000 }, (_, i) => {
      const at = (k: number) => ((Math.imul(i + 1, 2654435761 + k * 40503) >>> 8) % 1000) / 10;
      return `${[0, 1, 2, 3, 4, 5].map(at).join(",")},${at(6) > 50 ? "a" : "b"}`;
    });
    studio = await bench.open();
    await studio.give(files.put("large.csv", ["p,q,r,s,t,u,class", ...lines].join("\n")));
    await studio.page.getByText(/Growing with/).waitFor();
    await studio.page.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => studio.page.locator(".job").count()).toBe(0);
    await studio.page.getByText("Open another table").click();
    await studio.page.getByRole("button", { name: /Tennis/ }).click();
    await studio.settled();
    await expect.poll(() => studio.text("h1")).toBe("tennis.csv");
  });

  it("shows every screen of a model without its table", async () => {
    const model = fitSync(tennis(), { target: "Play", learner: "ripper" });
    studio = await bench.open({ file: files.put("ripper.json", JSON.stringify(model)) });
    for (const screen of ["Data", "Tree", "Rules", "Understand", "Compare", "Watch"] as const) {
      await studio.go(screen);
      await expect
        .poll(async () => (await studio.text("main")).length, { message: screen })
        .toBeGreaterThan(20);
    }
    expect(await studio.text(".watch-none")).toContain("Open a table first");
    await expect.poll(async () => (await studio.kept())?.source.name).toBe("ripper.json");
    await studio.page.reload();
    await studio.settled();
    await studio.go("Data");
    expect(await studio.text(".welcome")).toContain("ripper.json is a model without its table");
    await studio.go("Understand");
    expect(await studio.text("[data-without-table]")).toContain("opened without its table");
    expect(studio.faults).toEqual([]);
  });

  it("takes a file that is dropped anywhere, and keeps the work of two tabs apart", async () => {
    studio = await bench.visit({ file: files.put("first.csv", `a,y\n${TWO_CLASSES}`) });
    await studio.go("Tree");
    const other = await studio.page.context().newPage();
    other.setDefaultTimeout(25_000);
    await other.goto(`http://127.0.0.1:${studio.server.port}/`);
    const opened = (name: string) =>
      expect.poll(() => other.locator(".file").innerText(), { timeout: 20_000 }).toContain(name);
    await opened("first.csv");
    await other.evaluate((text) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([text], "second.csv"));
      const init = { dataTransfer: dropped, bubbles: true, cancelable: true };
      document.querySelector("main")!.dispatchEvent(new DragEvent("drop", init));
    }, `b,y\n${TWO_CLASSES}`);
    await opened("second.csv");
    await expect.poll(async () => (await studio.kept())?.source.name).toBe("second.csv");
    await studio.page.reload();
    await studio.settled();
    expect(await studio.text(".file")).toContain("first.csv");
    await other.reload();
    await opened("second.csv");
    expect(studio.faults).toEqual([]);
  });

  it("opens a model without its table", async () => {
    const model = fitSync(tennis(), { target: "Play", learner: "id3" });
    studio = await bench.visit({ file: files.put("model.json", JSON.stringify(model)) });
    expect((await studio.text(".score")).replaceAll("\n", " ")).toContain("Nodes 9");
    expect(await studio.text("[data-sentence]")).toContain("Of all rows, most are yes");
    expect(studio.faults).toEqual([]);
  });
});

describeInBrowser("the built files in a browser", (browser) => {
  it("works from a plain static host: in a folder, without shared memory, with the page's own policy alone", async () => {
    const host = await staticHost("/some/where/");
    const page = await (await browser().newContext()).newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    try {
      await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/some/where/`);
      await page.getByRole("button", { name: /Explore this tree/ }).click();
      await page.locator(".score").waitFor();
      expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(false);
      expect(await page.locator(".score").innerText()).toContain("98.8%");
      expect(faults).toEqual([]);
    } finally {
      await page.context().close();
      host.close();
      host.closeAllConnections();
    }
  });

  it("load in less than 600 kB, kernels aside, from opening to the first tree", async () => {
    const studio = await StudioPage.visit(browser());
    const loaded = await studio.page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
    );
    await studio.close();
    // The worker's files are not in the page's list: all that it imports at once counts.
    const files = new Set([
      ...loaded.filter((path) => path.startsWith("/assets/")),
      ...withImports("/assets/studioWorker.js"),
    ]);
    const size = [...files].reduce((sum, path) => sum + gzipSync(withoutKernels(join(DIST, path))).length, 0);
    expect(size).toBeLessThan(600_000);
    expect(size).toBeGreaterThan(100_000);
  });
});

describe("the built files", () => {
  it("name no host, and contain no inline script", () => {
    const page = readFileSync(join(DIST, "index.html"), "utf8");
    expect(page).not.toMatch(/<script(?![^>]* src=)/);
    expect(page).not.toContain("http://");
    expect(page).not.toContain("https://");
    expect(readdirSync(DIST)).toContain("offline.js");
  });
});

async function staticHost(base: string): Promise<Server> {
  const types: Record<string, string> = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
  };
  const server = createServer(({ url = "/" }, response) => {
    const path = url.startsWith(base) ? url.slice(base.length) || "index.html" : "";
    const file = join(DIST, path);
    if (path === "" || !statSync(file, { throwIfNoEntry: false })?.isFile())
      return response.writeHead(404).end();
    return response
      .writeHead(200, { "Content-Type": types[extname(file)] ?? "text/plain" })
      .end(readFileSync(file));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return server;
}

/** A script, and those that it imports at once. */
function withImports(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  const text = readFileSync(join(DIST, path), "utf8");
  for (const [, name] of text.matchAll(/(?:import|from)\s*"\.\/([^"]+\.js)"/g))
    withImports(`/assets/${name}`, found);
  return found;
}

function withoutKernels(file: string): string {
  return readFileSync(file, "utf8").replaceAll(/hex:\s*[`"][^`"]*[`"]/g, "hex:0");
}
