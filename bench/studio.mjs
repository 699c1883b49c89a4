// Measures the studio in a browser: npm run bench -- studio [--quick]. Times are the browser's own.

import { once } from "node:events";
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fitSync, modelJson, tableFrom } from "../packages/coppice/dist/joined/inNode.js";
import { serveStudio } from "../packages/coppice/dist/targets/studioServer.js";
import { findChromium } from "../scripts/lib/chromium.mjs";
import { root } from "../scripts/lib/root.mjs";

const PENGUINS = join(root, "packages/studio/dist/samples/penguins.json");

export async function measureStudio({ quick }) {
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--headless", "--no-sandbox", "--disable-gpu"],
  });
  const folder = mkdtempSync(join(tmpdir(), "coppice-bench-"));
  console.log(`${cpus().length} cores, load ${loadavg()[0].toFixed(1)}, Chromium ${browser.version()}`);
  try {
    await opening(browser);
    await panning(browser, folder);
    await dragging(browser, folder);
    await million(browser, folder, quick ? 100_000 : 1_000_000);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const say = (what, measured, wanted) =>
  console.log(`${what.padEnd(56)} ${measured.padStart(10)}   wanted: ${wanted}`);

async function opened(browser, file) {
  const server = await serveStudio({ file });
  const context = await browser.newContext({ viewport: { width: 1600, height: 900 } });
  const page = await context.newPage();
  await page.goto(server.url);
  const close = async () => {
    await context.close();
    await server.close();
  };
  return { page, close };
}

const drawn = (page, timeout = 120_000) =>
  page.waitForFunction(() => globalThis.studio?.store.get().model !== undefined, undefined, {
    timeout,
    polling: 20,
  });

/** From navigation to a grown tree, in a browser that has not seen the page before. */
async function opening(browser) {
  const times = [];
  for (let i = 0; i < 5; i++) {
    const { page, close } = await opened(browser, PENGUINS);
    await drawn(page);
    times.push(await page.evaluate(() => performance.now()));
    await close();
  }
  say(
    "from opening the page to a tree of penguins (best of 5)",
    `${Math.min(...times).toFixed(0)} ms`,
    "< 2000 ms",
  );
}

/** Classes by chance, so that a tree of pure leaves has more than 20,000 nodes. */
async function panning(browser, folder) {
  const next = numbers(7);
  const rows = 30_000;
  const column = () => Float64Array.from({ length: rows }, next);
  const kind = Array.from({ length: rows }, () => (next() < 0.5 ? "a" : "b"));
  const model = fitSync(tableFrom({ x: column(), y: column(), kind }), {
    target: "kind",
    options: { prune: "none" },
  });
  const file = join(folder, "large.json");
  writeFileSync(file, JSON.stringify(modelJson(model)));
  const { page, close } = await opened(browser, file);
  await drawn(page);
  await page.evaluate(() => globalThis.studio.setView({ collapsed: new Set() }));
  for (const [name, key] of [
    ["whole", "f"],
    ["mid", "2"],
  ]) {
    await page.getByRole("tree").focus();
    await page.keyboard.press(key);
    await page.waitForTimeout(500);
    await page.evaluate(() => {
      globalThis.frames_ = [];
      let last = performance.now();
      const tick = (now) => {
        globalThis.frames_.push(now - last);
        last = now;
        if (globalThis.frames_.length < 240) requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    });
    await page.mouse.move(800, 500);
    await page.mouse.down();
    for (let i = 0; i < 60; i++) await page.mouse.move(800 - 6 * i, 500 + 2 * i);
    await page.mouse.up();
    const frames = await page.evaluate(() => globalThis.frames_);
    const worst = Math.max(...frames.slice(1));
    say(
      `longest frame while panning ${model.nodes.length} nodes, ${name}`,
      `${worst.toFixed(0)} ms`,
      "< 100 ms",
    );
  }
  await close();
}

/** How long the page takes to answer a movement of the threshold. */
async function dragging(browser, folder) {
  const next = numbers(3);
  const lines = Array.from({ length: 100_000 }, () => {
    const [x, y] = [next(), next()];
    return `${x.toFixed(5)},${y.toFixed(5)},${x + 0.3 * y + 0.2 * next() > 0.7 ? "a" : "b"}`;
  });
  const file = join(folder, "drag.csv");
  writeFileSync(file, ["x,y,kind", ...lines].join("\n"));
  const { page, close } = await opened(browser, file);
  await drawn(page);
  await page.getByRole("navigation").getByRole("button", { name: "Tree" }).click();
  const slider = page.getByRole("slider", { name: /^Threshold/ });
  await page.locator(".gains").waitFor({ timeout: 60_000 });
  const { x, y, width } = await slider.boundingBox();
  await page.evaluate(() => {
    globalThis.answers_ = [];
    document.querySelector("[role=slider]").addEventListener(
      "pointermove",
      () => {
        const from = performance.now();
        requestAnimationFrame(() => setTimeout(() => globalThis.answers_.push(performance.now() - from)));
      },
      { capture: true },
    );
  });
  const trace = await traced(browser);
  await page.mouse.move(x + width / 2, y + 20);
  await page.mouse.down();
  for (let i = 0; i < 40; i++) await page.mouse.move(x + width * (0.3 + 0.01 * i), y + 20);
  const longest = await trace.longestTask();
  const answers = await page.evaluate(() => globalThis.answers_);
  const middle = [...answers].sort((a, b) => a - b)[answers.length >> 1];
  say(
    `threshold drag at 100,000 rows, ${answers.length} moves (median)`,
    `${middle.toFixed(0)} ms`,
    "< 50 ms",
  );
  say("threshold drag, longest task of the page (processor time)", `${longest.toFixed(0)} ms`, "< 50 ms");
  say("threshold drag at 100,000 rows (longest)", `${Math.max(...answers).toFixed(0)} ms`, "< 50 ms");
  await close();
}

/** The browser's trace: with other work on the machine, the processor time of a task says more than how long it took. */
async function traced(browser) {
  const session = await browser.newBrowserCDPSession();
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const traceConfig = { includedCategories: ["toplevel"] };
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig });
  const longestTask = async () => {
    const done = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await done;
    const placeOf = ({ pid, tid }) => `${pid} ${tid}`;
    const isMain = ({ name, args }) => name === "thread_name" && args.name === "CrRendererMain";
    const mains = new Set(events.filter(isMain).map(placeOf));
    const tasks = events.filter((event) => /RunTask$/.test(event.name) && mains.has(placeOf(event)));
    return tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0) / 1000;
  };
  return { longestTask };
}

