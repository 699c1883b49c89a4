// Loaded before the command (node --require): writes the peak memory of the process to the file named by BENCH_PEAK when it
// ends.
const { writeFileSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");

if (isMainThread && process.env.BENCH_PEAK) {
  process.on("exit", () => writeFileSync(process.env.BENCH_PEAK, String(process.resourceUsage().maxRSS)));
}
