import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { fitSync } from "coppice";
import { tennis } from "coppice/synthetic";
import type { Route } from "playwright-core";
import { expect, it } from "vitest";
import type { StudioServer } from "../../coppice/src/targets/studioServer.js";
import { folder } from "../../coppice/test/kit/folder.js";
import { describeStudio } from "./kit/describeStudio.js";
import { DIST, NARROW, PENGUINS, type StudioPage } from "./kit/studioPage.js";

const MARKUP = `<img src=x onerror=alert(1)></script><script>alert(2)</script>`;
const HOSTILE = [
  MARKUP,
  "../../etc/passwd",
  "\u202egnp.exe",
  "javascript:alert(3)",
  "x".repeat(100_000),
  '"); alert(4); ("',
];

const SCREENS = ["Data", "Tree", "Rules", "Understand", "Compare", "Watch"] as const;

/** Forty rows of a number and two classes. */
const TWO_CLASSES = Array.from({ length: 40 }, (_, i) => `${i},${i < 20 ? "p" : "q"}`).join("\n");

describeStudio("the studio", (bench) => {
  let studio: StudioPage;
  const files = folder();
  const mine = () => files.put("mine.csv", `a,y\n${TWO_CLASSES}`);

  it("shows hostile names and cells as text, on every screen", async () => {
    const rows = Array.from({ length: 36 }, (_, i) => ({
      [`${MARKUP}\u202e${"y".repeat(2000)}`]: HOSTILE[i % HOSTILE.length],
      "../b\u0000": i % 10,
      "__proto__ ": HOSTILE[(i >> 2) % HOSTILE.length],
      [`class ${MARKUP}`]: `${HOSTILE[i % 2]}`,
    }));
    const file = files.put("<img src=x onerror=alert(9)>\u202e.json", JSON.stringify(rows));
    studio = await bench.open({ file });
    await studio.page.waitForSelector(".pairs svg text");
    for (const screen of ["Data", "Tree", "Rules", "Understand", "Compare"] as const) {
      await studio.go(screen);
      if (screen === "Understand") {
        await studio.button("Explain").click();
        await studio.settled();
        // A level that is shown cut is still the table's: the row is found, not a missing value.
        expect(await studio.page.locator(".cells select").first().inputValue()).not.toBe("");
      }
      expect(await studio.page.locator("img, script:not([type=module])").count(), screen).toBe(0);
      const text = await studio.text("body");
      expect(text, screen).toContain("onerror=alert");
      if (screen === "Data") expect(text).toContain("\\u202e");
      expect(text, screen).not.toMatch(/[\u202e\u2028]/);
      expect(text.length, screen).toBeLessThan(60_000);
      expect(await studio.isTooWide(), screen).toBe(false);
    }
  });

  it.each(["light", "dark"] as const)(
    "has no fault that axe finds on any screen: %s",
    async (colorScheme) => {
      studio = await bench.open({ file: PENGUINS, colorScheme });
      for (const screen of SCREENS) {
        await studio.go(screen);
        // The themes differ in colours alone.
        const rules = colorScheme === "dark" ? { rules: ["color-contrast"] } : {};
        expect(await studio.axeFaults(rules), screen).toEqual([]);
      }
    },
  );

  it("fits a narrow window on every screen", async () => {
    studio = await bench.open({ file: PENGUINS, viewport: NARROW });
    for (const screen of SCREENS) {
      await studio.go(screen);
      expect(await studio.isTooWide(), screen).toBe(false);
      expect(await studio.axeFaultsOfRepeat(), screen).toEqual([]);
    }
  });

  it("keeps the work over a reload, and over the death of its worker", async () => {
    studio = await bench.open({ file: mine() });
    await studio.go("Tree");
    await studio.page.getByLabel("Max depth").fill("1");
    await studio.grow();
    const bar = await studio.text(".score");
    await expect.poll(async () => (await studio.kept())?.recipe?.options).toEqual({ maxDepth: 1 });
    await studio.page.reload();
    await studio.settled();
    expect(await studio.text(".score")).toBe(bar);
    await studio.page.evaluate(() => globalThis.studio.crash());
    await expect.poll(() => studio.text("[role=status]")).toContain("nothing is lost");
    await studio.settled();
    expect(await studio.text(".score")).toBe(bar);
  });

  it("opens the table even if its worker dies while it is read", async () => {
    studio = await bench.open();
    const sample = studio.page.getByRole("button", { name: /Tennis/ });
    await sample.evaluate(async (button: HTMLElement) => {
      const { store } = globalThis.studio;
      const isRead = new Promise<void>((done) => store.subscribe(() => store.get().job && done()));
      button.click();
      await isRead;
      globalThis.studio.crash();
    });
    await expect.poll(() => studio.text("h1")).toBe("tennis.csv");
    await studio.settled();
    await studio.go("Tree");
    expect(await studio.text(".score")).toContain("Training accuracy");
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

  it("cancels at once, and is usable afterwards", async () => {
    const lines = Array.from({ length: 60_000 }, (_, i) => {
      const at = (k: number) => ((Math.imul(i + 1, 2654435761 + k * 40503) >>> 8) % 1000) / 10;
      return `${[0, 1, 2, 3, 4, 5].map(at).join(",")},${at(6) > 50 ? "a" : "b"}`;
    });
    studio = await bench.open();
    await studio.give(files.put("large.csv", ["p,q,r,s,t,u,class", ...lines].join("\n")));
    await studio.page.getByText(/Growing with/).waitFor();
    await studio.button("Cancel").click();
    await expect.poll(() => studio.page.locator(".job").count()).toBe(0);
    await studio.page.getByText("Open another table").click();
    await studio.page.getByRole("button", { name: /Tennis/ }).click();
    await expect.poll(() => studio.text("h1")).toBe("tennis.csv");
    await studio.settled();
  });

  it("shows every screen of a model without its table", async () => {
    const model = fitSync(tennis(), { target: "Play", learner: "id3" });
    studio = await bench.open({ file: files.put("model.json", JSON.stringify(model)) });
    expect(await studio.flat(".score")).toContain("Nodes 9");
    expect(await studio.text("[data-sentence]")).toContain("Of all rows, most are yes");
    const rules = fitSync(tennis(), { target: "Play", learner: "ripper" });
    studio = await bench.open({ file: files.put("ripper.json", JSON.stringify(rules)) });
    for (const screen of SCREENS) {
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
  });

  it("opens what is chosen at once, not the sample that comes with the page", async () => {
    studio = await bench.visit({ serviceWorkers: "block" });
    // The sample arrives after the chosen table is open.
    let held: Route | undefined;
    await studio.page.route("**/samples/penguins.json", (route) => {
      held = route;
    });
    await studio.page.reload();
    await studio.give(mine());
    await studio.settled();
    const arrived = studio.page.waitForResponse("**/samples/penguins.json");
    await held!.continue();
    await (await arrived).finished();
    await studio.settled();
    expect(await studio.text("h1")).toBe("mine.csv");
  });

  it("opens without a network once it was open", async () => {
    studio = await bench.visit({ file: mine() });
    await studio.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await expect.poll(async () => (await studio.kept())?.recipe).toBeDefined();
    await studio.server.close();
    await studio.page.reload();
    await studio.settled();
    await studio.go("Tree");
    expect(await studio.text(".score")).toContain("100.0%");
  });

  it("takes a file that is dropped anywhere, and keeps the work of two tabs apart", async () => {
    studio = await bench.visit({ file: mine() });
    await studio.go("Tree");
    const other = await studio.tab();
    const opened = (name: string) => expect.poll(() => other.text(".file")).toContain(name);
    await opened("mine.csv");
    await other.drop("main", "second.csv", `b,y\n${TWO_CLASSES}`);
    await opened("second.csv");
    await expect.poll(async () => (await studio.kept())?.source.name).toBe("second.csv");
    await studio.page.reload();
    await studio.settled();
    expect(await studio.text(".file")).toContain("mine.csv");
    await other.page.reload();
    await opened("second.csv");
  });

  it("works from a plain static host: in a folder, without shared memory, with its page's own policy alone, in 600 kB without kernels", async () => {
    studio = await bench.visit({ server: await staticHost("/some/where/") });
    // Until the first tree is there: screens that are opened load more, such as charts.
    const loaded = await studio.page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => name.replace(/^.*(?=\/assets\/)/, "")),
    );
    expect(sizeOf(loaded)).toBeLessThan(600_000);
    expect(sizeOf(loaded)).toBeGreaterThan(100_000);
    await studio.page.getByRole("button", { name: /Explore this tree/ }).click();
    expect(await studio.text(".score")).toContain("98.8%");
    expect(await studio.page.evaluate(() => globalThis.crossOriginIsolated)).toBe(false);
  });
});

it("the built files name no host, and contain no inline script", () => {
  const page = readFileSync(join(DIST, "index.html"), "utf8");
  expect(page).not.toMatch(/<script(?![^>]* src=)/);
  expect(page).not.toContain("http://");
  expect(page).not.toContain("https://");
  expect(readdirSync(DIST)).toContain("offline.js");
});

const TYPES: Readonly<Record<string, string>> = {
  ...{ ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" },
};

async function staticHost(base: string): Promise<StudioServer> {
  const server = createServer(({ url = "/" }, response) => {
    const file = join(DIST, url.slice(base.length) || "index.html");
    const isThere = url.startsWith(base) && statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    response.writeHead(isThere ? 200 : 404, { "Content-Type": TYPES[extname(file)] ?? "text/plain" });
    response.end(isThere ? readFileSync(file) : "");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const close = async () => void server.close().closeAllConnections();
  return { url: `http://127.0.0.1:${port}${base}`, port, close };
}

/** The compressed bytes of what a page loaded until its first tree, kernels aside. */
function sizeOf(loaded: readonly string[]): number {
  // The worker's files are not in the page's list: all that it imports at once counts.
  const files = new Set([
    ...loaded.filter((path) => path.startsWith("/assets/")),
    ...withImports("/assets/studioWorker.js"),
  ]);
  const texts = [...files].map((path) => readFileSync(join(DIST, path), "utf8"));
  const sizes = texts.map((text) => gzipSync(text.replaceAll(/hex:\s*[`"][^`"]*[`"]/g, "hex:0")).length);
  return sizes.reduce((sum, size) => sum + size, 0);
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
