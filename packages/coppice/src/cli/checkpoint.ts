import { readFile } from "node:fs/promises";
import { CoppiceError } from "../base/errors.js";
import type { Checkpoints } from "../learn/ensemble/checkpoint.js";
import { isEnsembleLearner, learnerUnder } from "../learn/learner.js";
import { learnerNamed } from "../learn/registry.js";
import { writeWhole } from "../targets/files.js";
import type { FitFlags } from "./fitFlags.js";
import { type Io, remark } from "./io.js";

export function checkCheckpoint({ checkpoint, resume, learner, set }: FitFlags): void {
  if (resume && checkpoint === undefined) {
    throw new CoppiceError("USAGE", "--resume needs --checkpoint with the file to go on from", {
      name: "--resume",
    });
  }
  if (
    checkpoint === undefined ||
    isEnsembleLearner(learnerUnder(learnerNamed(learner), Object.fromEntries(set)))
  )
    return;
  const message = `--checkpoint keeps the work of ensembles, and ${learner} is not one`;
  throw new CoppiceError("OPTION_CONFLICT", message, { name: "--checkpoint" });
}

/** Checkpoints in a file that is written whole or not at all. */
export async function checkpointsOf(
  io: Io,
  { checkpoint: path, every, resume }: FitFlags,
): Promise<Checkpoints | undefined> {
  if (path === undefined) return undefined;
  const text = resume ? await textOf(path) : undefined;
  if (resume && text === undefined) remark(io, "hint", `there is no checkpoint ${path} yet: beginning anew`);
  return {
    every,
    write: (content) => writeWhole(path, content),
    ...(text !== undefined && { resume: text }),
  };
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new CoppiceError("FILE_READ", `cannot read ${path}: ${(error as Error).message}`, { name: path });
  }
}
