/** A regular expression that matches a text, and any text where it has `…`. */
export const patternOf = (text: string, any: string) =>
  text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll("…", any);

interface Difference {
  readonly expected: string;
  readonly found: string;
}

/** What a text says of a value, if it says more than itself. */
function isSaid(text: string, value: unknown): boolean | undefined {
  if (text === "(absent)") return value === undefined;
  if (text === "(number)") return typeof value === "number";
  if (text === "(list)") return Array.isArray(value);
  const compared = /^([<>]=?) (\S+)$/.exec(text);
  if (compared !== null && typeof value === "number") {
    const [, sign, limit] = compared;
    if (sign.length === 2 && value === Number(limit)) return true;
    return sign[0] === "<" ? value < Number(limit) : value > Number(limit);
  }
  if (text === "…") return value !== undefined;
  if (!text.includes("…") || typeof value !== "string") return undefined;
  return new RegExp(`^${patternOf(text, "[^]*")}$`).test(value);
}

function differs(expected: unknown, value: unknown, path: string): Difference | undefined {
  const told = (wanted: unknown = expected) => ({
    expected: `${path}: ${JSON.stringify(wanted)}`,
    found: `${path}: ${JSON.stringify(value)}`,
  });
  if (typeof expected === "string")
    return (isSaid(expected, value) ?? expected === value) ? undefined : told();
  if (typeof expected !== "object" || expected === null) return expected === value ? undefined : told();
  if (typeof value !== "object" || value === null || Array.isArray(expected) !== Array.isArray(value))
    return told();
  if (Array.isArray(expected)) {
    const isOpen = expected.at(-1) === "…";
    const length = isOpen ? expected.length - 1 : expected.length;
    if (isOpen ? (value as unknown[]).length < length : (value as unknown[]).length !== length) return told();
    expected = expected.slice(0, length);
  }
  for (const [key, part] of Object.entries(expected as object)) {
    const difference = differs(
      part,
      (value as Record<string, unknown>)[key],
      path === "" ? key : `${path}.${key}`,
    );
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/**
 * How JSON differs from an expected part of it. Objects may hold more, lists more after a last "…"; a text with "…" is
 * a pattern, and "(absent)", "(number)", "(list)", "> 0.5" say what a value is.
 */
export function jsonDifference(expected: unknown, text: string): Difference | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { expected: "one JSON value", found: text };
  }
  return differs(expected, value, "");
}
