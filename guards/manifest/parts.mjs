/** What the manifest has: by the name of its recorded file, the cases and how one is run. */
import { fitCases, fitOutcome } from "./fits.mjs";
import { commandRunner, outputCases } from "./outputs.mjs";
import { refusalCases, refusalOutcome } from "./refusals.mjs";

export async function partNamed(name, product, kernelsUsed) {
  if (name === "fits")
    return { cases: fitCases(product), outcomeOf: (one) => fitOutcome(product, one, kernelsUsed) };
  if (name === "refusals") return { cases: refusalCases(product), outcomeOf: refusalOutcome };
  if (name === "outputs") return { cases: outputCases(product), outcomeOf: runsCommands(product) };
  throw new Error(`the manifest has no part ${name}`);
}

/** Its folder is made when the first command runs: who only asks for the cases needs none. */
function runsCommands(product) {
  let run;
  return (one) => {
    run ??= commandRunner(product);
    return run(one);
  };
}
