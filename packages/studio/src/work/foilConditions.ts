import { type Column, columnOf, describeTable, selectRows, type Table } from "coppice";
import type { Covered, Covering, FoilCondition } from "./lessonTypes.js";

type Condition = readonly [string, string];

/**
 * The conditions on one level that a rule for a class could get next, by Foil's gain (Alpaydin, equation 9.17):
 * s·(log2(p'/t') − log2(p/t)), p of t being what is covered and right, s = p' what stays right. The counts are those of the
 * library's description of the rows that the rule covers.
 */
export function foilConditions(table: Table, target: string, { class: name, has, after }: Covering): Covered {
  const all = Array.from({ length: table.rows }, (_, row) => row);
  const isCovered = (row: number, rule: readonly Condition[]) =>
    rule.every(([attribute, level]) => levelOf(columnOf(table, attribute), row) === level);
  const left = all.filter((row) => !after.some((rule) => isCovered(row, rule)));
  const rows = left.filter((row) => isCovered(row, has));
  const hits = rows.filter((row) => levelOf(columnOf(table, target), row) === name).length;
  return { hits, total: rows.length, rows, conditions: hits < rows.length ? found() : [] };

  function found(): FoilCondition[] {
    const part = selectRows(table, Int32Array.from(rows));
    const { attributes, target: described } = describeTable(part, { target });
    const classes = described?.task === "classification" ? described.classes : [];
    const code = columnLevels(columnOf(table, target)).indexOf(name);
    const before = Math.log2(hits / rows.length);
    const said = new Set(has.map(([attribute]) => attribute));
    return attributes
      .filter(({ attribute }) => !said.has(attribute) && classes.length > 0)
      .flatMap(({ attribute, groups }) =>
        groups.flatMap((group): FoilCondition[] => {
          if (group.kind !== "level" || group.rows === 0 || !("counts" in group)) return [];
          const [p, t] = [group.counts[code], group.rows];
          const gain = p === 0 ? 0 : p * (Math.log2(p / t) - before);
          return [{ attribute, level: group.level, hits: p, total: t, gain }];
        }),
      )
      .sort((a, b) => b.gain - a.gain || order(a.attribute) - order(b.attribute));
  }

  function order(attribute: string): number {
    return table.columns.findIndex((column) => column.name === attribute);
  }
}

const columnLevels = (column: Column): readonly string[] => (column.type === "numeric" ? [] : column.levels);

function levelOf(column: Column, row: number): string | undefined {
  return column.type === "numeric" ? undefined : column.levels[column.codes[row]];
}
