import { firstDifference } from "../modelDifference.js";

/** A property of a subject: `run` throws an Error that says what is wrong, or rejects with it. */
export interface Check {
  readonly name: string;
  run(): void | Promise<void>;
}

/** Throws what is wrong unless the condition holds. */
export function ensure(holds: boolean, wrong: string): asserts holds {
  if (!holds) throw new Error(wrong);
}

/** Throws where the two first differ. */
export function ensureSame(found: unknown, wanted: unknown, what: string): void {
  const difference = firstDifference(found, wanted);
  ensure(difference === undefined, `${what}${difference}`);
}

/** Throws unless `run` throws an error whose text has this in it; returns that error. */
export function ensureRefused(run: () => unknown, text: string, what: string): unknown {
  try {
    run();
  } catch (error) {
    ensure(String(error).includes(text), `${what}: the error should say "${text}"; it is ${error}`);
    return error;
  }
  throw new Error(`${what}: nothing was refused; an error should say "${text}"`);
}

/** Computes a value when it is first asked for: checks share it. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Those of the checks that apply to a subject. */
export function checksOf<S>(
  subject: S,
  rows: readonly (readonly [applies: boolean, name: string, check: (subject: S) => void])[],
): Check[] {
  return rows.filter(([applies]) => applies).map(([, name, check]) => ({ name, run: () => check(subject) }));
}
