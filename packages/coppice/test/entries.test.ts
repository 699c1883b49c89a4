import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { valuesOf } from "../../../guards/api/report.mjs";
import { root } from "../../../scripts/lib/root.mjs";
import * as synthetic from "../src/synthetic/index.js";
import * as browser from "../src/targets/browser.js";
import * as draw from "../src/targets/draw.js";
import * as edit from "../src/targets/edit.js";
import * as engine from "../src/targets/engine.js";
import * as evaluate from "../src/targets/evaluate.js";
import * as evaluateInNode from "../src/targets/evaluateInNode.js";
import * as foil from "../src/targets/foil.js";
import * as inNode from "../src/targets/inNode.js";
import * as node from "../src/targets/node.js";
import * as predictOnly from "../src/targets/predict.js";
import * as rules from "../src/targets/rules.js";
import * as stream from "../src/targets/stream.js";
import * as worker from "../src/targets/worker.js";
import * as testing from "../src/testing/index.js";

const { exports } = JSON.parse(readFileSync(join(root, "packages/coppice/package.json"), "utf8"));

/** The modules of each entry: Node may have one of its own. */
const MODULES: Readonly<Record<string, readonly object[]>> = {
  coppice: [browser, inNode],
  "coppice/node": [node],
  "coppice/predict": [predictOnly],
  "coppice/evaluate": [evaluate, evaluateInNode],
  "coppice/rules": [rules],
  "coppice/draw": [draw],
  "coppice/foil": [foil],
  "coppice/edit": [edit],
  "coppice/worker": [worker],
  "coppice/stream": [stream],
  "coppice/engine": [engine],
  "coppice/synthetic": [synthetic],
  "coppice/testing": [testing],
};

describe("what a program imports", () => {
  // The names themselves are in guards/api/surface.
  it.each(Object.entries(MODULES))(
    "from %s has the names that are declared, no more and no fewer",
    (entry, modules) => {
      for (const module of modules) expect(Object.keys(module).sort()).toEqual(valuesOf(entry));
    },
  );

  it("is compared for every entry with declarations", () => {
    const declared = Object.entries(exports as Record<string, { types?: string }>)
      .filter(([, { types }]) => types !== undefined)
      .map(([path]) => `coppice${path.slice(1)}`);
    const hint = "add the entry to MODULES in packages/coppice/test/entries.test.ts";
    expect(Object.keys(MODULES).sort(), hint).toEqual(declared.sort());
  });

  it("from coppice is fewer than fifty names", () => expect(Object.keys(browser).length).toBeLessThan(50));
});

describe("package.json", () => {
  it("names a source for everything that it exports", () => {
    const files = Object.values(exports as Record<string, string | Record<string, string>>)
      .flatMap((entry) => (typeof entry === "string" ? [entry] : [entry.types, entry.default]))
      .filter((file) => file.startsWith("./dist/") && !file.startsWith("./dist/joined/"));
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) {
      const source = file.replace("./dist/", "packages/coppice/src/").replace(/(\.d)?\.[jt]s$/, ".ts");
      expect(() => readFileSync(join(root, source)), source).not.toThrow();
    }
  });
});
