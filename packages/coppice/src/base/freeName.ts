/** A name that is not taken yet, made so by an apostrophe; from now on it is. */
export function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  while (taken.has(name)) name += "'";
  taken.add(name);
  return name;
}
