import { weightUnits } from "../grids.js";
import type { OpenRows } from "../openRows.js";
import { asInteger } from "../rounding.js";

/** A weight on its grid, as the library has it. */
export function gridWeight({ grids, connection: { dialect } }: OpenRows): string {
  return `(${weightUnits("b.w", grids, dialect)} * ${dialect.double(grids.weightQuantum)})`;
}

/**
 * The rows as boosting sees them: k (the place in the order of keys), x0, x1, … (numbers, or codes of levels; NULL where missing), y (the class's code, or the value)
 * and, if there are weights, w and its units wu.
 */
export function cellsFrom(
  opened: OpenRows,
  more: readonly string[] = [],
  joined: readonly string[] = [],
): string {
  const { base, place, columns, levels, classes, connection } = opened;
  const { dialect } = connection;
  const cells = columns.attributes.map((_, i) => (levels[i] ? `d${i}.code AS x${i}` : `b.x${i}`));
  const weights =
    columns.weight === undefined
      ? []
      : [`${gridWeight(opened)} AS w`, `${asInteger(weightUnits("b.w", opened.grids, dialect))} AS wu`];
  const joins = levels.flatMap((level, i) =>
    level ? [`LEFT JOIN ${level.table} AS d${i} ON b.x${i} = d${i}.x`] : [],
  );
  if (classes) joins.push(`LEFT JOIN ${classes.table} AS dy ON b.y = dy.x`);
  const selected = [
    `${place} AS k`,
    ...cells,
    `${classes ? dialect.asDouble("dy.code") : "b.y"} AS y`,
    ...weights,
    ...more,
  ];
  return `SELECT ${selected.join(", ")} FROM ${base} AS b ${[...joins, ...joined].join(" ")}`;
}