/** From the drop of a file to a tree of depth 8. */
async function million(browser, folder, rows) {
  const file = join(process.env.BENCH_DATA ?? folder, `studio-${rows}x28.csv`);
  if (!existsSync(file)) await writeRows(file, rows);
  const { page, close } = await opened(browser);
  await drawn(page);
  const start = await page.evaluate(() => performance.now());
  await page.locator("input[type=file]").setInputFiles(file);
  await page.waitForFunction(
    (count) => {
      const { table, model, job } = globalThis.studio.store.get();
      return table?.rows === count && model?.train?.rows === count && job === undefined;
    },
    rows,
    { timeout: 600_000, polling: 50 },
  );
  const end = await page.evaluate(() => performance.now());
  const { depth } = await page.evaluate(() => globalThis.studio.store.get().model.size);
  say(
    `${rows} x 28 rows, from file to a tree of depth ${depth}`,
    `${((end - start) / 1000).toFixed(1)} s`,
    "< 30 s at 1M",
  );
  await close();
}

async function writeRows(file, rows) {
  mkdirSync(join(file, ".."), { recursive: true });
  const next = numbers(11);
  const out = createWriteStream(file);
  out.write(`${Array.from({ length: 28 }, (_, i) => `x${i}`).join(",")},class\n`);
  for (let done = 0; done < rows; done += 5000) {
    const lines = Array.from({ length: Math.min(5000, rows - done) }, () => {
      const cells = Array.from({ length: 28 }, () => next());
      const isYes = cells[0] + cells[1] * cells[2] + 0.4 * next() > 0.9;
      return `${cells.map((cell) => cell.toFixed(4)).join(",")},${isYes ? "yes" : "no"}`;
    });
    if (!out.write(`${lines.join("\n")}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
}

/** Numbers from 0 to 1, the same in every run. */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
