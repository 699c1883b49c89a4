// Loaded before the command (node --require): writes the peak memory of the process in kB, and its processor time in seconds, to the
// file named by BENCH_PEAK when it ends.
const { writeFileSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");

if (isMainThread && process.env.BENCH_PEAK) {
  process.on("exit", () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    writeFileSync(process.env.BENCH_PEAK, `${maxRSS} ${(userCPUTime + systemCPUTime) / 1e6}`);
  });
}
