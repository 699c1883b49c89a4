import type { TreeModel } from "../../model/tree.js";
import { word } from "../../model/words.js";
import { escapeXml } from "./escape.js";
import { valueRange, valueText } from "./label.js";
import { coloursOf, OTHER, VALUE } from "./palette.js";
import { fit, textWidth } from "./textWidth.js";

export interface Legend {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

const LINE = 22;

/** The target's name and what the colours mean, in lines of at most `width`. */
export function drawLegend(model: TreeModel, left: number, width: number): Legend {
  const title = fit(word(model.target.name), 15, 280);
  let svg = `<text class="c-target" x="${left}" y="28">${escapeXml(title)}</text>\n`;
  let x = left + textWidth(title, 15) + 20;
  let y = 28;
  let right = x;
  for (const { colour, text } of entriesOf(model)) {
    const size = 18 + textWidth(text, 12.5) + 18;
    if (x > left && x + size > left + width) {
      x = left;
      y += LINE;
    }
    svg += `<rect x="${Math.round(x)}" y="${y - 10}" width="12" height="12" rx="3" fill="${colour}"/>`;
    svg += `<text class="c-class" x="${Math.round(x) + 18}" y="${y}">${escapeXml(text)}</text>\n`;
    x += size;
    right = Math.max(right, x);
  }
  return { svg, width: right, height: y + 14 };
}

function entriesOf(model: TreeModel): { colour: string; text: string }[] {
  if (model.task === "regression") {
    const [least, most] = valueRange(model).map(valueText);
    return [{ colour: VALUE, text: `from ${least} to ${most}` }];
  }
  const colours = coloursOf(model);
  const levels = model.target.levels ?? [];
  const named = levels.flatMap((level, code) =>
    colours[code] === OTHER ? [] : [{ colour: colours[code], text: fit(word(level), 12.5, 190) }],
  );
  const others = levels.length - named.length;
  return others === 0 ? named : [...named, { colour: OTHER, text: `${others} other classes` }];
}
