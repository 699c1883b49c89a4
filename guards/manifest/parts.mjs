/** What the manifest has: by the name of its recorded file, the cases and how one is run. */
import { fitCases, fitOutcome } from "./fits.mjs";

export async function partNamed(name, product, kernelsUsed) {
  if (name === "fits")
    return { cases: fitCases(product), outcomeOf: (one) => fitOutcome(product, one, kernelsUsed) };
  throw new Error(`the manifest has no part ${name}`);
}
