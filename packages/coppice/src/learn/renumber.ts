/** Visits every attribute that plain data mentions: under `attribute`, or in lists called `attributes`. */
export function eachAttribute(value: unknown, visit: (attribute: number) => void): void {
  renumbered(value, (attribute) => {
    visit(attribute);
    return attribute;
  });
}

/** The same data with other numbers for the attributes that it mentions. */
export function renumbered<T>(value: T, numberOf: (attribute: number) => number): T {
  if (Array.isArray(value)) return value.map((item) => renumbered(item, numberOf)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key === "attribute") return [key, numberOf(item as number)];
      if (key === "attributes") return [key, (item as number[]).map(numberOf)];
      return [key, renumbered(item, numberOf)];
    }),
  ) as T;
}
