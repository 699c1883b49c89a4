/** Visits every attribute that plain data mentions: under `attribute`, or in lists called `attributes`. */
export function eachAttribute(value: unknown, visit: (attribute: number) => void): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    // Lists of numbers, such as counts, mention none.
    if (typeof value[0] !== "number") for (const item of value) eachAttribute(item, visit);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (key === "attribute") visit(item as number);
    else if (key === "attributes") for (const attribute of item as number[]) visit(attribute);
    else if (typeof item === "object") eachAttribute(item, visit);
  }
}

/** The same data with other numbers for the attributes that it mentions. */
export function renumbered<T>(value: T, numberOf: (attribute: number) => number): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    if (typeof value[0] === "number") return value;
    return value.map((item) => renumbered(item, numberOf)) as T;
  }
  const copy = { ...value } as Record<string, unknown>;
  for (const key of Object.keys(copy)) {
    const item = copy[key];
    if (key === "attribute") copy[key] = numberOf(item as number);
    else if (key === "attributes") copy[key] = (item as number[]).map(numberOf);
    else if (typeof item === "object") copy[key] = renumbered(item, numberOf);
  }
  return copy as T;
}
