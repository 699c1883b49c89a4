import { isOwnCriterion } from "./criterion/ownCriterion.js";

type Options = Readonly<Record<string, unknown>>;

/**
 * Options as a model keeps them: of a criterion of the user's own its name, and what its leaves predict, since a model is
 * data. The same object where there is none.
 */
export function recorded(options: Options): Options {
  const { criterion, settings } = options;
  const inner = settings === undefined ? undefined : recorded(settings as Options);
  if (!isOwnCriterion(criterion)) return inner === settings ? options : { ...options, settings: inner };
  const leaf = options.leaf === "auto" && criterion.leaf !== undefined ? { leaf: criterion.leaf } : {};
  return { ...options, criterion: criterion.name, ...leaf };
}

/** Whether options hold functions, which cannot go to another thread. */
export function holdFunctions(options: Options): boolean {
  return recorded(options) !== options;
}
