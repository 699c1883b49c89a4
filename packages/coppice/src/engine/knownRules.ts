/** Whether a fast way of growing knows every rule that it is given: one that it does not know declines it. */
export function knowsRules<R extends object>(rules: R, known: readonly (keyof R & string)[]): boolean {
  return Object.keys(rules).every((name) => (known as readonly string[]).includes(name));
}
