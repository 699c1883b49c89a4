import type { Bars } from "../../work/protocol.js";
import type { Box } from "./pen.js";

/** Stacked bars that fill an area. */
export function drawBars(
  ctx: CanvasRenderingContext2D,
  { counts, bars, groups }: Bars,
  area: Box,
  colours: readonly string[],
  other: string,
): void {
  let most = 0;
  for (let b = 0; b < bars; b++) {
    let sum = 0;
    for (let g = 0; g < groups; g++) sum += counts[b * groups + g];
    if (sum > most) most = sum;
  }
  const slot = area.width / bars;
  const gap = slot > 3 ? 1 : 0;
  for (let b = 0; b < bars; b++) {
    let base = area.top + area.height;
    for (let g = 0; g < groups; g++) {
      const height = (counts[b * groups + g] / (most || 1)) * area.height;
      if (height <= 0) continue;
      ctx.fillStyle = colours[g] ?? other;
      ctx.fillRect(area.left + b * slot, base - height, slot - gap, height);
      base -= height;
    }
  }
}
