import type { Theme } from "../base/colours.js";
import type { Marks } from "./paint/marks.js";
import { paint } from "./paint/paint.js";
import type { Scene } from "./scene.js";

/** The most pixels of a side that browsers draw, and the most that a picture needs. */
const MOST_PIXELS = 8000;
const SHARPNESS = 2;
const MARGIN = 24;

/** The whole scene as a PNG, sharp enough for print; a tree too large for that is drawn smaller. */
export function pictureOf(scene: Scene, theme: Theme, marks: Marks): Promise<Blob | null> {
  const { bounds } = scene;
  const [wide, high] = [bounds.width + 2 * MARGIN, bounds.height + 2 * MARGIN];
  const k = Math.min(SHARPNESS, MOST_PIXELS / wide, MOST_PIXELS / high);
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(wide * k);
  canvas.height = Math.ceil(high * k);
  const ctx = canvas.getContext("2d")!;
  // Text keeps its size on the screen: at this scale boxes are as in the middle zoom.
  const ratio = Math.max(k, 0.001);
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  paint(ctx, scene, { k: 1, tx: MARGIN, ty: MARGIN, width: wide, height: high }, theme, marks);
  ctx.globalCompositeOperation = "destination-over";
  ctx.fillStyle = theme.ground;
  ctx.fillRect(0, 0, wide, high);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
