import { describe, expect, it } from "vitest";
import { findChromium } from "../../../scripts/lib/chromium.mjs";
import { whyInstall } from "../../../scripts/lib/install.mjs";
import { lockfileFaults } from "../../../scripts/lib/lockfile.mjs";
import { addSummaries, closingLine, isGreen, summarise } from "../../../scripts/lib/summary.mjs";

describe("the lock file check", () => {
  const integrity = "sha512-AAAA";
  const resolved = "https://packages.example/a.tgz";
  const a = "node_modules/a";

  it.each([
    [{ version: "1.0.0", integrity, funding: { url: "https://example.org/fund" } }, []],
    [{ resolved: "packages/a", link: true }, []],
    [{ resolved, integrity }, [`${a}: resolved names the address ${resolved}`]],
    [{ version: "1.0.0" }, [`${a} has no sha512 integrity hash`]],
    [{ integrity, dependencies: { b: "git+ssh://host.example/b" } }, [expect.stringContaining("git+ssh")]],
  ])("passes hashes, links and funding pages, but no address and no missing hash: %j", (entry, faults) => {
    expect(lockfileFaults(JSON.stringify({ packages: { "": {}, [a]: entry } }))).toEqual(faults);
  });
});

describe("whether to install", () => {
  const lock = (packages: Record<string, object>) => ({ packages });
  const a = { version: "1.0.0", integrity: "sha512-A" };

  it.each([
    ["nothing is installed", undefined],
    ["node_modules/a is missing", lock({})],
    ["node_modules/a differs", lock({ "node_modules/a": { ...a, version: "1.0.1" } })],
    ["node_modules/b is not in the lock file", lock({ "node_modules/a": a, "node_modules/b": a })],
    [undefined, lock({ "node_modules/a": a })],
  ])("says %s", (why, installed) => {
    expect(whyInstall(lock({ "": {}, "node_modules/a": a }), installed)).toBe(why);
  });

  it("ignores packages for other platforms", () => {
    const wanted = lock({ "node_modules/a": a, "node_modules/other": { ...a, optional: true } });
    expect(whyInstall(wanted, lock({ "node_modules/a": a }))).toBeUndefined();
  });
});

describe("the closing line of the tests", () => {
  const file = (...states: string[]) => ({
    status: states.includes("failed") ? "failed" : "passed",
    assertionResults: states.map((status) => ({ status })),
  });

  it.each([
    ["2 passed, 0 failed", true, [file("passed", "passed")], 0],
    ["1 passed, 1 failed", false, [file("passed", "failed")], 1],
    ["1 passed, 0 failed, 2 skipped", true, [file("passed", "skipped", "todo")], 0],
    ["0 passed, 0 failed", false, [], 0],
    ["1 passed, 1 failed", false, [file("passed"), { status: "failed", assertionResults: [] }], 1],
    ["1 passed, 1 failed", false, [file("passed")], 1],
  ])("is %s", (line, ok, testResults, exitCode) => {
    const summary = summarise({ testResults }, exitCode);
    expect({ line: closingLine(summary), ok: isGreen(summary) }).toEqual({ line, ok });
  });

  it("counts a run without a report as failed", () => {
    expect(summarise(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it("sums several runs, without those that were not made", () => {
    const parts = [{ passed: 2, failed: 1, skipped: 0 }, undefined, { passed: 3, failed: 0, skipped: 4 }];
    expect(closingLine(addSummaries(parts))).toBe("5 passed, 1 failed, 4 skipped");
  });
});

it("only the Chromium that is named is used", () => {
  expect(findChromium({ CHROMIUM: process.execPath, PATH: "/usr/bin" })).toBe(process.execPath);
  const none = { CHROMIUM: "/no/such/program" };
  expect(() => findChromium(none)).toThrow("CHROMIUM must name a program; got /no/such/program");
});
