import { CoppiceError, show } from "../base/errors.js";
import type { Learner } from "../learn/learner.js";
import type { LearnerChoice, LearnerModule } from "./fitRequest.js";
import { isLearner } from "./isLearner.js";

export function isModule(learner: LearnerChoice): learner is LearnerModule {
  return typeof learner === "object" && "module" in learner;
}

/** The learner that a user's module exports. */
export async function learnerIn({ module, export: name = "default" }: LearnerModule): Promise<Learner> {
  const url = String(module);
  let loaded: Readonly<Record<string, unknown>>;
  try {
    loaded = await import(/* @vite-ignore */ /* webpackIgnore: true */ url);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw unknownLearner(url, `the module ${show(url)} cannot be loaded: ${why}`);
  }
  const learner = loaded[name];
  if (isLearner(learner)) return learner;
  const found = Object.keys(loaded).join(", ") || "nothing";
  throw unknownLearner(
    url,
    `the module ${show(url)} exports no learner as ${show(name)}; it exports ${found}`,
  );
}

function unknownLearner(name: string, message: string): CoppiceError {
  return new CoppiceError("LEARNER_UNKNOWN", message, { name });
}
