import type { Camera } from "./paint/camera.js";
import { BOX, type Scene } from "./scene.js";

export const LEAST_SCALE = 0.004;
export const MOST_SCALE = 6;
/** The scales of the keys 1, 2 and 3: far, mid and near. */
export const STEPS = { 1: 0.16, 2: 1, 3: 2 } as const;
const MARGIN = 36;

export interface Place {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}

/** The whole scene, or, if it would be too small to read, its top at a readable scale. */
export function fitted(
  { bounds, form, x }: Scene,
  { width, height }: Pick<Camera, "width" | "height">,
): Place {
  const across = (width - 2 * MARGIN) / bounds.width;
  if (form === "icicle") return { k: Math.max(across, 0.1), x: MARGIN, y: MARGIN };
  const all = Math.min(across, (height - 2 * MARGIN) / bounds.height);
  const k = Math.min(1.15, Math.max(all, 0.5));
  // Centred if it fits; otherwise the root is in the middle.
  const isWhole = k <= across;
  const left = isWhole ? (width - bounds.width * k) / 2 : width / 2 - x[0] * k;
  const free = height - bounds.height * k;
  return { k, x: left, y: free > 0 ? Math.min(free / 2, 3 * MARGIN) : MARGIN };
}

/** The whole scene, however small it becomes. */
export function whole({ bounds }: Scene, { width, height }: Pick<Camera, "width" | "height">): Place {
  const k = Math.min(1.15, (width - 2 * MARGIN) / bounds.width, (height - 2 * MARGIN) / bounds.height);
  return { k, x: (width - bounds.width * k) / 2, y: Math.max(MARGIN, (height - bounds.height * k) / 2) };
}

/** Moves so that a node is on the canvas; undefined if it is already, or if there is no such node. */
export function broughtIn(
  scene: Scene,
  node: number,
  at: Place,
  size: { width: number; height: number },
): Place | undefined {
  const i = scene.place[node] ?? -1;
  if (i < 0) return undefined;
  const half = (scene.form === "tree" ? BOX.width / 2 : 0) * at.k;
  const [x, y] = [scene.x[i] * at.k + at.x, scene.y[i] * at.k + at.y];
  const bottom = y + scene.tall * at.k;
  const isSeen = x - half >= 0 && x + half <= size.width && y >= 0 && bottom <= size.height;
  if (isSeen) return undefined;
  // No further than needed, so that what is around stays in sight; below a node there is room for its branches.
  const step = (scene.form === "tree" ? BOX.step : scene.tall) * at.k;
  const dx = moved(x - half, x + half, size.width, MARGIN);
  const dy = moved(y, bottom + Math.min(step, size.height / 4), size.height, MARGIN);
  return { k: at.k, x: at.x + dx, y: at.y + dy };
}

/** How far a range must move to lie within `[0, size]` with a margin; its beginning matters most. */
function moved(from: number, to: number, size: number, margin: number): number {
  if (from < margin || to - from > size - 2 * margin) return margin - from;
  return to > size - margin ? size - margin - to : 0;
}
