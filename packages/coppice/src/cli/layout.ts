import { word } from "../model/words.js";

/** A figure to four places: `0.9467`. What does not exist is a dash. */
export function figure(x: number): string {
  if (!Number.isFinite(x)) return "-";
  return Math.abs(x) >= 1000 ? x.toFixed(1) : x.toFixed(4);
}

/** `0.12 s`, `3.4 s`, `125 s`. */
export function secondsText(seconds: number): string {
  return `${seconds.toFixed(seconds < 1 ? 2 : seconds < 100 ? 1 : 0)} s`;
}

/** `1 leaf`, `4.2 leaves`, `6922 leaves`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  const rounded = count < 100 ? Math.round(count * 10) / 10 : Math.round(count);
  return `${rounded} ${rounded === 1 ? one : many}`;
}

export function sizeText(size: Readonly<Record<string, number>>): string {
  const words: Readonly<Record<string, (n: number) => string>> = {
    trees: (n) => countText(n, "tree"),
    nodes: (n) => countText(n, "node"),
    leaves: (n) => countText(n, "leaf", "leaves"),
    depth: (n) => `depth ${Math.round(n * 10) / 10}`,
    rules: (n) => countText(n, "rule"),
    conditions: (n) => countText(n, "condition"),
  };
  return Object.entries(size)
    .map(([key, n]) => words[key]?.(n) ?? `${key} ${n}`)
    .join(", ");
}

/** Columns of equal width: the first to the left, the others to the right. */
export function columnsText(rows: readonly (readonly string[])[], indent = "  "): string {
  const widths = rows[0].map((_, c) => Math.max(...rows.map((row) => row[c].length)));
  return rows
    .map((row) => {
      const cells = row.map((cell, c) => (c === 0 ? cell.padEnd(widths[c]) : cell.padStart(widths[c])));
      return `${indent}${cells.join("  ")}`.trimEnd();
    })
    .join("\n");
}

/** A name from the data, harmless on a terminal and short enough for a table's head. */
export function shortName(name: string, width = 16): string {
  const whole = [...word(name)];
  return whole.length > width ? `${whole.slice(0, width - 1).join("")}…` : whole.join("");
}
