/** What all parts of the picture draw with. */
export const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The text, cut so that it is no wider than `room`. */
export function fitted(ctx: CanvasRenderingContext2D, text: string, room: number): string {
  if (ctx.measureText(text).width <= room) return text;
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (ctx.measureText(`${text.slice(0, middle)}…`).width <= room) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? "" : `${text.slice(0, low)}…`;
}

/** A curve from the bottom of a node to the top of its child. */
export function strokeBranch(ctx: CanvasRenderingContext2D, from: Point, to: Point): void {
  const half = (from.y + to.y) / 2;
  ctx.beginPath();
  ctx.moveTo(from.x, from.y);
  ctx.bezierCurveTo(from.x, half, to.x, half, to.x, to.y);
  ctx.stroke();
}

export interface Point {
  readonly x: number;
  readonly y: number;
}
