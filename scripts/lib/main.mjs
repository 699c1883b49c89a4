import { StepFailed } from "./steps.mjs";

/** Runs a script: a failed step has already shown its output; any other error is printed. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StepFailed)) console.error(error);
    process.exitCode = 1;
  }
}
