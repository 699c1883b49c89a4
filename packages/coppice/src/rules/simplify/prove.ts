import { areCovering, Budget, isInside, overlap } from "./boxes.js";
import type { Region } from "./smallest.js";
import { type Box, cellsOn, type Space } from "./space.js";

/** How a description was proven equivalent to the rules: by checking every cell, or by comparing boxes. */
export interface Proof {
  readonly by: "cells" | "boxes";
  /** The number of combinations of cells that the rules distinguish. */
  readonly cells: number;
}

const MOST_CELLS = 50_000;

/**
 * Proves that the union of the boxes contains all of `region.on` and nothing of `region.off`; undefined if it does
 * not, or if the budget is too small to decide.
 */
export function prove(boxes: readonly Box[], region: Region, space: Space, steps: number): Proof | undefined {
  const { cells } = space;
  if (cells <= MOST_CELLS) return agreeOnCells(boxes, region, space) ? { by: "cells", cells } : undefined;
  const budget = new Budget(steps);
  const staysInside = boxes.every((box) => !region.off.some((other) => overlap(box, other, space)));
  const holdsAll = region.on.every((piece) => areCovering(boxes, piece, space, budget) === true);
  return staysInside && holdsAll ? { by: "boxes", cells } : undefined;
}

/** Checks for every combination of cells that it is in one of the boxes if and only if it is in the region. */
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
