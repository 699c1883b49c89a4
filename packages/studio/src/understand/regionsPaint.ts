import { cividis, OTHER } from "../base/colours.js";
import type { Regions, RegionsAxis } from "../work/requests/regions.js";

/** Whether the names of levels below the picture are turned, to have room. */
export const isTurned = ({ levels }: RegionsAxis): boolean => longest(levels) * (levels?.length ?? 0) > 60;

/** Around the picture, for the axes. */
export function marginsOf({ x, y }: Pick<Regions, "x" | "y">) {
  return {
    marginLeft: y.levels ? Math.min(150, 24 + 7 * longest(y.levels)) : 58,
    marginRight: 12,
    marginTop: 8,
    marginBottom: isTurned(x) ? Math.min(96, 28 + 4 * longest(x.levels)) : 28,
  };
}

const longest = (levels: readonly string[] = []) =>
  levels.reduce((most, level) => Math.max(most, level.length), 0);

/** The lowest and highest value, predicted or true. */
export function rangeOf({ values, points }: Regions): readonly [number, number] {
  if (values === undefined) return [0, 1];
  let [least, most] = [Infinity, -Infinity];
  for (const value of [...values, ...points.truth]) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}

/** Rows on one level are spread over its band, always in the same way. */
export function spread(row: number): number {
  return ((Math.imul(row + 1, 2654435761) >>> 0) / 2 ** 32 - 0.5) * 0.64;
}

/** A pixel per cell of the grid, which the page stretches; classes by colour, stronger where they are surer. */
export function paintGrid(
  canvas: HTMLCanvasElement,
  { columns, rows, labels, shares, values }: Regions,
  colours: readonly string[],
  [least, most]: readonly [number, number],
): void {
  canvas.width = columns;
  canvas.height = rows;
  const context = canvas.getContext("2d")!;
  const image = context.createImageData(columns, rows);
  const classes = Math.max(2, colours.length);
  for (let i = 0; i < columns * rows; i++) {
    const at = 4 * ((rows - 1 - Math.floor(i / columns)) * columns + (i % columns));
    const colour = values
      ? cividis((values[i] - least) / (most - least || 1))
      : (colours[labels?.[i] ?? -1] ?? OTHER);
    const sure = values ? 1 : Math.max(0, ((shares?.[i] ?? 1) - 1 / classes) / (1 - 1 / classes));
    image.data[at] = Number.parseInt(colour.slice(1, 3), 16);
    image.data[at + 1] = Number.parseInt(colour.slice(3, 5), 16);
    image.data[at + 2] = Number.parseInt(colour.slice(5, 7), 16);
    image.data[at + 3] = Math.round(255 * (values ? 0.75 : 0.17 + 0.34 * sure));
  }
  context.putImageData(image, 0, 0);
}
