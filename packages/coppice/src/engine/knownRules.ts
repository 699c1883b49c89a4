/** Whether a fast path supports every rule that it is given; it declines if there is one that it does not know. */
export function knowsRules<R extends object>(rules: R, known: readonly (keyof R & string)[]): boolean {
  return Object.keys(rules).every((name) => (known as readonly string[]).includes(name));
}
