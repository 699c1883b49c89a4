/**
 * A vitest JSON report in one line. A file that fails before its first test, or a run that fails although no test did,
 * counts as one failure: the line of a failed run never contains 0 failed.
 */
export function summarise(report, exitCode) {
  const tests = report?.testResults.flatMap((file) => file.assertionResults) ?? [];
  const count = (...states) => tests.filter((test) => states.includes(test.status)).length;
  const passed = count("passed");
  const skipped = count("skipped", "pending", "todo", "disabled");
  const brokenFiles = (report?.testResults ?? []).filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  ).length;
  let failed = count("failed") + brokenFiles;
  if (failed === 0 && exitCode !== 0) failed = 1;
  const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
  return { line, ok: failed === 0 && passed > 0 };
}
