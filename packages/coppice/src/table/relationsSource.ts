import { CoppiceError } from "../base/errors.js";

/** Relations as they come from files: names only. */
export interface RelationsSource {
  readonly relations: readonly RelationSource[];
  /** Types and all their constants. */
  readonly types?: ReadonlyMap<string, readonly string[]>;
  /** Lists of constants that are types or relations of one argument, as the other relations determine. */
  readonly lists?: ReadonlyMap<string, readonly string[]>;
}

export interface RelationSource {
  readonly name: string;
  readonly tuples: readonly (readonly string[])[];
  /** A type's name for each argument. Default: inferred. */
  readonly types?: readonly string[];
  readonly negatives?: readonly (readonly string[])[];
}

export function relationError(message: string, name: string, rule?: string, value?: unknown): CoppiceError {
  return new CoppiceError("RELATION_INVALID", message, {
    name,
    ...(rule !== undefined && { rule }),
    ...(value !== undefined && { value }),
  });
}
