import type { Shape, ShapedColumn } from "./shape.js";

/** Concatenates tables; a column that one of them lacks is missing in its rows. */
export function joinShapes(parts: readonly Shape[]): Shape {
  if (parts.length === 1) return parts[0];
  const names = new Set(parts.flatMap(({ columns }) => columns.map(({ name }) => name)));
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  return { what: parts[0].what, rows, columns: Array.from(names, (name) => joined(name, parts)) };
}

function joined(name: string, parts: readonly Shape[]): ShapedColumn {
  const found = parts.map(({ columns }) => columns.find((column) => column.name === name));
  // A later batch may have more levels than the first.
  const declaration = [...found].reverse().find((column) => column?.declaration)?.declaration;
  return {
    name,
    cells: () =>
      parts.flatMap(({ rows }, i) =>
        Array.from(found[i]?.cells() ?? new Array<undefined>(rows).fill(undefined)),
      ),
    ...(declaration && { declaration }),
    ...(found.some((column) => column?.isDate) && { isDate: true }),
  };
}
