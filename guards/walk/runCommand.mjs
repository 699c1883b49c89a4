// Runs the command from its sources and writes what V8 counted: node runCommand.mjs <report file> <arguments …>
import { writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { register, syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { pathToFileURL } from "node:url";
import { commandSource } from "./places.mjs";

const [report, ...args] = process.argv.slice(2);
// Nothing may depend on the machine: one thread, and a clock that stands still, so that no progress is ever due.
os.availableParallelism = () => 1;
syncBuiltinESMExports();
performance.now = () => 0;
Date.now = () => 0;

register("./sourceHooks.mjs", import.meta.url);
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
const { main } = await import(pathToFileURL(commandSource).href);
await main([process.execPath, "coppice", ...args]);
const { result } = await session.post("Profiler.takePreciseCoverage");
writeFileSync(report, JSON.stringify(result.filter(({ url }) => url.endsWith(".ts"))));
process.exit();
