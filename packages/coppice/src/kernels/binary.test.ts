import { afterEach, expect, it, vi } from "vitest";
import { moduleOf } from "./binary.js";
import { sortKernel } from "./generated/sort.js";

afterEach(() => vi.unstubAllGlobals());

it("decodes a kernel with and without the host's decoder", () => {
  const exportsOf = (name: string) => WebAssembly.Module.exports(moduleOf({ ...sortKernel, name }, false));
  const helped = exportsOf("helped");
  vi.stubGlobal("Buffer", undefined);
  expect(helped.length).toBeGreaterThan(0);
  expect(exportsOf("alone")).toEqual(helped);
});
