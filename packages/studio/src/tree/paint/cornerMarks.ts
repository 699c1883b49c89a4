import type { Theme } from "../../base/colours.js";
import type { Marks } from "./marks.js";
import type { Box } from "./pen.js";

/** What a corner of a node's box says: it is locked, a person made it what it is, it has a note. */
export function cornerMarks(
  ctx: CanvasRenderingContext2D,
  theme: Theme,
  marks: Marks,
  node: number,
  box: Box,
): void {
  ctx.fillStyle = theme.accent;
  ctx.strokeStyle = theme.accent;
  if (marks.locked.has(node)) lock(ctx, box);
  else if (isEdited(marks, node)) edit(ctx, box);
  if (marks.notes?.has(node)) note(ctx, box, marks.locked.has(node) || isEdited(marks, node));
}

/** What the marks in the corner take of the first line. */
export function cornerWidth(marks: Marks, node: number, { height }: Box): number {
  const size = Math.min(12, height / 4);
  const isMarked = marks.locked.has(node) || isEdited(marks, node);
  return (isMarked ? size : 0) + (marks.notes?.has(node) ? size + 6 : 0);
}

function isEdited({ edited, constrained }: Marks, node: number): boolean {
  return edited.has(node) || constrained?.has(node) === true;
}

function edit(ctx: CanvasRenderingContext2D, { left, top, width, height }: Box): void {
  const size = Math.min(12, height / 4);
  ctx.beginPath();
  ctx.moveTo(left + width - size - 3, top + 3);
  ctx.lineTo(left + width - 3, top + 3);
  ctx.lineTo(left + width - 3, top + size + 3);
  ctx.fill();
}

function lock(ctx: CanvasRenderingContext2D, { left, top, width, height }: Box): void {
  const size = Math.min(11, height / 4);
  const [x, y] = [left + width - size - 5, top + 5];
  ctx.lineWidth = Math.max(1, size / 6);
  ctx.fillRect(x, y + size * 0.45, size, size * 0.6);
  ctx.beginPath();
  ctx.arc(x + size / 2, y + size * 0.45, size * 0.3, Math.PI, 0);
  ctx.stroke();
}

/** Three lines of writing, beside the other mark of the corner. */
function note(ctx: CanvasRenderingContext2D, { left, top, width, height }: Box, isBeside: boolean): void {
  const size = Math.min(11, height / 4);
  const right = left + width - 5 - (isBeside ? size + 6 : 0);
  ctx.lineWidth = Math.max(1, size / 7);
  ctx.beginPath();
  for (const [line, long] of [1, 1, 0.6].entries()) {
    const y = top + 6 + (line * size) / 2.5;
    ctx.moveTo(right - size, y);
    ctx.lineTo(right - size + size * long, y);
  }
  ctx.stroke();
}
