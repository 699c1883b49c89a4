import { areCovering, Budget, isInside, meet } from "./boxes.js";
import type { Region } from "./smallest.js";
import { type Box, cellsOn, type Space } from "./space.js";

/** How it is known that a description says what the rules said: every cell was looked at, or the boxes were compared. */
export interface Proof {
  readonly by: "cells" | "boxes";
  /** The combinations of cells that the rules tell apart. */
  readonly cells: number;
}

const MOST_CELLS = 50_000;

/**
 * Proves that the union of the boxes holds all of `region.on` and nothing of `region.off`; undefined where it is not, or where that cannot be found out
 * within the budget.
 */
export function prove(boxes: readonly Box[], region: Region, space: Space, steps: number): Proof | undefined {
  const { cells } = space;
  if (cells <= MOST_CELLS) return agreeOnCells(boxes, region, space) ? { by: "cells", cells } : undefined;
  const budget = new Budget(steps);
  const staysInside = boxes.every((box) => !region.off.some((other) => meet(box, other, space)));
  const holdsAll = region.on.every((piece) => areCovering(boxes, piece, space, budget) === true);
  return staysInside && holdsAll ? { by: "boxes", cells } : undefined;
}

/** Looks at every combination of cells: it is in the region where it is in one of the boxes, and nowhere else. */
function agreeOnCells(boxes: readonly Box[], { on, off, free }: Region, space: Space): boolean {
  const cell = new Uint32Array(space.words);
  const visit = (axisAt: number): boolean => {
    if (axisAt < space.axes.length) {
      const axis = space.axes[axisAt];
      return cellsOn(space.full, axis).every((bit) => {
        cell.fill(0, axis.from, axis.from + axis.words);
        cell[axis.from + (bit >>> 5)] = 1 << (bit & 31);
        return visit(axisAt + 1);
      });
    }
    const isOn = on.some((box) => isInside(cell, box));
    const isOff = off.some((box) => isInside(cell, box));
    if (isOn === isOff) return !isOn && free.some((box) => isInside(cell, box));
    return boxes.some((box) => isInside(cell, box)) === isOn;
  };
  return visit(0);
}
