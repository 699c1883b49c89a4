/**
 * A vitest JSON report in numbers. A file that fails before its first test, or a run that fails although no test did,
 * counts as one failure: a failed run never has 0 failed.
 */
export function summarise(report, exitCode) {
  const tests = report?.testResults.flatMap((file) => file.assertionResults) ?? [];
  const count = (...states) => tests.filter((test) => states.includes(test.status)).length;
  const brokenFiles = (report?.testResults ?? []).filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  ).length;
  const failed = count("failed") + brokenFiles;
  return {
    passed: count("passed"),
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: count("skipped", "pending", "todo", "disabled"),
  };
}

/** The sum of several runs; a run that was not made is undefined. */
export function addSummaries(summaries) {
  const known = summaries.filter((summary) => summary !== undefined);
  const sum = (field) => known.reduce((total, summary) => total + summary[field], 0);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
}

export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;

export const isGreen = ({ passed, failed }) => failed === 0 && passed > 0;
