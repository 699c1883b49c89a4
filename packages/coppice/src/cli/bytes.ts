import { mustBe } from "../base/errors.js";

const UNITS: Readonly<Record<string, number>> = { b: 1, kb: 2 ** 10, mb: 2 ** 20, gb: 2 ** 30, tb: 2 ** 40 };

/** An amount of memory: `700mb`, `2gb`. */
export function bytesOf(name: string): (text: string) => number {
  return (text) => {
    const [, number, unit = "b"] = /^(\d+(?:\.\d+)?)\s*([kmgt]?b)?$/i.exec(text.trim()) ?? [];
    const bytes = Math.floor(Number(number) * UNITS[unit.toLowerCase()]);
    if (bytes >= 1) return bytes;
    throw mustBe("OPTION_RANGE", name, "an amount of memory such as 700mb or 2gb", text);
  };
}

/** For people, in the largest unit of which there is one. */
export function bytesText(bytes: number): string {
  const [unit, size] = Object.entries(UNITS).findLast(([, one]) => bytes >= one) ?? ["b", 1];
  return `${Math.round((10 * bytes) / size) / 10}${unit}`;
}
