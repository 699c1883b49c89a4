import { expect, it } from "vitest";
import { folder } from "../../test/kit/folder.js";
import { checkpointsOf } from "./checkpoint.js";
import type { FitFlags } from "./fitFlags.js";
import type { Io } from "./io.js";

const { path, at, put } = folder();

it("a checkpoint that is there and cannot be read is an error; one that is not there, a hint", async () => {
  let told = "";
  const io = { stderr: { write: (text: string) => (told += text), color: false } } as unknown as Io;
  const from = (checkpoint: string) => checkpointsOf(io, { checkpoint, resume: true } as FitFlags);
  await expect(from(path)).rejects.toMatchObject({ code: "FILE_READ" });
  expect(told).toBe("");
  expect((await from(put("c.json", "{}")))?.resume).toBe("{}");
  expect((await from(at("none.json")))?.resume).toBeUndefined();
  expect(told).toMatch(/^hint: there is no checkpoint .*none.json yet/);
});
