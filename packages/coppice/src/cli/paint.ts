import pc from "picocolors";
import type { TextOptions } from "../use/draw/text.js";
import type { Stream } from "./io.js";

/** How a tree is drawn on a stream: in colours and within its width where it is a terminal. */
export function textOptionsFor({ color, width }: Stream): TextOptions {
  return { ...(width !== undefined && { width }), ...(color && { paint: paintOf() }) };
}

function paintOf(): NonNullable<TextOptions["paint"]> {
  const { dim, bold, blue, yellow, green, magenta, cyan, red } = pc.createColors(true);
  const cycle = [blue, yellow, green, magenta, cyan, red];
  return { dim, bold, label: (text, code = 0) => cycle[code % cycle.length](text) };
}
