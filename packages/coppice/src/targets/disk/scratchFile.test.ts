import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { folder } from "../../../test/kit/folder.js";
import { ScratchFile, scratchTuning } from "./scratchFile.js";

const { at, path: root } = folder();

it("a scratch file has no name while it is used, so that nothing can be left behind", () => {
  const file = ScratchFile.in(root);
  // Windows keeps the name of an open file.
  if (process.platform !== "win32") expect(readdirSync(root)).toEqual([]);
  expect([file.append(Uint8Array.of(1, 2, 3)), file.append(Uint8Array.of(4))]).toEqual([0, 3]);
  const read = new Uint8Array(3);
  file.read(read, 1);
  expect([...read]).toEqual([2, 3, 4]);
  expect(() => file.read(read, 2)).toThrow("the scratch file ends before its codes do");
  file.close();
  file.close();
  expect(readdirSync(root)).toEqual([]);
});

it("a scratch file says that the disk is full", () => {
  const { write } = scratchTuning;
  const file = ScratchFile.in(root);
  scratchTuning.write = () => {
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  };
  try {
    expect(() => file.append(Uint8Array.of(1))).toThrow(
      "scratch for the disk engine cannot be written: the disk is full; --scratch names another folder",
    );
  } finally {
    scratchTuning.write = write;
    file.close();
  }
  expect(readdirSync(root)).toEqual([]);
});

it("a scratch file needs a folder", () => {
  expect(() => ScratchFile.in(at("none"))).toThrow("scratch for the disk engine cannot be written");
});
