import { checkOptions } from "../learn/options.js";
import { learnerNamed, learners } from "../learn/registry.js";
import type { Model } from "../model/model.js";

/** A learner's options where nobody chose any. */
export function defaultsOf(learner: string): Record<string, unknown> {
  return checkOptions(learnerNamed(learner), {});
}

/** The same for a model that was read: its learner may be somebody's own. */
export function knownDefaults({ learner }: Model): { readonly defaults?: Record<string, unknown> } {
  return learners.some(({ name }) => name === learner) ? { defaults: defaultsOf(learner) } : {};
}
