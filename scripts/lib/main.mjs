import { StepFailed } from "./steps.mjs";

/** Runs a script: a failed step has shown its output already; anything else is shown whole. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StepFailed)) console.error(error);
    process.exitCode = 1;
  }
}
