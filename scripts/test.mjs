import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./lib/build.mjs";
import { findChromium, provideChromium } from "./lib/chromium.mjs";
import { install } from "./lib/install.mjs";
import { main } from "./lib/main.mjs";
import { commandOf } from "./lib/root.mjs";
import { inherited } from "./lib/steps.mjs";
import { summarise } from "./lib/summary.mjs";

let summary = summarise(undefined, 1);
await main(async () => {
  await install();
  await build();
  await provideChromium();
  summary = await runVitest(process.argv.slice(2));
});
if (!summary.ok) process.exitCode = 1;
console.log(summary.line);

async function runVitest(args) {
  const folder = mkdtempSync(join(tmpdir(), "coppice-test-"));
  const file = join(folder, "report.json");
  const chromium = findChromium();
  const reporters = [
    `--reporter=${process.env.CI ? "dot" : "default"}`,
    "--reporter=json",
    `--outputFile.json=${file}`,
  ];
  try {
    const env = { ...process.env };
    if (chromium !== undefined) env.CHROMIUM = chromium;
    if (!process.stdout.isTTY && env.FORCE_COLOR === undefined) env.NO_COLOR = "1";
    const code = await inherited([...commandOf("vitest"), "run", ...reporters, ...args], { env });
    const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
    return summarise(report, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
