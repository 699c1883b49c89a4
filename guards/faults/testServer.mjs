// Runs tests of the copy that it belongs to whenever the parent process asks, in one Vitest that keeps what it has
// transformed: starting another for each fault would take most of the time.

import { createVitest } from "vitest/node";

const options = { root: process.cwd(), watch: false, maxWorkers: 2, reporters: [{}] };
const vitest = await createVitest("test", options);

process.on("message", async ({ files, title, changed }) => {
  if (changed === "all") vitest.vite.moduleGraph.invalidateAll();
  else for (const file of changed) vitest.invalidateFile(file);
  vitest.state.filesMap.clear();
  if (title === "") vitest.resetGlobalTestNamePattern();
  else vitest.setGlobalTestNamePattern(patternOf(title));
  const { testModules } = await vitest.runTestSpecifications(await vitest.globTestSpecifications(files));
  const tests = testModules.flatMap((module) => [...module.children.allTests()]);
  const ran = tests.filter((test) => ["passed", "failed"].includes(test.result().state)).length;
  process.send({ ran, failed: testModules.flatMap((module) => failuresOf(module)) });
});
process.on("disconnect", () => process.exit());
process.send("ready");

/** Vitest joins the titles of suites to a test's by blanks, and lists them with >. */
function patternOf(title) {
  const plain = title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${plain.replaceAll(" > ", "(?: >)? ")}$`);
}

function failuresOf(module) {
  const file = module.relativeModuleId;
  const failed = [...module.children.allTests("failed")];
  if (failed.length > 0) return failed.map(({ fullName }) => ({ file, title: fullName }));
  return module.state() === "failed" ? [{ file, title: "" }] : [];
}
